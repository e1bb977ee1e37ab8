import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type FindPattern,
  type FindQuery,
  literalMatches,
  patternOf,
} from '../../../../../../src/core/run/trajectory/find/findPattern';

const query = (text: string, options: Partial<FindQuery> = {}): FindQuery => ({
  ...{ text, matchCase: false, wholeWord: false, regex: false },
  ...options,
});
const patternFor = (one: FindQuery): FindPattern => {
  const pattern = patternOf(one);
  if ('fault' in pattern) throw new Error(pattern.fault);
  return pattern;
};
const places = (one: FindQuery, text: string) =>
  literalMatches(patternFor(one), text, 1000).map(({ start, length }) => text.slice(start, start + length));

describe('the pattern of a query', () => {
  it('takes every sign of a text as it is', () => {
    expect(places(query('a.(b)*[c]\\d+$^|{}?/'), 'x a.(b)*[c]\\d+$^|{}?/ axbc')).toEqual(['a.(b)*[c]\\d+$^|{}?/']);
    expect(places(query(''), 'abc')).toEqual([]);
  });

  it('matches case and whole words where that is asked for', () => {
    expect(places(query('Foo'), 'foo FOO Foobar')).toEqual(['foo', 'FOO', 'Foo']);
    expect(places(query('Foo', { matchCase: true }), 'foo FOO Foobar')).toEqual(['Foo']);
    expect(places(query('foo', { wholeWord: true }), 'foo food _foo foo.x äfoo')).toEqual(['foo', 'foo']);
    expect(places(query('.x', { wholeWord: true }), 'a.x a.xy .x')).toEqual(['.x', '.x']);
    expect(places(query('ÄB'), 'äb')).toEqual(['äb']);
  });

  it('counts at most so many', () => {
    expect(literalMatches(patternFor(query('a')), 'aaaaa', 3)).toHaveLength(3);
  });

  it('says why an expression is none, and takes old ones without the u flag', () => {
    expect(patternOf(query('(', { regex: true }))).toHaveProperty('fault');
    expect(patternFor(query('\\p{L}', { regex: true })).flags).toContain('u');
    expect(patternFor(query('a\\-b', { regex: true })).flags).not.toContain('u');
  });

  it('names a word that stands in everything that matches, in JSON and JSON within JSON', () => {
    const text = fc.string({ unit: fc.constantFrom(...'aB1_ "\\\n\tä(.') });
    fc.assert(
      fc.property(text, text, text, (before, needle, after) => {
        const { word, flags } = patternFor(query(needle));
        if (word === null) return;
        const nested = JSON.stringify(JSON.stringify({ text: before + needle.toUpperCase() + after }));
        expect(nested).toMatch(new RegExp(word, flags.replace('g', '')));
      }),
    );
    expect(patternFor(query('=> "')).word).toBeNull();
    expect(patternFor(query('a bcd ef')).word).toBe('bcd');
  });
});
