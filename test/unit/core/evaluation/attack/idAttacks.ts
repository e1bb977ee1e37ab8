import { type AttackCase, type AttackCases, inside, KEPT, logOf, MENDED, PASS_BOTH } from './attackCase';

/** What is required, and lines between the markers. */
const requiring = (failToPass: readonly string[], passToPass: readonly string[], ...lines: string[]): AttackCase => ({
  failToPass,
  passToPass,
  log: logOf(...lines),
});

const CUT = 't.py::t[log(photon';
const cut = (...lines: string[]): AttackCase => requiring([CUT], [], ...lines);
const cutKept = (...lines: string[]): AttackCase => requiring([], [CUT], ...lines);
const failOnly = (one: AttackCase): AttackCase => ({ ...one, evalType: 'fail_only', parser: 'marked' });

/** The required lists: cut ids, repeats, prefixes of each other, status words as ids, empty lists. */
export const idAttacks: AttackCases = {
  'cut id: one passes': cut(`PASSED ${CUT} a)]`),
  'cut id: one fails': cut(`FAILED ${CUT}a)]`),
  'cut id: all pass': cut(`PASSED ${CUT}a)]`, `XFAIL ${CUT}b)]`),
  'cut id: they disagree': cut(`PASSED ${CUT}a)]`, `FAILED ${CUT}b)]`),
  'cut id: skipped, then failed': cut(`SKIPPED ${CUT}a)]`, `FAILED ${CUT}b)]`),
  'cut id: failed, then skipped': cut(`FAILED ${CUT}b)]`, `SKIPPED ${CUT}a)]`),
  'cut id kept: skipped, then failed': cutKept(`SKIPPED ${CUT}a)]`, `FAILED ${CUT}b)]`),
  'cut id kept: failed, then skipped': cutKept(`FAILED ${CUT}b)]`, `SKIPPED ${CUT}a)]`),
  'cut id kept: skipped, failed, and the first again failed': cutKept(
    `SKIPPED ${CUT}a)]`,
    `FAILED ${CUT}b)]`,
    `FAILED ${CUT}a)]`,
  ),
  'cut id: passed, failed, taken back': cut(`PASSED ${CUT}a)]`, `FAILED ${CUT}b)]`, `PASSED ${CUT}b)]`),
  'cut id: a word that is no status first': cut(`ERRORS ${CUT}a)]`, `FAILED ${CUT}b)]`),
  'cut id: a word that is no status last': cut(`FAILED ${CUT}b)]`, `ERRORS ${CUT}a)]`),
  'cut id: exact beats siblings': cut(`FAILED ${CUT}b)]`, `PASSED ${CUT}`),
  'cut id: exact is skipped': cut(`PASSED ${CUT}b)]`, `SKIPPED ${CUT}`),
  'cut id: two cut ids, one the beginning of the other': requiring(
    ['t[a', 't[a[b'],
    ['t[', 't[a[bc'],
    'PASSED t[a[bc]]',
  ),
  'cut id in both lists': requiring([CUT], [CUT], `SKIPPED ${CUT}a)]`),
  'cut id with more closing brackets': requiring(['t]['], [], 'PASSED t][x'),
  'cut id balanced by a bracket before': requiring([']t['], [], 'PASSED ]t[x'),
  'cut id: a lone bracket takes everything': requiring(['['], [], 'PASSED [100%]', 'PASSED [x]'),
  'cut id with an emoji': requiring(['t[😀'], [], 'PASSED t[😀😀]'),
  'cut id under fail_only': failOnly(requiring(['t[a'], [], '1) t[ab]')),
  'ids that are beginnings of each other': requiring(['t', 'ta'], ['tab'], 'PASSED ta', 'FAILED tab'),
  'id twice in one list': requiring([MENDED, MENDED], [KEPT, KEPT], `PASSED ${MENDED}`),
  'id in both lists': requiring([MENDED], [MENDED, KEPT], ...PASS_BOTH),
  'id in both lists, skipped': requiring([MENDED], [MENDED], `SKIPPED ${MENDED}`),
  'all skipped': inside(`SKIPPED ${MENDED}`, `SKIPPED ${KEPT}`),
  'one of two skipped': requiring([MENDED, 'x'], [KEPT], `SKIPPED ${MENDED}`, 'PASSED x', `PASSED ${KEPT}`),
  'expected failures': inside(`XFAIL ${MENDED}`, `XFAIL ${KEPT} - why`),
  'unexpected pass': inside(`XPASS ${MENDED}`, `PASSED ${KEPT}`),
  'a later result counts': inside(`PASSED ${MENDED}`, `FAILED ${MENDED}`, `FAILED ${KEPT}`, `PASSED ${KEPT}`),
  'a later skip counts': inside(`FAILED ${MENDED}`, `SKIPPED ${MENDED}`, `PASSED ${KEPT}`),
  'a later word that is no status counts': inside(...PASS_BOTH, `ERROR: ${MENDED}`, `FAILEDX ${KEPT}`),
  'status words as ids': requiring(['PASSED'], ['FAILED', 'ERROR'], 'PASSED PASSED', 'PASSED FAILED', 'FAILED ERROR'),
  'names of object fields as ids': requiring(
    ['__proto__', 'constructor'],
    ['toString', 'hasOwnProperty'],
    'PASSED __proto__',
    'FAILED constructor',
  ),
  'no id is required': requiring([], [], ...PASS_BOTH),
  'no id is required and nothing read': requiring([], [], 'nothing'),
  'nothing to mend': requiring([], [KEPT], ...PASS_BOTH),
  'nothing to keep': requiring([MENDED], [], ...PASS_BOTH),
  'empty id': requiring([''], [''], 'PASSED  ', 'PASSED'),
  'id with a blank at its end': requiring([`${MENDED} `], [KEPT], ...PASS_BOTH),
  'id with a blank inside': requiring(['t[a b]'], ['t[a'], 'PASSED t[a b]'),
  'id with a line end': requiring(['a\nb'], [], 'PASSED a', 'b'),
  'id in another form of the same letter': requiring(['t[é]'], ['t[e\u0301]'], 'PASSED t[é]'),
  'id in capitals': requiring(['T'], ['t'], 'PASSED t'),
  'a count of skips as an id': requiring(['[3]'], ['[100%]'], 'SKIPPED [3] a.py:1: why', 'PASSED [100%]'),
  'a count of skips in other digits': requiring([], ['[٣]'], 'SKIPPED [٣] a.py:1: why'),
  'a count of skips with more behind it': requiring([], ['[3]a'], 'SKIPPED [3]a'),
  'fail_only: absent': failOnly(requiring(['x'], ['y'], 'jasmine', '3 specs, 0 failures')),
  'fail_only: absent and no summary': failOnly(requiring(['x'], ['y'], 'Error: crashed')),
  'fail_only: absent, a summary of none': failOnly(requiring(['x'], [], '0 specs, 0 failures')),
  'fail_only: absent, a summary outside': failOnly({
    ...requiring(['x'], [], 'boom'),
    log: `${logOf('boom')}Tests:\n\n 3 passed\n`,
  }),
  'fail_only: failed': failOnly(requiring(['x'], ['y'], '1) x', '2) y ')),
  'fail_only: nothing required': failOnly(requiring([], [], '1) x')),
  'fail_only and exit code': failOnly({
    ...requiring(['x'], [], ''),
    log: `${logOf('12 specs, 1 failure')}>>>>> Test Exit Code: 1\n`,
  }),
  'a large list': requiring(
    Array.from({ length: 500 }, (_, index) => `t${index}`),
    ['t1'],
    ...Array.from({ length: 500 }, (_, index) => `PASSED t${index}`),
  ),
};

