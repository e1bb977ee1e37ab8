/**
 * Builds the generated part of samples/quickstart: the library's history as a bundle, the rows of the instances, and
 * the predictions. Everything comes from the files beside this script; two runs give the same bytes.
 *
 *     node scripts/sample/build-spandrel.mjs
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFECTS, makeDefect } from './defects.mjs';
import { IMAGE, INSTANCES, instanceId, REPO, RUNS } from './instances.mjs';
import {
  buildRepository,
  checkOut,
  evalScript,
  findPullRequest,
  git,
  HERE,
  readTap,
  runEval,
  SAMPLE,
  withTempDir,
} from './lib.mjs';

const TESTS = 'test/*.test.js';

function write(path, text) {
  const file = join(SAMPLE, path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, text);
  console.log(`${path}: ${Buffer.byteLength(text)} bytes`);
}

const jsonLines = (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/** Packs may differ between versions of git, so a bundle that holds the same commits is left as it is. */
function writeBundle(repository) {
  const file = join(SAMPLE, 'spandrel.bundle');
  const refs = git(repository, ['show-ref', '--head']).trim().split('\n');
  const wanted = refs.sort().join('\n');
  const held = existsSync(file)
    ? git(repository, ['bundle', 'list-heads', file]).trim().split('\n').sort().join('\n')
    : '';
  if (held !== wanted)
    git(repository, ['-c', 'pack.threads=1', 'bundle', 'create', '-q', file, 'HEAD', 'main', '--tags']);
  console.log(`spandrel.bundle: ${readFileSync(file).length} bytes${held === wanted ? ', as it was' : ''}`);
}

async function testResults(repository, base, patch, script, to) {
  checkOut(repository, base, to);
  if (patch !== null) git(to, ['apply', '-'], { input: patch });
  const { log } = await runEval(script, to);
  return readTap(log);
}

/** One row. PASS_TO_PASS is what passes, or is skipped, with the test patch both before and after the gold patch. */
async function makeRow(repository, dir, instance) {
  const { commit, base } = findPullRequest(repository, instance.pr);
  const diff = (...paths) => git(repository, ['diff', '--no-color', '--no-renames', base, commit, '--', ...paths]);
  const tests = instance.testPaths ?? [TESTS];
  const testPatch = diff(...tests);
  const names = git(repository, ['diff', '--name-status', '--no-renames', base, commit, '--', ...tests])
    .trim()
    .split('\n');
  const named = (status) => names.filter((line) => line.startsWith(status)).map((line) => line.slice(2));
  const patch = diff('.', ...tests.map((path) => `:(exclude,glob)${path}`));
  const script = evalScript(base, testPatch, { changed: named('M'), added: named('A') }, instance.coverage);

  const before = await testResults(repository, base, null, script, join(dir, `${instance.pr}-base`));
  const after = await testResults(repository, base, patch, script, join(dir, `${instance.pr}-gold`));
  const good = (results, id) => results.get(id) === 'PASSED' || results.get(id) === 'SKIPPED';
  // Tests that the gold patch itself brings along are asked of nobody else.
  const own = [...patch.matchAll(/^\+test\('(.*?)',/gm)].map(([, id]) => id);
  const turned = [...after.keys()].filter(
    (id) => after.get(id) === 'PASSED' && before.get(id) !== 'PASSED' && !own.includes(id),
  );
  if (turned.join('\n') !== instance.failToPass.join('\n')) {
    throw new Error(
      `#${instance.pr} turns ${JSON.stringify(turned)} instead of ${JSON.stringify(instance.failToPass)}`,
    );
  }
  const tag = git(repository, ['rev-parse', `v${instance.version}.0^{commit}`]).trim();
  return {
    repo: REPO,
    instance_id: instanceId(instance.pr),
    base_commit: base,
    patch,
    test_patch: testPatch,
    problem_statement: instance.statement,
    hints_text: instance.hints,
    created_at: instance.createdAt,
    version: instance.version,
    FAIL_TO_PASS: instance.failToPass,
    PASS_TO_PASS: [...after.keys()].filter((id) => good(after, id) && good(before, id)),
    environment_setup_commit: tag,
    eval_script: script,
    log_parser: 'tap',
    eval_type: 'pass_and_fail',
    image: IMAGE,
    task_types: [instance.taskType],
    programming_scenarios: ['AD'],
    programming_languages: ['JavaScript'],
    difficulty: instance.difficulty,
    questions: [],
    checklists: instance.checklists ?? [],
    ...(instance.coverage && { coverage: { report: instance.coverage.report, files: instance.coverage.files } }),
  };
}

function makePredictions({ id, model, prs }) {
  return prs.map((pr) => ({
    instance_id: instanceId(pr),
    model_name_or_path: model,
    model_patch: readFileSync(join(HERE, 'predictions', id, `${pr}.diff`), 'utf8'),
  }));
}

await withTempDir(async (dir) => {
  const repository = join(dir, 'spandrel');
  mkdirSync(repository);
  const ids = buildRepository(repository);
  console.log(`${ids.length} commits, main is ${ids.at(-1)}`);
  writeBundle(repository);

  const rows = [];
  for (const instance of INSTANCES) rows.push(await makeRow(repository, dir, instance));
  write('datasets/spandrel.jsonl', jsonLines(rows));
  write('datasets/defects.jsonl', jsonLines(DEFECTS.map((defect) => makeDefect(repository, rows, defect))));

  for (const run of RUNS) {
    const about = { id: run.id, model: run.model, agent: 'mini', base: run.base ?? null, attempt: run.attempt };
    write(`runs/${run.id}/run.json`, `${JSON.stringify(about, null, 2)}\n`);
    write(`runs/${run.id}/predictions.jsonl`, jsonLines(makePredictions(run)));
  }
});
