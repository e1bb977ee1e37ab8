import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LineParser } from '../../../../../src/core/evaluation/logs/lineParser';
import { parserFor, parserNames } from '../../../../../src/core/evaluation/logs/registry';
import { resultsOf } from '../../../../../src/core/evaluation/logs/resultsOf';
import type { RuleSetName } from '../../../../../src/core/evaluation/ruleSetName';
import { readLog } from '../../../../fakes/readLog';

/** Names that choose by the instance, with an instance for each choice. */
const chosen: Readonly<Record<string, readonly { readonly id?: string; readonly version?: string }[]>> = {
  immutable_js: [{ id: 'immutable-js__immutable-js-2005' }, { id: 'immutable-js__immutable-js-2006' }],
  jekyll: [{ id: 'jekyll__jekyll-9141' }, { id: 'jekyll__jekyll-8761' }],
  lighthouse: [{ version: '2.9' }, { version: '9.5' }, { version: '5.0' }],
  next: [{ version: '1.27' }, { version: '1.19' }],
};
const ruleSets: readonly RuleSetName[] = ['swebench-v4', 'swebench-v5', 'smith'];

const parsersOf = (name: string, sets = ruleSets): LineParser[] =>
  (chosen[name] ?? [{}]).flatMap(({ id = 'o__r-1', version = '' }) =>
    sets.map((rules) => {
      const instance = { id, version, repo: null, failToPass: [], passToPass: [], evalType: null, logParser: name };
      const parser = parserFor(instance, rules);
      if (parser === null) throw new Error(`no parser ${name}`);
      return parser;
    }),
  );

const fragments = [
  ...['PASSED', 'FAILED', 'SKIPPED', 'ERROR', 'ok', 'not ok', 'FAIL', 'PASS', 'OK', ' ... ', 'FAIL: ', 'test_a', ' - '],
  ...['✓ ', '✔ ', '✕ ', '✖ ', '✘ ', '✗ ', '↩ ', '○ ', '× ', '↓ ', '1) ', '2)', '[ OK ] ', '[ok]: ', '[junit] [PASS] '],
  ...[
    '--- PASS: ',
    '(0.00s)',
    ' (3 ms)',
    '(5ms)',
    '[',
    ']',
    '(',
    ')',
    '{',
    '}',
    '<a>',
    '</a>',
    '<',
    '>',
    ':',
    ' > ',
    '...',
  ],
  ...['Starting browser', 'SUMMARY:', ' xvfb-run ', 'running 5 test files', '7 passing', ' ./node_modules/.bin/jest '],
  ...['Chrome 9.0 (Linux x86_64) ', 'Chrome Headless 9 (Linux x86_64) ', 'HeadlessChrome 1.0 (Linux 0.0) ', '../..'],
  ...['"fullTitle": "a",', '"passes": [', '"failures": [', 'AssertionError: #', '-Dtest=A', 'BUILD SUCCESS', 'Error'],
  ...[
    '<doctest>',
    '</doctest>',
    '<testcase name="a" classname="b">',
    '</testcase>',
    '<failure/>',
    '<!--',
    ']]>',
    '&lt;',
  ],
  ...['{"Action":"pass","Package":"p","Test":"T"}', '{"type":"test","event":"ok","name":"n"}', '{"tests":[{', '"'],
  ...[
    '=== short test summary info ===',
    'Bail out!',
    '---',
    '* test ',
    '- suite :',
    '[smoke]',
    '32mok',
    '/tmp/a/',
    'Running: a)',
  ],
  ...[
    'é',
    '日本',
    '😀',
    '\u0000',
    '\ufeff',
    '\u001b[32m',
    '\u001b',
    '\u2028',
    '\u0085',
    '\t',
    '  ',
    '    ',
    'a b',
    ' ',
    '',
  ],
];
const log = fc
  .array(
    fc.tuple(fc.constantFrom(...fragments), fc.constantFrom('', '', ' ', '\n', '\n', '\r\n', '\r', '\n\n\n', '\n  ')),
    {
      maxLength: 60,
    },
  )
  .map((parts) => parts.flat().join(''));

describe.each(parserNames)('%s', (name) => {
  it('never throws, needs no line without a cue, and reads the same through the scanner', () => {
    const parsers = parsersOf(name);
    fc.assert(
      fc.property(log, (text) => {
        for (const parser of parsers) {
          const alone = [...readLog(parser, text)].map(([id, { status, line }]) => [id, status, line]);
          const scanned = [...resultsOf(parser, text)].map(([id, { status, line }]) => [id, status, line]);
          expect(scanned.sort()).toEqual(alone.sort());
        }
      }),
      { numRuns: 15 },
    );
  });

  it('reads long lines and long logs in a time that grows with their length', () => {
    const parsers = parsersOf(name, ['swebench-v5']);
    for (const fragment of fragments.filter((one) => one !== '')) {
      // Were it the square of the length, one of these would take minutes.
      const line = fragment.repeat(Math.ceil(30_000 / fragment.length));
      const lines = `${fragment}\n`.repeat(3_000);
      for (const parser of parsers) for (const text of [line, `${line}FAILED\n`, lines]) readLog(parser, text);
    }
  }, 60_000);
});
