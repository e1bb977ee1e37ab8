import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readActionRegex, usualActionRegex } from '../../../../../../src/core/run/agent/loop/actionRegex';
import { pythonJsonFault } from '../../../../../../src/core/run/agent/loop/pythonJsonFault';
import {
  codePointSlice,
  codePoints,
  firstLine,
  lstrip,
  strip,
} from '../../../../../../src/core/run/agent/loop/pythonText';
import { submissionOf } from '../../../../../../src/core/run/agent/loop/submission';
import { gave } from '../../../../../fakes/loopAttempt';

describe('texts as Python has them', () => {
  it('strips what Python strips, and nothing else', () => {
    expect(strip('\x1c\x85\u3000 a\ufeff \n\x1f')).toBe('a\ufeff');
    expect(lstrip('\n\t \v x ')).toBe('x ');
    expect(strip('\n '.repeat(50_000))).toBe('');
  });

  it('ends lines where splitlines does', () => {
    for (const end of ['\n', '\r\n', '\r', '\v', '\f', '\x1e', '\x85', '\u2028'])
      expect(firstLine(`a${end}b`)).toEqual({ line: 'a', rest: 'b' });
    expect(firstLine('a\x1fb')).toEqual({ line: 'a\x1fb', rest: '' });
  });

  it('counts and cuts by code points, as an array of them would', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 12 }),
        fc.integer({ min: -14, max: 14 }),
        fc.integer({ min: -14, max: 14 }),
        (text, from, to) => {
          const all = [...text];
          expect(codePoints(text)).toBe(all.length);
          expect(codePointSlice(text, from, to)).toBe(all.slice(from, to).join(''));
          expect(codePointSlice(text, null, to)).toBe(all.slice(0, to).join(''));
        },
      ),
    );
  });
});

describe('a submission', () => {
  const word = 'COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT';
  it.each([
    [`${word}\na\r\nb\n`, 0, 'a\r\nb\n'],
    [`\n \t${word} \r\npatch`, 0, 'patch'],
    [word, 0, ''],
    [`${word}\nx`, 1, null],
    [`x\n${word}\n`, 0, null],
    ['MINI_SWE_AGENT_FINAL_OUTPUT\nx', 0, null],
    [`${word} x`, 0, null],
    ['', 0, null],
  ])('%j with exit code %d: %j', (output, returncode, expected) => {
    expect(submissionOf(gave(output, { returncode }))).toBe(expected);
  });
});

describe('what Python says of JSON that it cannot read', () => {
  it.each([
    ['', 'Expecting value: line 1 column 1 (char 0)'],
    ['{"command":"git apply <<EOF', 'Unterminated string starting at: line 1 column 12 (char 11)'],
    ["{'command': 'ls'}", 'Expecting property name enclosed in double quotes: line 1 column 2 (char 1)'],
    ['{"a":1,}', 'Expecting property name enclosed in double quotes: line 1 column 8 (char 7)'],
    ['{"a" 1}', "Expecting ':' delimiter: line 1 column 6 (char 5)"],
    ['{"a":\n  "😀"\n "c"}', "Expecting ',' delimiter: line 3 column 2 (char 13)"],
    ['{"a":"x\ny"}', 'Invalid control character at: line 1 column 8 (char 7)'],
    ['"\\x"', 'Invalid \\escape: line 1 column 2 (char 1)'],
    ['"\\u12"', 'Invalid \\uXXXX escape: line 1 column 3 (char 2)'],
    ['{} x', 'Extra data: line 1 column 4 (char 3)'],
    ['\ufeff{}', 'Unexpected UTF-8 BOM (decode using utf-8-sig): line 1 column 1 (char 0)'],
    ['[NaN, -Infinity]', null],
  ])('%j: %s', (text, words) => {
    expect(pythonJsonFault(text)).toBe(words);
  });

  it('has a word exactly where JSON has a fault', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.json(), fc.string({ unit: fc.constantFrom(...'{}[]:,"\\u0a1-.e '), maxLength: 10 })),
        (text) => {
          let isJson = true;
          try {
            JSON.parse(text);
          } catch {
            isJson = false;
          }
          expect(pythonJsonFault(text) === null).toBe(isJson);
        },
      ),
    );
  });

  it('does not overflow on a thousand brackets', () => {
    expect(pythonJsonFault('['.repeat(100_000))).toContain('recursion');
  });
});

describe('commands in fenced blocks', () => {
  it('are those of the pattern, in a time that does not grow by the square', () => {
    const pattern = /```mswea_bash_command\s*\n(.*?)\n```/gs;
    const piece = fc.constantFrom('```mswea_bash_command', '```', '\n', '\n```', ' ', 'ls', '\n\n', '```bash\n');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const text = pieces.join('');
        const found = readActionRegex(usualActionRegex, 'f')(text);
        expect(found).toEqual([...text.matchAll(pattern)].map((match) => strip(match[1] ?? '')));
      }),
      { numRuns: 500 },
    );
    expect(readActionRegex(usualActionRegex, 'f')(`\`\`\`mswea_bash_command${'\n'.repeat(1_000_000)}`)).toEqual([]);
  });

  it('are found by a pattern of a person, in the notation of Python', () => {
    expect(readActionRegex('<run>(?P<c>.*?)</run>', 'f')('<run> ls\n-l </run><run></run>')).toEqual(['ls\n-l', '']);
    expect(readActionRegex('(?i)RUN: \\w+', 'f')('run: ls')).toEqual(['run: ls']);
    expect(() => readActionRegex('(a', 'action_regex')).toThrow(/^action_regex: this pattern can't be used/);
    expect(() => readActionRegex('(a)(b)', 'action_regex')).toThrow(/more than one group/);
  });
});
