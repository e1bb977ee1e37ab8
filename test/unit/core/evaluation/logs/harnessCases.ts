import type { RuleSetName } from '../../../../../src/core/evaluation/ruleSetName';

/** A log of our own making and what the reference harness reads in it, found by running the harness beside ours. */
export interface HarnessCase {
  readonly parser: string;
  readonly what: string;
  readonly rules?: RuleSetName;
  readonly version?: string;
  readonly id?: string;
  readonly log: readonly string[];
  readonly expected: Readonly<Record<string, string>>;
}

const JEST = ' ./node_modules/.bin/jest ';
const MOCHA = './node_modules/.bin/mocha --reporter json';
const PRISM = './node_modules/.bin/mocha tests/run.js --reporter json';

export const singleLineCases: readonly HarnessCase[] = [
  {
    parser: 'gotest',
    what: 'takes the last bracket for the duration and needs something in it',
    log: [
      '--- PASS: TestA (0.00s)',
      '    --- FAIL: TestA/x (y) (1s)',
      '--- SKIP: B (x) ()',
      '--- PASS: C',
      '--- PASS:   (1s)',
    ],
    expected: { TestA: 'PASSED', 'TestA/x (y)': 'FAILED', B: 'SKIPPED', ' ': 'PASSED' },
  },
  {
    parser: 'cargo',
    what: 'drops what is ignored and what has a reason',
    log: [
      'test a::b ... ok',
      ' test c  ...\tFAILED',
      'test d ... ignored',
      'test e ... ok now',
      'test f - doc (line 3) ... ok',
    ],
    expected: { 'a::b': 'PASSED', c: 'FAILED' },
  },
  {
    parser: 'maven',
    what: 'gives a build to the command traced last',
    rules: 'swebench-v4',
    log: [
      'BUILD FAILURE',
      '+ mvn -Dtest=A#a test',
      '+ mvn -Dtest=B#b -Dtest= test',
      '[INFO] BUILD SUCCESS',
      'BUILD SUCCESS !',
    ],
    expected: { '---NO TEST NAME FOUND YET---': 'FAILED', 'B#b': 'PASSED' },
  },
  {
    parser: 'maven',
    what: 'pairs commands and builds in their order',
    rules: 'swebench-v5',
    log: ['[ERROR] BUILD FAILURE', '+ mvn -Dtest=A', '+ mvn -Dtest=B', '[INFO] BUILD SUCCESS'],
    expected: { A: 'PASSED', B: 'FAILED' },
  },
  {
    parser: 'ant',
    what: 'counts an error as a failure',
    log: ['  [junit] [PASS] a.B.c', '[junit]  [ERR]   d (x)', '[junit] [FAIL]', '[junit][PASS] e'],
    expected: { 'a.B.c': 'PASSED', 'd (x)': 'FAILED' },
  },
  {
    parser: 'gradle_custom',
    what: 'keeps all but one blank before the status',
    rules: 'swebench-v4',
    log: ['A > b PASSED', 'a  FAILED', '😀 PASSED', '> task PASSED', 'A > late', 'PASSED', 'PASSEDPicked up'],
    expected: { 'A > b': 'PASSED', 'a ': 'FAILED' },
  },
  {
    parser: 'gradle_custom',
    what: 'finds a status on a later line',
    rules: 'swebench-v5',
    log: ['A > late', 'WARNING: something', 'FAILED', 'PASSED', 'B > never', 'C > whole PASSED', 'PASSED'],
    expected: { 'A > late': 'FAILED', 'C > whole': 'PASSED' },
  },
  {
    parser: 'phpunit',
    what: 'puts the suite before the name and keeps blanks at its end',
    log: [
      ' ✔ early',
      'Foo Bar (Tests\\FooBar)',
      ' ✔ adds ',
      '✘subtracts',
      'é (too short)',
      'Naïve (Tests\\N)',
      ' ↩ later',
    ],
    expected: {
      'None > early': 'PASSED',
      'Foo Bar > adds ': 'PASSED',
      'Foo Bar > subtracts': 'FAILED',
      'Naïve > later': 'SKIPPED',
    },
  },
  {
    parser: 'minitest',
    what: 'takes the last code of the line',
    log: ['A#b. = 0.01 s = .', 'A#c. = 0.02 s = F', 'A#d. = 1 s = E', 'x = .', '. = .'],
    expected: { 'A#b': 'PASSED', 'A#c': 'FAILED', 'A#d': 'FAILED' },
  },
  {
    parser: 'jekyll',
    id: 'jekyll__jekyll-8761',
    what: 'reads cucumber for two pull requests',
    log: ['features/a.feature ....', 'features/b.feature ..F-', 'c .', 'd .x', 'e ..-- ..E'],
    expected: { 'features/a.feature': 'PASSED', 'features/b.feature': 'FAILED', 'e ..--': 'PASSED' },
  },
  {
    parser: 'ruby_unit',
    what: 'needs a letter to be a word of its own',
    log: ['test: a: b: .: (0.1)', 'c: F', 'd: Ex', 'e:\tE (x)', 'test: O', 'f: Fé'],
    expected: { 'a: b': 'PASSED', c: 'FAILED', e: 'FAILED', test: 'SKIPPED' },
  },
  {
    parser: 'rspec_transformed_json',
    what: 'leaves pending examples out',
    log: ['a - b - passed', 'c - failed (x)', 'd - pending', ' - passed'],
    expected: { 'a - b': 'PASSED', c: 'FAILED' },
  },
  {
    parser: 'redis',
    what: 'takes the duration off, and the file off a failure',
    log: [
      '[ok]: a b (12 ms)',
      '[err]: c in tests/x.tcl',
      '[err]: in x',
      '[err]:  in x',
      '[skip]: d',
      '[ok]: e (x)',
      '[exception]: f',
    ],
    expected: { 'a b': 'PASSED', c: 'FAILED', 'in x': 'FAILED', '': 'FAILED', d: 'SKIPPED', 'e (x)': 'PASSED' },
  },
  {
    parser: 'jq',
    what: 'keeps all but one blank after the colon',
    log: ['PASS: tests/jqtest', '  FAIL:  x', 'XPASS: y', 'PASS:'],
    expected: { 'tests/jqtest': 'PASSED', ' x': 'FAILED' },
  },
  {
    parser: 'micropython_test',
    what: 'knows three words',
    log: ['pass  basics/int.py', 'FAIL a.py', 'skip b.py', 'passes c.py', 'pass'],
    expected: { 'basics/int.py': 'PASSED', 'a.py': 'FAILED', 'b.py': 'SKIPPED' },
  },
  {
    parser: 'googletest',
    what: 'takes the last mark of the line',
    log: [
      '[       OK ] a.b (0 ms)',
      '[  FAILED  ] c (x) (1 ms)',
      'x [ OK ] d [ OK ] e (1 ms)',
      '[ OK ] f',
      '[OK]  (0 ms)',
    ],
    expected: { 'a.b': 'PASSED', 'c (x)': 'FAILED', e: 'PASSED', '': 'PASSED' },
  },
  {
    parser: 'carbon',
    what: 'takes milliseconds before seconds, wherever they stand',
    log: ['PASS a.js (5.2 s)', 'FAIL b.js (1ms) (2 s)', 'PASS (3s)', 'PASS  (3s)', ' PASS c.js', 'PASS'],
    expected: { 'a.js': 'PASSED', 'b.js': 'FAILED', '(3s)': 'PASSED', '': 'PASSED' },
  },
  {
    parser: 'tap',
    what: 'counts in digits of every script',
    log: ['ok ٣ a', 'not ok 4 - b # SKIP'],
    expected: { a: 'PASSED', '- b # SKIP': 'FAILED' },
  },
  {
    parser: 'jest',
    what: 'keeps blanks around a name',
    rules: 'swebench-v4',
    log: ['  ✓  a  (3 ms)'],
    expected: { ' a ': 'PASSED' },
  },
  {
    parser: 'jest',
    what: 'takes blanks around a name off',
    rules: 'swebench-v5',
    log: ['  ✓  a  (3 ms)'],
    expected: { a: 'PASSED' },
  },
  {
    parser: 'seaborn',
    what: 'breaks off at a lone status word',
    rules: 'swebench-v4',
    log: ['PASSED a.py::b', 'FAILED'],
    expected: {},
  },
  {
    parser: 'quarto_cli',
    what: 'numbers temporary paths and takes a name without a status for a failure',
    log: [
      '[smoke] > a /tmp/xyz.qmd ... \u001b[32mok\u001b[0m',
      '[unit] > b /tmp/xyz.qmd /tmp/q/ ... \u001b[31mFAILED',
      '[unit] > c',
      '[unit] > c ... 32mok',
      '[unit] 1 passed (2 steps) | 0 failed',
      'ERRORS',
      '[unit] > d ... 32mok',
    ],
    expected: { '[smoke] > a /tmp/0': 'PASSED', '[unit] > b /tmp/0 /tmp/1': 'FAILED', '[unit] > c': 'PASSED' },
  },
];

