import { describe, expect, it } from 'vitest';
import { officialTapParser } from '../../../../../src/core/evaluation/logs/officialTap';
import { resultsOf } from '../../../../../src/core/evaluation/logs/resultsOf';
import { tapParser } from '../../../../../src/core/evaluation/logs/tap';

const read = (parser: typeof tapParser, text: string) =>
  Object.fromEntries([...resultsOf(parser, text)].map(([id, result]) => [id, result.status]));

describe('tap by its specification', () => {
  it('keeps blanks at the end of an id, unescapes #, and takes the dash and the directive off', () => {
    const log = [
      'TAP version 13',
      'ok 1 - set: gaps ',
      'ok 2 - parse: [1h, 30m]',
      'not ok 3 - format: a \\# in the name',
      'ok 4 - format: locale digits # SKIP needs full ICU',
      'not ok 5 - later # TODO some day',
      'ok 6 no dash',
      'okay 7 - not a point',
      '1..6',
    ].join('\n');
    expect(read(tapParser, log)).toEqual({
      'set: gaps ': 'PASSED',
      'parse: [1h, 30m]': 'PASSED',
      'format: a # in the name': 'FAILED',
      'format: locale digits': 'SKIPPED',
      later: 'XFAIL',
      'no dash': 'PASSED',
    });
  });

  it('does not take a directive out of an escaped or joined #', () => {
    expect(read(tapParser, 'ok 1 - a \\# SKIP b\nok 2 - b#SKIP\nok 3 - issue # 12')).toEqual({
      'a # SKIP b': 'PASSED',
      'b#SKIP': 'PASSED',
      'issue # 12': 'PASSED',
    });
  });

  it('reads subtests and ignores what stands in a YAML block', () => {
    const log = [
      '    not ok 1 - inner',
      '      ---',
      '      expected: |-',
      '        ok 9 - forged',
      '      ok 9 - forged too',
      '      ...',
      '    1..1',
      'not ok 1 - outer',
    ].join('\n');
    expect(read(tapParser, log)).toEqual({ inner: 'FAILED', outer: 'FAILED' });
  });

  it('leaves a YAML block that never ends when the indent ends', () => {
    expect(read(tapParser, 'not ok 1 - a\n  ---\n  cut\nok 2 - b')).toEqual({ a: 'FAILED', b: 'PASSED' });
  });

  it('gives the line of each result', () => {
    expect(resultsOf(tapParser, 'x\nok 1 - a').get('a')).toMatchObject({ status: 'PASSED', line: 2 });
  });
});

describe('tap as the harness reads it', () => {
  it('trims the line and keeps dash, escape and directive in the id', () => {
    expect(read(officialTapParser, '  ok 1 - a \nok 2 b # SKIP c\nnot ok 3 d \\# e\nok no number')).toEqual({
      '- a': 'PASSED',
      'b # SKIP c': 'PASSED',
      'd \\# e': 'FAILED',
    });
  });
});