const summaries: readonly string[] = [
  'Executed 0 of 0',
  'Executed 0 of 3',
  'Executed 1 of 3',
  'Executed 01 of 3',
  'Executed 1of 3',
  'TOTAL: 1 SUCCESS',
  'TOTAL: 0 SUCCESS',
  'TOTAL: 1 failed',
  '  1 passing (3ms)',
  '  0 passing (3ms)',
  '10 passing',
  '00 passing',
  'compassing',
  'Tests: 0 total',
  'Tests:       3 passed, 3 total',
  'Tests:3',
  'Test Suites: 1 failed, 0 total',
  'Test Suites: 0 failed, 1 total',
  'Test Suites: 1 failed, 2 skipped, 3 of 4 total',
  '# tests 3',
  ' # tests 3',
  '# tests 0',
  '1 spec, 0 failures',
  '0 specs, 0 failures',
  '20 specs, 3 failures',
  '1 specs,  3 failures',
  "case': ok",
  "case': ok ",
  "': ok",
  'Executed ٣ of ٣',
  '1٣ passing',
  '٣ passing',
];

/** Whether a line says that a runner ran, under a rule that takes silence for success. */
export const summaryAttacks: AttackCases = Object.fromEntries(
  summaries.map((line) => [`summary: ${JSON.stringify(line)}`, failOnly(requiring(['x'], [], line))]),
);
