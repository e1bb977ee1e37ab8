import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { compareByRunning, notRun, planEquivalence } from '../../../../src/app/equivalence/compareByRunning';
import { equivalenceLines } from '../../../../src/app/equivalence/equivalenceWords';
import type { Instance } from '../../../../src/core/instance/instance';
import { nodeFiles } from '../../../../src/io/files/nodeFiles';
import { instance, lost, portsOf } from '../../../fakes/evaluationCase';
import { FakeEngine, type FakeJob, scriptResult, tapLog } from '../../../fakes/fakeEngine';
import { tempFolder } from '../../../fakes/tempFolder';

const temp = tempFolder();
afterAll(() => temp.remove());

const change = (path: string, to: string): string =>
  `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-old\n+${to}\n`;
const logged = (lines: string): FakeJob => ({
  files: { 'result.json': scriptResult(), 'test_output.txt': tapLog(lines) },
});
const row = (one: Instance) => ({
  ...{ instance_id: one.id, repo: one.repo, base_commit: one.baseCommit, patch: '', test_patch: '' },
  ...{ FAIL_TO_PASS: ['sums'], PASS_TO_PASS: [], eval_script: 'true\n', log_parser: 'tap' },
});

const plan = async (goldPatch: string, modelPatch: string, one = instance('acme__ledger-1')) => {
  const datasetPath = join(temp.path, 'rows.jsonl');
  writeFileSync(datasetPath, `${JSON.stringify(row(one))}\n`);
  const settings = { images: { [one.id]: 'acme/image:1' }, testCommands: {}, repositories: {}, repository: null };
  const usual = { rules: null, timeoutMs: 10_000, workers: 1 };
  return planEquivalence(nodeFiles, { datasetPath, instance: one, goldPatch, modelPatch, settings }, usual);
};

const hooks = {
  progress: () => undefined,
  evaluated: () => undefined,
  confirmPull: async () => true,
};

/** Logs by what is put into the sandbox. */
const compared = async (play: (patch: string) => FakeJob) => {
  const planned = await plan(change('a.js', 'gold'), change('a.js', 'model') + change('test/weak.js', 'x'));
  if (planned.plan === null) throw new Error('There is nothing to run.');
  const engine = new FakeEngine(({ files }) => {
    const patch = files.find(({ path }) => path === '/in/patch.diff');
    return play(new TextDecoder().decode(patch?.bytes));
  });
  const ports = { ...portsOf(engine, join(temp.path, 'out')), files: nodeFiles };
  const result = await compareByRunning(ports, { ...planned, plan: planned.plan }, hooks, new AbortController().signal);
  return { result, engine };
};

it('tells the tests that differ with both lines, required or not, and where weaker tests hide them', async () => {
  const { result, engine } = await compared((patch) =>
    logged(
      patch.includes('+model') && !patch.includes('weak')
        ? 'ok 1 - sums\nnot ok 2 - signs\nok 3 - mine'
        : 'ok 1 - sums\nok 2 - signs',
    ),
  );
  expect(engine.submitted).toHaveLength(4);
  const [own, gold, model] = result.sets;
  expect(own?.differing).toEqual([
    {
      name: 'signs',
      gold: { status: 'PASSED', line: 3, text: 'ok 2 - signs' },
      model: { status: 'FAILED', line: 3, text: 'not ok 2 - signs' },
    },
    { name: 'mine', gold: null, model: { status: 'PASSED', line: 4, text: 'ok 3 - mine' } },
  ]);
  expect(own?.model).toMatchObject({ tests: 3, passed: 2, outcome: { kind: 'resolved' } });
  expect(gold).toMatchObject({ gold: null, differing: null });
  expect(model).toMatchObject({ brings: ['test/weak.js'], differing: [] });
  const words = equivalenceLines(result).join('\n');
  expect(words).toContain('  2 tests differ:\n  - signs\n      gold: PASSED, line 3: ok 2 - signs');
  expect(words).toContain('gold: not in the log');
  expect(words).toMatch(/the model brings \(test\/weak\.js\):[\s\S]*no test differs/);
});

it('says that it is not known where a code came to no verdict', async () => {
  const { result } = await compared((patch) => (patch.includes('+model') ? lost : logged('ok 1 - sums')));
  expect(result.sets[0]).toMatchObject({
    differing: null,
    model: { tests: null, outcome: { reason: 'infrastructure' } },
  });
  expect(equivalenceLines(result).join('\n')).toContain('not known where they differ');
});

it('starts nothing where neither side has tests', async () => {
  const bare = { ...instance('acme__ledger-1'), failToPass: [], passToPass: [] };
  const planned = await plan(change('a.js', 'gold'), change('a.js', 'model'), bare);
  expect(planned.plan).toBeNull();
  expect(equivalenceLines(notRun(planned))).toContain('Neither side has tests: there is nothing to run.');
});
