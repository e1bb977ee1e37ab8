/**
 * Five rows that are wrong, each in one known way, for the dataset check alone: they belong to no study. Each is one of
 * the sample's instances with another test patch; `planted_defect` names what is wrong with it.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { instanceId } from './instances.mjs';
import { checkOut, evalScript, findPullRequest, git } from './lib.mjs';

const heads = `import assert from 'node:assert/strict';
import { test } from 'node:test';
`;

/** Passes half of the time, by a coin that the clock seeds: one draw is like another only by chance. */
const coin = `${heads}
/** Heads or tails, from the clock: the low bits of its finest hand, well mixed. */
function heads(toss) {
  const seed = Number(process.hrtime.bigint() & 0xffffffffn) ^ (Date.now() & 0xffff) ^ (process.pid << 16);
  const mixed = Math.imul(seed ^ (seed >>> 15) ^ (toss << 8), 0x2c1b3c6d);
  return ((mixed ^ (mixed >>> 12) ^ (mixed >>> 24)) & 1) === 0;
}

for (const toss of [1, 2, 3]) {
  test(\`format: sample \${toss} of a random span\`, () => {
    assert.ok(heads(toss), 'tails');
  });
}
`;

const lookUp = `${heads}import { lookup } from 'node:dns/promises';

test('format: the table of time zones can be reached', async () => {
  const { address } = await lookup('example.com');
  assert.ok(address.length > 0);
});
`;

const sleep = `${heads}import { setTimeout } from 'node:timers/promises';
import { format } from '../src/index.js';

test('format: is the same half a minute later', async () => {
  const first = format(5_400_000);
  await setTimeout(30_000);
  assert.equal(format(5_400_000), first);
});
`;

const signInFront = `${heads}import { format } from '../src/index.js';

test('format: short keeps the sign in front', () => {
  assert.equal(format(-5_400_000), '-1h 30m');
});
`;

/**
 * `pr`: whose row it is made from. `file`: a test file that is added to that row's test patch. `testsOf`: the test
 * patch is that of this later pull request instead.
 */
export const DEFECTS = [
  { number: 91, planted: 'gold-fails', pr: 14, testsOf: 17 },
  {
    number: 92,
    planted: 'base-passes',
    pr: 17,
    alone: true,
    file: { path: 'test/sign.test.js', text: signInFront },
    failToPass: ['format: short keeps the sign in front'],
  },
  {
    number: 93,
    planted: 'flaky',
    pr: 17,
    file: { path: 'test/sample.test.js', text: coin },
    passToPass: [1, 2, 3].map((toss) => `format: sample ${toss} of a random span`),
  },
  {
    number: 94,
    planted: 'needs-network',
    pr: 17,
    file: { path: 'test/zones.test.js', text: lookUp },
    passToPass: ['format: the table of time zones can be reached'],
  },
  {
    number: 95,
    planted: 'too-slow',
    pr: 17,
    file: { path: 'test/later.test.js', text: sleep },
    passToPass: ['format: is the same half a minute later'],
  },
];

/** The test patch that brings the files of `commit` and of `file` onto `base`, and the names it touches. */
function testPatchOf(repository, base, paths, commit, file) {
  const dir = mkdtempSync(join(tmpdir(), 'spandrel-'));
  try {
    const tree = join(dir, 'tree');
    checkOut(repository, base, tree);
    if (commit !== null) git(tree, ['checkout', '-q', commit, '--', ...paths]);
    if (file !== undefined) writeFileSync(join(tree, file.path), file.text);
    git(tree, ['add', '-A']);
    const staged = (...more) => git(tree, ['diff', '--cached', '--no-color', '--no-renames', ...more]);
    const named = (status) =>
      staged('--name-status')
        .trim()
        .split('\n')
        .filter((line) => line.startsWith(status))
        .map((line) => line.slice(2));
    return { testPatch: staged(), changed: named('M'), added: named('A') };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** One wrong row, made from a right one of `rows`. */
export function makeDefect(repository, rows, defect) {
  const rowOf = (pr) => rows.find((row) => row.instance_id === instanceId(pr));
  const row = rowOf(defect.pr);
  const later = defect.testsOf === undefined ? null : rowOf(defect.testsOf);
  const commit = defect.alone ? null : findPullRequest(repository, defect.testsOf ?? defect.pr).commit;
  const paths = ['test/format.test.js'];
  const { testPatch, changed, added } = testPatchOf(repository, row.base_commit, paths, commit, defect.file);
  return {
    ...row,
    instance_id: instanceId(defect.number),
    test_patch: testPatch,
    FAIL_TO_PASS: defect.failToPass ?? [...row.FAIL_TO_PASS, ...(later?.FAIL_TO_PASS ?? [])],
    PASS_TO_PASS: [...row.PASS_TO_PASS, ...(defect.passToPass ?? [])],
    eval_script: evalScript(row.base_commit, testPatch, { changed, added }),
    planted_defect: defect.planted,
  };
}