export const treeCases: readonly HarnessCase[] = [
  {
    parser: 'grommet',
    what: 'takes the next line for a name, and a pass over a failure',
    log: ['PASS a.js (1.2 s)', 'FAIL', 'PASS', 'PASS b.js', 'FAIL a.js', 'FAIL c.js (2s) ', 'PASS', ''],
    expected: { PASS: 'FAILED', 'a.js': 'PASSED', 'c.js': 'FAILED', 'PASS b.js': 'PASSED', '': 'PASSED' },
  },
  {
    parser: 'karma',
    what: 'opens and closes one suite a step',
    log: ['✔ before', 'Starting browser', '  a', '    b', '      ✔ c', '  d', '    ✖ e', 'SUMMARY:', '    ✔ after'],
    expected: { 'a > b > c': 'PASSED', 'a > e': 'FAILED' },
  },
  {
    parser: 'karma',
    what: 'reads nothing where the harness breaks off',
    log: ['Starting browser', '      a', '        ✔ t', '    b', '  c'],
    expected: {},
  },
  {
    parser: 'highlightjs',
    what: 'has the last headline alone, and ends at the summary',
    log: ['  a', '    b', '      ✓ t (5ms)', '  1) f (1ms)(2ms)', '', '  5 passing', '  2) g'],
    expected: { 'b.t': 'PASSED', 'b.f': 'FAILED' },
  },
  {
    parser: 'calypso',
    what: 'keeps suites over commands, and stops at the totals',
    log: [`+${JEST}a`, '  s', '    ✓ t (5ms)', 'Test Suites: 1', '    ✓ lost', `+${JEST}b`, '    ✕ u'],
    expected: { 's - t': 'PASSED', 's - u': 'FAILED' },
  },
  {
    parser: 'calypso',
    what: 'reads nothing where the harness breaks off',
    log: [`+${JEST}a`, '  s', '    ✓ t', '✓ no blank before the mark'],
    expected: {},
  },
  {
    parser: 'lighthouse',
    version: '10.0',
    what: 'has a tree a run, with a first line that is never indented',
    log: ['running 5 test files', '', '  a', '    b', '      ✔ t (5ms)', '      1) f', '  7 passing (1s)', '  ✔ lost'],
    expected: { 'b - t': 'PASSED', 'b - f': 'FAILED' },
  },
  {
    parser: 'lighthouse',
    version: '2.9',
    what: 'reads titles from lines of JSON',
    log: [
      MOCHA,
      ' "passes": [',
      '  "fullTitle": "a \\"b\\"",',
      '  "fullTitle":',
      '"c",',
      ' ]',
      '"failures": [',
      '"fullTitle": "d",',
      '],',
    ],
    expected: { 'a \\"b\\"': 'PASSED', c: 'PASSED', d: 'FAILED' },
  },
  {
    parser: 'cypress',
    what: 'leaves the last section out, and takes all of a section without failures for them',
    log: ['  "passes": [', '"fullTitle": "a",', '  }', '../..', '  "passes": [', '"fullTitle": "b",', '  }'],
    expected: { a: 'FAILED' },
  },
  {
    parser: 'prismjs',
    what: 'takes a pass over a failure',
    log: [
      PRISM,
      '{',
      '"failures": [{"fullTitle": "a"}, {"fullTitle": "b\\u00e9", "err": {"n": [1.5e3, null]}}],',
      '"passes": [{"fullTitle": "a"}]',
      '} and more',
    ],
    expected: { a: 'PASSED', bé: 'FAILED' },
  },
  {
    parser: 'prismjs',
    what: 'reads nothing of a report that breaks off',
    log: [`${PRISM} {"failures": [], "passes": [{"fullTitle": "a"}]}`, `${PRISM} {"failures": [`],
    expected: {},
  },
  {
    parser: 'next',
    version: '1.19',
    what: 'takes assertion messages out and begins anew with the browser',
    log: [
      '+ xvfb-run x',
      '  old',
      'Starting browser Chrome',
      '  a',
      '    ✓ t',
      '    AssertionError: #1',
      '    ✗ no test',
      '',
      '    ✗ u',
      'LOG: ✓ no test either',
      'TOTAL',
      '    ✓ lost',
    ],
    expected: { 'a - t': 'PASSED', 'a - u': 'FAILED' },
  },
  {
    parser: 'next',
    version: '1.27',
    what: 'has a headline after each file, and failures under passes',
    log: ['Running: a.js (1 of 2)', '', '', '  Suite', '    1) f', '    ✓ t (5ms)', '', '   1) g', '    ✓ f (1ms)', ''],
    expected: { 'Suite: f': 'PASSED', 'Suite: g': 'FAILED', 'Suite: t': 'PASSED' },
  },
  {
    parser: 'parse_plotly_js',
    what: 'closes all suites at once',
    log: ['  - a :', '    - b :', '      * t : ok', '    * u : failed ok', '  *  : OK'],
    expected: { 'a.b.t': 'PASSED', u: 'FAILED', '': 'PASSED' },
  },
  {
    parser: 'chart_js',
    what: 'keeps the blank before FAILED and needs it at the end of the line',
    log: ['\u001b[31mChrome 99.0 (Linux x (y) z) a b FAILED', 'Chrome 1 (L) c FAILED.', 'Chrome', '2.0 (L) d FAILED'],
    expected: { 'z) a b ': 'FAILED', 'd ': 'FAILED' },
  },
  {
    parser: 'bpmn_js',
    what: 'knows three browsers and needs a line after',
    log: [
      '2KPhantomJS 2.1.1 (Linux 0.0.0) a FAILED',
      'Chrome Headless 9 (Linux x86_64) (Linux x86_64) b FAILED',
      'HeadlessChrome 9.0 (Linux 0.0.0) c FAILED',
      '2KPhantomJS 2.1 (Linux x86_64) d FAILED',
    ],
    expected: { 'a ': 'FAILED', 'c ': 'FAILED', 'b ': 'FAILED' },
  },
  {
    parser: 'openlayers',
    what: 'makes blanks one, over lines',
    log: [
      'Chrome Headless 9.1 (Linux x86_64) a  b',
      'FAILED',
      '  1) c',
      '    d:',
      '  TypeError: x',
      'case e: mismatch',
      '',
    ],
    expected: { 'a b': 'FAILED', 'c d: Type': 'FAILED', e: 'FAILED' },
  },
  {
    parser: 'eslint',
    what: 'reads a name up to the line of its error',
    log: [
      '  1) a',
      '       b:',
      '',
      '      AssertionError [X]: no',
      '  2) c Error x',
      '  3) TypeError',
      '  4) without',
    ],
    expected: { 'a b:': 'FAILED', '': 'FAILED' },
  },
  {
    parser: 'p5js',
    what: 'needs each line farther in, and leaves objects and elements out',
    log: [
      '  1) a',
      '       b',
      '         c:',
      '  2) d',
      'e:',
      '{',
      '  3) f:',
      '}',
      '<p>',
      '  4) g:',
      '</p>',
      '  5) h:',
    ],
    expected: { 'a:b:c': 'FAILED', h: 'FAILED' },
  },
  {
    parser: 'p5js',
    what: 'joins what is around an element, which may make another',
    log: ['<a><</b>', '  1) x: <<b></b>/a>', '  2) y:'],
    expected: { y: 'FAILED' },
  },
];

