/**
 * Checks that samples/quickstart does what it was designed for: the bundle rebuilds to the same commits, every instance
 * is unresolved at its base and resolved with its gold patch, every prediction comes out as planted, and the planted
 * faults are real. Needs git, bash, patch and Node 20 or later; takes about a minute.
 *
 *     node scripts/sample/check-sample.mjs
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { INSTANCES, instanceId, LATER, RUNS } from './instances.mjs';
import {
  buildRepository,
  checkOut,
  cleanEnv,
  findPullRequest,
  git,
  grade,
  readTap,
  runEval,
  SAMPLE,
  withTempDir,
} from './lib.mjs';

/** Items of the study as designed: outcome under the rules of SWE-bench 5, changed lines, what goes wrong. */
const PLAN = [
  { item: 'i01', run: 'kestrel-1', pr: 14, outcome: 'unresolved', lines: 1, failed: 1, broken: [] },
  {
    item: 'i02',
    run: 'kestrel-1-a2',
    pr: 14,
    outcome: 'unresolved',
    lines: 18,
    failed: 0,
    broken: ['format: rounds down below one half'],
  },
  { item: 'i03', run: 'kestrel-1-a3', pr: 14, outcome: 'resolved', lines: 4 },
  { item: 'i04', run: 'heron-2', pr: 14, outcome: 'resolved', lines: 25 },
  { item: '-', run: 'kestrel-1', pr: 17, outcome: 'none: empty', lines: 0 },
  { item: 'i05', run: 'heron-2', pr: 17, outcome: 'unresolved', lines: 31, failed: 2, broken: [] },
  { item: 'i06', run: 'kestrel-1', pr: 21, outcome: 'unresolved', lines: 5, failed: 2, broken: [] },
  { item: '-', run: 'heron-2', pr: 21, outcome: 'none: not applied', lines: 10 },
  { item: 'i07', run: 'kestrel-1', pr: 23, outcome: 'resolved', lines: 12 },
  { item: 'i08', run: 'heron-2', pr: 23, outcome: 'resolved', lines: 38 },
  { item: '-', run: 'kestrel-1', pr: 28, outcome: 'none: time-out', lines: 23 },
  { item: 'i09', run: 'heron-2', pr: 28, outcome: 'resolved', lines: 44 },
  { item: 'i10', run: 'kestrel-1', pr: 31, outcome: 'resolved', lines: 161 },
  { item: 'i11', run: 'heron-2', pr: 31, outcome: 'resolved', lines: 41 },
  { item: '-', run: 'kestrel-1', pr: 34, outcome: 'unresolved', lines: 13, failed: 1, broken: [], coverage: [46, 77] },
  { item: '-', run: 'heron-2', pr: 34, outcome: 'resolved', lines: 74, coverage: [74, 74] },
];

/** Labels of the judges by item, and what magpie's two contradicting rationales say. */
const MAGPIE = {
  i01: 'INCORRECT',
  i02: 'CORRECT',
  i03: 'INCORRECT',
  i04: 'CORRECT',
  i05: 'CORRECT',
  i06: 'INCORRECT',
  i07: 'CORRECT',
  i08: 'CORRECT',
  i09: 'CORRECT',
  i10: 'CORRECT',
  i11: 'CORRECT',
};
const WREN = {
  i01: 'wrong',
  i02: 'wrong',
  i03: 'right',
  i04: 'right',
  i05: 'right',
  i06: 'wrong',
  i07: 'right',
  i08: 'right',
  i09: 'right',
  i10: null,
  i11: 'wrong',
};

