/**
 * What the instances of the sample are, beside what git knows of them: the words of their users, labels, and the tests
 * that a fix must turn. Base commit, patches, PASS_TO_PASS and eval script are derived by build-spandrel.mjs.
 */
export const REPO = 'touchstone-samples/spandrel';
export const IMAGE = 'touchstone-sample/spandrel:node20';

export const instanceId = (pr) => `${REPO.replace('/', '__')}-${pr}`;

/**
 * The instances that ship. 37 is in the history already; its row comes later. `testPaths`: what of the commit is the
 * test patch, where that isn't all of test/ (the tests that #34 asks for are its gold patch).
 */
export const INSTANCES = [
  {
    pr: 14,
    version: '0.3',
    createdAt: '2025-08-29T07:41:12Z',
    taskType: 'BF',
    difficulty: '<15 min fix',
    hints: 'Noor: happens in the long style as well, they share the code.',
    statement:
      "format rounds to 60. `format(59600, { maxUnits: 1 })` gives `60s`, I expect `1m`. Same one level up: `format(3599600, { maxUnits: 2 })` gives `59m 60s` and should be `1h`. Rounding as such is fine, just don't show a 60.",
    failToPass: ['format: carries seconds into a minute', 'format: carries through minutes into an hour'],
  },
  {
    pr: 17,
    version: '0.3',
    createdAt: '2025-09-11T16:03:55Z',
    taskType: 'FE',
    difficulty: '<15 min fix',
    hints: '',
    statement:
      'Our table columns are too narrow for the long style and even the short one wraps. Could you add a compact style? Like other libraries have it. Negative ones too please.',
    failToPass: ['format: compact joins without spaces', 'format: compact keeps the sign in front'],
  },
  {
    pr: 21,
    version: '0.3',
    createdAt: '2025-10-02T09:15:30Z',
    taskType: 'BF',
    difficulty: '<15 min fix',
    hints: '',
    statement:
      "parse('1h-30m') happily returns 90 minutes. A minus in the middle is always a typo in our files. It should throw a ParseError that tells me where, i.e. `err.pos` should be 2 here. Plus signs likewise.",
    failToPass: ['parse: a sign in the middle is an error', 'parse: a plus in the middle is an error'],
  },
  {
    pr: 23,
    version: '0.3',
    createdAt: '2025-10-16T11:28:04Z',
    taskType: 'BF',
    difficulty: '15 min - 1 hour',
    hints: '',
    statement:
      'subtract takes a list of holes but only the first one is cut out. I have `[0,100)` and the breaks 10-20 and 30-40 and get only the first removed. Note that our breaks come from several calendars, so they are in any order and may overlap.',
    failToPass: ['set: subtract two holes'],
  },
  {
    pr: 28,
    version: '0.4',
    createdAt: '2025-11-24T13:50:47Z',
    taskType: 'PO',
    difficulty: '15 min - 1 hour',
    hints: 'Orla: it is `add`. `has` is linear too, but nobody has asked for that yet.',
    statement:
      'Importing a year of bookings hangs. 20,000 `add` calls take more than five seconds, 2,000 are fine, so something is quadratic. Results are right, just slow.',
    failToPass: ['set: adding 2,000 intervals looks at fewer than 100,000 ends'],
  },
  {
    pr: 31,
    version: '0.5',
    createdAt: '2025-12-12T08:36:19Z',
    taskType: 'RF',
    difficulty: '15 min - 1 hour',
    hints: '',
    statement:
      '`parse.js` and `iso.js` each have their own way to read a number with a fraction, and last week I fixed the comma in one and forgot the other. Please move it into `lex.js` as `scanNumber(text, pos)` returning `{ value, end }` and use it in both. Nothing else should change.',
    failToPass: ['lex: scanNumber reads digits and a fraction', 'lex: iso and parse use scanNumber'],
  },
  {
    pr: 34,
    version: '0.5',
    createdAt: '2026-01-09T15:22:08Z',
    taskType: 'TG',
    difficulty: '15 min - 1 hour',
    hints: '',
    statement:
      "`interval.js` is the file I'm most afraid to touch and it has no tests of its own. Please add `test/interval.test.js`. What matters to us: the end isn't inside; touching isn't overlapping; what comes back when there's nothing to return; the last piece of a split.",
    failToPass: ['coverage: interval.test.js runs 90 of 100 lines of interval.js'],
    testPaths: ['test/coverage.test.js'],
    coverage: { tests: 'test/interval.test.js', report: 'coverage/lcov.info', files: ['src/interval.js'] },
    checklists: [
      { id: 'b1', text: "The end isn't inside." },
      { id: 'b2', text: "What touches doesn't overlap." },
      { id: 'b3', text: '`intersect` gives null where two intervals touch.' },
      { id: 'b4', text: '`union` gives null over a gap.' },
      { id: 'b5', text: '`split` keeps a short last piece.' },
      { id: 'b6', text: 'An end before the start is refused.' },
    ],
  },
];

/** Fixes that are in the history and have no row yet; the check runs them all the same. */
export const LATER = [{ pr: 37, failToPass: ['answer: ANSWER.md names src/set.js'] }];

/** The runs, in the order of their rows. Patches are the files predictions/<run>/<pr>.diff. */
export const RUNS = [
  { id: 'kestrel-1', model: 'kestrel-1', attempt: 1, prs: [14, 17, 21, 23, 28, 31, 34] },
  { id: 'kestrel-1-a2', model: 'kestrel-1', attempt: 2, prs: [14] },
  { id: 'kestrel-1-a3', model: 'kestrel-1', attempt: 3, prs: [14] },
  { id: 'heron-2', model: 'heron-2', attempt: 1, base: 'kestrel-1', prs: [14, 17, 21, 23, 28, 31, 34] },
];