const doc = (...parts: readonly string[]): string[] => [
  'noise',
  '<doctest binary="t">',
  ...parts,
  '</doctest>',
  'noise',
];

export const doctestCases: readonly HarnessCase[] = [
  {
    parser: 'doctest',
    what: 'fails a subcase with one expression, nested ones too, and decodes names',
    log: doc(
      '<TestCase name="a &amp; b"><SubCase name="s&#x41;"><SubCase',
      ' name="t\tu"><Expression success="false"/></SubCase></SubCase>',
      '<SubCase name=\'q"\'/><!-- x --><![CDATA[<SubCase name="no"/>]]></TestCase>',
    ),
    expected: { 'a & b > sA': 'FAILED', 'a & b > t u': 'FAILED', 'a & b > q"': 'PASSED' },
  },
  ...[
    '&',
    '<SubCase name="x" name="y"/>',
    '<SubCase name="&foo;"/>',
    '</x>',
    '<!DOCTYPE x>',
    '<p:x/>',
    '&#0;',
    ']]>',
  ].map(
    (flaw): HarnessCase => ({
      parser: 'doctest',
      what: `reads nothing of a document with ${flaw}`,
      log: doc('<TestCase name="a"><SubCase name="s"/></TestCase>', flaw),
      expected: {},
    }),
  ),
  {
    parser: 'doctest',
    what: 'reads nothing of a document that breaks off',
    log: ['<doctest><TestCase name="a"><SubCase name="s"/></TestCase>'],
    expected: {},
  },
];