const faults = [];
const rows = [];
function expect(what, found, wanted) {
  const ok = JSON.stringify(found) === JSON.stringify(wanted);
  if (!ok) faults.push(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`);
  rows.push([ok ? 'ok' : 'BAD', what, typeof found === 'string' ? found : JSON.stringify(found)]);
}

const readLines = (path) =>
  readFileSync(join(SAMPLE, path), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
const changedLines = (patch) => patch.split('\n').filter((line) => /^[+-](?!\+\+ |-- )/.test(line)).length;

/** Tries the four tools that SWE-bench 5 tries, on a clean tree each time. */
function applyPatch(tree, patch) {
  const file = join(tree, '..', 'model.diff');
  writeFileSync(file, patch);
  const ladder = [
    ['git', 'apply', '--verbose', file],
    ['git', 'apply', '--verbose', '--3way', file],
    ['git', 'apply', '--verbose', '--reject', file],
    ['patch', '--batch', '--fuzz=5', '-p1', '-i', file],
  ];
  for (const [tool, ...args] of ladder) {
    try {
      execFileSync(tool, args, { cwd: tree, env: cleanEnv(), stdio: 'pipe' });
      return true;
    } catch {
      git(tree, ['reset', '-q', '--hard']);
      git(tree, ['clean', '-q', '-fdx']);
    }
  }
  return false;
}

/** How many lines of interval.js the tests ran, and of how many, by the report that the eval script left. */
function coverage(tree) {
  const report = readFileSync(join(tree, 'coverage', 'lcov.info'), 'utf8');
  const section = report.split('end_of_record').find((text) => /^SF:src\/interval\.js$/m.test(text)) ?? '';
  const counts = [...section.matchAll(/^DA:\d+,(\d+)/gm)].map(([, count]) => Number(count));
  return [counts.filter((count) => count > 0).length, counts.length];
}

/** A number from 0 up to 1, the same sequence on every run. */
function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** On how many of `count` inputs two functions differ; an error counts by its name, code and place. */
function differences(count, makeInput, f, g) {
  const result = (fn, input) => {
    try {
      return String(fn(input));
    } catch (error) {
      return `${error.name} ${error.code ?? ''} ${error.pos ?? ''}`;
    }
  };
  let differing = 0;
  for (let i = 0; i < count; i += 1) {
    const input = makeInput();
    if (result(f, input) !== result(g, input)) differing += 1;
  }
  return differing;
}

await withTempDir(async (dir) => {
  const repository = join(dir, 'bundle');
  git(dir, ['clone', '-q', join(SAMPLE, 'spandrel.bundle'), repository]);
  const ids = git(repository, ['rev-list', '--reverse', 'main']).trim().split('\n');
  const rebuilt = join(dir, 'rebuilt');
  mkdirSync(rebuilt);
  expect('commits rebuilt from history/', buildRepository(rebuilt).join() === ids.join() && ids.length, 26);
  expect('tags', git(repository, ['tag']).trim().split('\n'), ['v0.1.0', 'v0.2.0', 'v0.3.0', 'v0.4.0', 'v0.5.0']);
  expect('bundle under 60 KB', readFileSync(join(SAMPLE, 'spandrel.bundle')).length < 60_000, true);

  let trees = 0;
  const treeAt = (commit) => {
    trees += 1;
    const tree = join(dir, `tree-${trees}`, 'testbed');
    mkdirSync(join(tree, '..'));
    checkOut(repository, commit, tree);
    return tree;
  };
  const evaluate = async (instance, patch, tree = treeAt(instance.base_commit)) => {
    if (patch !== null && !applyPatch(tree, patch)) return { outcome: 'none: not applied' };
    const { log, timedOut } = await runEval(instance.eval_script, tree);
    if (timedOut) return { outcome: 'none: time-out' };
    const graded = grade(readTap(log), { failToPass: instance.FAIL_TO_PASS, passToPass: instance.PASS_TO_PASS });
    return { outcome: graded.resolved ? 'resolved' : 'unresolved', ...graded, tree };
  };

  const instances = new Map(readLines('datasets/spandrel.jsonl').map((row) => [row.instance_id, row]));
  expect(
    'instances',
    [...instances.keys()],
    INSTANCES.map(({ pr }) => instanceId(pr)),
  );
  for (const { pr } of INSTANCES) {
    const row = instances.get(instanceId(pr));
    expect(`${pr} base commit`, row.base_commit, findPullRequest(repository, pr).base);
    const base = await evaluate(row, null);
    expect(
      `${pr} base`,
      [base.outcome, base.failedF2P.length, base.brokenP2P],
      ['unresolved', row.FAIL_TO_PASS.length, []],
    );
    const gold = await evaluate(row, row.patch);
    expect(`${pr} gold`, gold.outcome, 'resolved');
    expect(
      `${pr} tree as the test patch found it`,
      git(gold.tree, ['diff', '--name-only', row.base_commit, '--', 'test']),
      '',
    );
  }
  for (const { pr, failToPass } of LATER) {
    const { commit, base } = findPullRequest(repository, pr);
    const script =
      ": '>>>>> Start Test Output'\ncd /testbed && node --test --test-reporter=tap test/*.test.js\n: '>>>>> End Test Output'\n";
    const run = async (tree) => readTap((await runEval(`set -x\n${script}`, tree)).log);
    const before = treeAt(base);
    git(before, ['checkout', commit, '--', 'test/answer.test.js']);
    const [first, second] = [await run(before), await run(treeAt(commit))];
    expect(
      `${pr} base and gold, no row yet`,
      failToPass.map((id) => `${first.get(id)}, ${second.get(id)}`),
      ['FAILED, PASSED'],
    );
  }

  const patches = new Map();
  for (const run of RUNS) {
    for (const row of readLines(`runs/${run.id}/predictions.jsonl`)) {
      expect(`${run.id} ${row.instance_id}: model`, row.model_name_or_path, run.model);
      patches.set(`${run.id} ${row.instance_id}`, row.model_patch);
    }
  }
  expect('predictions', patches.size, PLAN.length);
  const treeOf = {};
  for (const plan of PLAN) {
    const name = `${plan.run} ${plan.pr}`;
    const patch = patches.get(`${plan.run} ${instanceId(plan.pr)}`);
    expect(`${name}: lines`, changedLines(patch), plan.lines);
    const found = patch === '' ? { outcome: 'none: empty' } : await evaluate(instances.get(instanceId(plan.pr)), patch);
    expect(`${plan.item} ${name}`, found.outcome, plan.outcome);
    if (plan.failed !== undefined) {
      expect(`${name}: FAIL_TO_PASS not passed`, found.failedF2P?.length, plan.failed);
      expect(`${name}: PASS_TO_PASS broken`, found.brokenP2P, plan.broken);
    }
    if (plan.coverage) expect(`${name}: lines of interval.js`, coverage(found.tree), plan.coverage);
    treeOf[name] = found.tree;
  }

  /** The library as it is in a tree. */
  const load = (tree) => import(pathToFileURL(join(tree, 'src/index.js')).href);
  const model = (name) => load(treeOf[name]);
  const gold = (pr) => load(treeAt(findPullRequest(repository, pr).commit));
  const base = (pr) => load(treeAt(findPullRequest(repository, pr).base));
  const next = random(20_260_203);
  const int = (limit) => Math.floor(next() * limit);

  {
    const gold14 = await gold(14);
    const input = () => [
      int(2) ? int(5_000_000) : Math.floor(next() ** 4 * 3e9) - 1_000,
      { maxUnits: 1 + int(6), style: ['short', 'long'][int(2)] },
    ];
    const formatOf =
      ({ format }) =>
      (args) =>
        format(...args);
    const differ = async (name) => differences(100_000, input, formatOf(gold14), formatOf(await model(name)));
    expect('14 a3 differs from gold on 100,000 inputs', await differ('kestrel-1-a3 14'), 0);
    expect('14 heron-2 differs from gold on 100,000 inputs', await differ('heron-2 14'), 0);
    expect(
      '14 a1 and a2 differ from gold',
      [(await differ('kestrel-1 14')) > 0, (await differ('kestrel-1-a2 14')) > 0],
      [true, true],
    );
  }
  {
    const { format } = await model('heron-2 17');
    expect(
      '17 heron-2 compact',
      [5_400_000, -5_400_000].map((ms) => format(ms, { style: 'compact' })),
      ['1h\u00a030m', '-1h\u00a030m'],
    );
  }
  {
    const { parse, ParseError } = await model('kestrel-1 21');
    const places = ['1h-30m', '1h +30m'].map((text) => {
      try {
        return parse(text);
      } catch (error) {
        return error instanceof ParseError && error.pos;
      }
    });
    expect('21 kestrel-1 throws at', places, [2, 3]);
  }
  {
    const gold23 = await gold(23);
    const subtractOf =
      ({ Interval, IntervalSet }) =>
      ({ from, holes }) => {
        const make = (pairs) => pairs.map(([start, end]) => new Interval(start, end));
        return new IntervalSet(make(from)).subtract(make(holes));
      };
    const pairs = (n) => Array.from({ length: n }, () => int(100)).map((start) => [start, start + int(20)]);
    const unsorted = () => ({ from: pairs(1 + int(3)), holes: pairs(int(5)) });
    const sorted = () => {
      const input = unsorted();
      return { ...input, holes: input.holes.sort((a, b) => a[0] - b[0]) };
    };
    const kestrel = subtractOf(await model('kestrel-1 23'));
    const heron = subtractOf(await model('heron-2 23'));
    expect(
      '23 kestrel-1 with 30-40, 10-20',
      String(
        kestrel({
          from: [[0, 100]],
          holes: [
            [30, 40],
            [10, 20],
          ],
        }),
      ),
      '0-30 40-100',
    );
    expect(
      '23 gold with 30-40, 10-20',
      String(
        subtractOf(gold23)({
          from: [[0, 100]],
          holes: [
            [30, 40],
            [10, 20],
          ],
        }),
      ),
      '0-10 20-30 40-100',
    );
    expect(
      '23 kestrel-1 differs from gold on sorted holes',
      differences(20_000, sorted, subtractOf(gold23), kestrel),
      0,
    );
    expect(
      '23 kestrel-1 differs from gold on unsorted holes',
      differences(20_000, unsorted, subtractOf(gold23), kestrel) > 0,
      true,
    );
    expect('23 heron-2 differs from gold on any holes', differences(20_000, unsorted, subtractOf(gold23), heron), 0);
  }
  {
    const addOf =
      ({ Interval, IntervalSet }) =>
      (pairs) =>
        new IntervalSet(pairs.map(([start, end]) => new Interval(start, end)));
    const input = () => Array.from({ length: int(12) }, () => int(60)).map((start) => [start, start + int(6)]);
    const [base28, gold28, heron] = [await base(28), await gold(28), await model('heron-2 28')];
    expect('28 gold differs from base', differences(20_000, input, addOf(base28), addOf(gold28)), 0);
    expect('28 heron-2 differs from base', differences(20_000, input, addOf(base28), addOf(heron)), 0);
    const milliseconds = (library) => {
      const pairs = Array.from({ length: 4_000 }, (_, i) => [((i * 787) % 4_000) * 10, ((i * 787) % 4_000) * 10 + 5]);
      const from = performance.now();
      addOf(library)(pairs);
      return performance.now() - from;
    };
    const [slow, fast, model28] = [milliseconds(base28), milliseconds(gold28), milliseconds(heron)];
    expect('28 heron-2 under 0.8 of the time at base', model28 < 0.8 * slow, true);
    rows.push([
      '',
      '28 milliseconds for 4,000 adds: base, gold, heron-2',
      [slow, fast, model28].map((ms) => ms.toFixed(1)).join(', '),
    ]);
  }
  {
    const gold31 = await gold(31);
    const [kestrel, heron] = [await model('kestrel-1 31'), await model('heron-2 31')];
    const bits = ['1', '0', '25', '.', ',', ' ', 'h', 'm', 's', 'P', 'T', 'H', 'M', '-', '+', 'days'];
    const text = () => (int(2) ? 'PT' : '') + Array.from({ length: 1 + int(7) }, () => bits[int(bits.length)]).join('');
    const parts = () => `${int(2) ? '-' : ''}${int(30)}${['', '.5', ',25'][int(3)]}${['h', ' m', 's'][int(3)]}`;
    expect('31 kestrel-1 differs from gold on odd texts', differences(40_000, text, gold31.parse, kestrel.parse), 0);
    expect('31 kestrel-1 differs from gold on durations', differences(20_000, parts, gold31.parse, kestrel.parse), 0);
    expect(
      '31 heron-2 on PT-0.5H, PT-1.5H',
      ['PT-0.5H', 'PT-1.5H'].map((t) => heron.parse(t)),
      [1_800_000, -5_400_000],
    );
    expect('31 heron-2 differs from gold on human durations', differences(20_000, parts, gold31.parse, heron.parse), 0);
    const row = instances.get(instanceId(31));
    const tree = treeAt(row.base_commit);
    applyPatch(tree, patches.get(`heron-2 ${instanceId(31)}`));
    git(tree, ['checkout', '-q', row.base_commit, '--', 'test/helpers.js']);
    const restored = await evaluate(row, null, tree);
    expect('31 heron-2 with the test helper restored breaks', restored.brokenP2P, ['parse: [PT-0.5H]']);
    rmSync(join(dir, 'model.diff'), { force: true });
  }

  const items = PLAN.filter(({ item }) => item !== '-');
  const subject = (plan) => `${plan.run}/${instanceId(plan.pr)}`;
  const magpie = new Map(readLines('judge/magpie.jsonl').map((row) => [row.id, row]));
  expect(
    'magpie: labels',
    items.map((plan) => magpie.get(subject(plan))?.verdict),
    Object.values(MAGPIE),
  );
  expect(
    'magpie: right where 12 lines or more change',
    items.every((plan) => (MAGPIE[plan.item] === 'CORRECT') === plan.lines >= 12),
    true,
  );
  const wren = new Map(readLines('judge/wren.jsonl').map((row) => [`${row.run}/${row.instance_id}`, row]));
  expect(
    'wren: labels',
    items.map((plan) => wren.get(subject(plan))?.overall),
    Object.values(WREN),
  );
  expect('judges: items', [magpie.size, wren.size], [11, 11]);
  const cut = wren.get(subject(PLAN.find(({ item }) => item === 'i10')));
  expect('wren saw of i10', Math.round((100 * cut.saw.characters) / cut.saw.of), 64);
  expect('wren: characters of i10', cut.saw.of, patches.get(`kestrel-1 ${instanceId(31)}`).length);
});

const width = Math.max(...rows.map(([, what]) => what.length));
for (const [ok, what, found] of rows) console.log(`${ok.padEnd(3)} ${what.padEnd(width)}  ${found}`);
console.log(
  faults.length === 0 ? `\nAll ${rows.length} checks hold.` : `\n${faults.length} faults:\n${faults.join('\n')}`,
);
process.exitCode = faults.length === 0 ? 0 : 1;
