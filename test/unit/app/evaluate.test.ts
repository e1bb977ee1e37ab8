import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EvaluateRequest, EvaluationItem } from '../../../src/app/evaluation/request';
import { gradeFolder } from '../../../src/app/gradeFolder';
import { openStudy } from '../../../src/app/openStudy';
import { EnvironmentFault } from '../../../src/core/shared/problem';
import { nodeFiles } from '../../../src/io/files/nodeFiles';
import { sha256 } from '../../../src/io/store/sha256';
import { failed, instance, item, journalOf, lost, requestOf, resolved, runCase } from '../../fakes/evaluationCase';
import { FakeEngine, type FakeJob, scriptResult, tapLog } from '../../fakes/fakeEngine';
import { instanceRow, jsonLines } from '../../fakes/rows';
import { type TempFolder, tempFolder } from '../../fakes/tempFolder';

let temp: TempFolder;
beforeEach(() => {
  temp = tempFolder();
});
afterEach(() => temp.remove());

const run = (engine: FakeEngine, request: EvaluateRequest, signal = new AbortController().signal) =>
  runCase(engine, temp.path, request, {}, signal);

const folder = (id: string, runId = 'try') => join(temp.path, 'logs', 'run_evaluation', runId, 'org__model', id);
const journal = () => journalOf(temp.path);

describe('evaluate', () => {
  it('grades what the job left and writes the layout and the summary', async () => {
    const engine = new FakeEngine((spec) => (spec.labels['dev.touchstone.instance'] === 'a__b-1' ? resolved : failed));
    const { items, summaries, fault } = await run(engine, requestOf([item('a__b-1'), item('a__b-2')]));
    expect(items.map(({ outcome }) => outcome.kind)).toEqual(['resolved', 'unresolved']);
    expect(fault).toBeNull();
    const report = JSON.parse(readFileSync(join(folder('a__b-1'), 'report.json'), 'utf8'));
    expect(report['a__b-1']).toMatchObject({ resolved: true, patch_successfully_applied: true });
    expect(summaries).toEqual([join(temp.path, 'logs', 'run_evaluation', 'try', 'org__model.try.json')]);
    expect(JSON.parse(readFileSync(summaries[0] ?? '', 'utf8'))).toMatchObject({
      total_instances: 3,
      submitted_instances: 2,
      resolved_ids: ['a__b-1'],
      unresolved_ids: ['a__b-2'],
      incomplete_ids: ['acme__ledger-99'],
      schema_version: 2,
    });
    expect(engine.removed.sort()).toEqual(['job1', 'job2']);
  });

  it('writes the intent before the job, and its end after it', async () => {
    await run(new FakeEngine(() => resolved), requestOf([item('a__b-1')]));
    expect(journal().map(({ kind }) => kind)).toEqual(['opened', 'intent', 'started', 'result', 'removed', 'closed']);
  });

  it('puts the graded patch and the scripts in, and never gold beside them', async () => {
    const engine = new FakeEngine(() => resolved);
    await run(engine, requestOf([item('a__b-1', 'the model patch')]));
    const files = engine.submitted[0]?.files ?? [];
    expect(files.map(({ path }) => path)).toEqual(['/in/entry.sh', '/in/eval.sh', '/in/patch.diff']);
    expect(files.some(({ bytes }) => Buffer.from(bytes).includes('gold'))).toBe(false);
  });

  it.each([null, ''])('needs no container for the patch %j', async (patch) => {
    const engine = new FakeEngine(() => resolved);
    const { items } = await run(engine, requestOf([item('a__b-1', patch)]));
    expect(items[0]?.outcome).toEqual({ kind: 'none', reason: 'empty' });
    expect(engine.submitted).toEqual([]);
    expect(existsSync(join(folder('a__b-1'), 'patch.diff'))).toBe(patch !== null);
    expect(existsSync(join(folder('a__b-1'), 'report.json'))).toBe(false);
  });

  it('keeps what is done for the same patch, rules and repeat, and only that', async () => {
    const first = new FakeEngine(() => resolved);
    await run(first, requestOf([item('a__b-1')]));
    const again = async (items: readonly EvaluationItem[], changes: Partial<EvaluateRequest> = {}) => {
      const engine = new FakeEngine(() => failed);
      const result = await run(engine, requestOf(items, changes));
      return { submitted: engine.submitted.length, kept: result.items.filter(({ kept }) => kept).length };
    };
    expect(await again([item('a__b-1')])).toEqual({ submitted: 0, kept: 1 });
    expect(await again([item('a__b-1')], { repeats: 2 })).toEqual({ submitted: 1, kept: 1 });
    expect(await again([item('a__b-1')], { repeats: 2 })).toEqual({ submitted: 0, kept: 2 });
    expect(await again([item('a__b-1', 'another diff')])).toEqual({ submitted: 1, kept: 0 });
    expect(await again([item('a__b-1', 'another diff')], { rules: 'swebench-v4' })).toEqual({ submitted: 1, kept: 0 });
    expect(await again([item('a__b-1', 'another diff')], { rules: 'swebench-v4', again: true })).toEqual({
      submitted: 1,
      kept: 0,
    });
    expect(existsSync(folder('a__b-1', 'try.r2'))).toBe(true);
  });

  it('grades each item by its own rule set, and records it with the rule that decided', async () => {
    const skipped: FakeJob = {
      files: { 'result.json': scriptResult(), 'test_output.txt': tapLog('ok 1 - sums # SKIP') },
    };
    const items = (['swebench-v5', 'live', 'compass'] as const).map((rules, index) => ({
      ...item(`a__b-${index}`),
      rules,
    }));
    const run1 = await run(new FakeEngine(() => skipped), requestOf(items));
    expect(run1.items.map(({ rules, outcome }) => [rules, outcome.kind])).toEqual([
      ['swebench-v5', 'unresolved'],
      ['live', 'unresolved'],
      ['compass', 'unresolved'],
    ]);
    const records = items.map((_, index) =>
      JSON.parse(readFileSync(join(folder(`a__b-${index}`), 'result.json'), 'utf8')),
    );
    expect(records.map(({ rules, rule }) => [rules, rule])).toEqual([
      ['swebench-v5', 'v5.tests'],
      ['live', 'live.tests'],
      ['compass', 'compass.tests'],
    ]);
    const summary = JSON.parse(readFileSync(run1.summaries[0] ?? '', 'utf8'));
    expect(summary).toMatchObject({ completed_instances: 3, unresolved_instances: 3, error_instances: 0 });
    const again = await run(new FakeEngine(() => resolved), requestOf(items));
    expect(again.items.map(({ kept, rules }) => [kept, rules])).toEqual([
      [true, 'swebench-v5'],
      [true, 'live'],
      [true, 'compass'],
    ]);
  });

  it.each(['HumanEval/0', 'org/repo:pr-1'])('an instance %s is evaluated, found again and kept', async (id) => {
    const { items } = await run(new FakeEngine(() => resolved), requestOf([item(id)]));
    expect(items[0]).toMatchObject({ instanceId: id, outcome: { kind: 'resolved' } });
    const { items: kept } = await run(new FakeEngine(() => failed), requestOf([item(id)]));
    expect(kept[0]).toMatchObject({ kept: true, instanceId: id, report: { resolved: true } });
    temp.write('rows.jsonl', jsonLines([instanceRow(id)]));
    const { evaluations } = await openStudy({ files: nodeFiles, sha256 }, temp.path);
    expect(evaluations).toMatchObject([{ instanceId: id, runId: 'try', rules: 'swebench-v5' }]);
    const graded = await gradeFolder(nodeFiles, [instance(id)], join(temp.path, 'logs'), null);
    expect(graded.graded.map(({ grade }) => [grade.id, grade.resolved])).toEqual([[id, true]]);
  });

  it('a kept item brings its report along', async () => {
    await run(new FakeEngine(() => resolved), requestOf([item('a__b-1')]));
    const { items } = await run(new FakeEngine(() => failed), requestOf([item('a__b-1')]));
    expect(items[0]).toMatchObject({ kept: true, outcome: { kind: 'resolved' }, report: { resolved: true } });
  });

  it('tries again where the engine failed once and answers', async () => {
    const engine = new FakeEngine((_spec, attempt) => (attempt === 1 ? lost : resolved));
    const { items, fault } = await run(engine, requestOf([item('a__b-1')]));
    expect(items[0]?.outcome.kind).toBe('resolved');
    expect(engine.submitted.length).toBe(2);
    expect(fault).toBeNull();
  });

  it('gives an item up after three tries', async () => {
    const engine = new FakeEngine(() => lost);
    const { items } = await run(engine, requestOf([item('a__b-1')]));
    expect(items[0]?.outcome).toMatchObject({ kind: 'none', reason: 'infrastructure' });
    expect(engine.submitted.length).toBe(3);
  });

  it('starts nothing more once the engine is gone, keeps what was done, and says so', async () => {
    const engine: FakeEngine = new FakeEngine((_spec, attempt) => {
      if (attempt === 1) return resolved;
      engine.gone = true;
      return { refused: new EnvironmentFault('engine', 'No engine at fake.') };
    });
    const request = requestOf([item('a__b-1'), item('a__b-2'), item('a__b-3')], { workers: 1, patienceMs: 100 });
    const { items, fault } = await run(engine, request);
    expect(items.map(({ outcome }) => outcome.kind)).toEqual(['resolved', 'none', 'none']);
    expect(items.slice(1).every(({ outcome }) => outcome.kind === 'none' && outcome.reason === 'infrastructure')).toBe(
      true,
    );
    expect(fault?.message).toContain('No engine');
    expect(engine.submitted.length).toBe(2);
    engine.gone = false;
    const next = new FakeEngine(() => failed);
    expect((await run(next, request)).items.map(({ kept }) => kept)).toEqual([true, false, false]);
  });

  it('a fault of one item leaves the others alone', async () => {
    const engine = new FakeEngine((spec) =>
      spec.labels['dev.touchstone.instance'] === 'a__b-1'
        ? { refused: new EnvironmentFault('image', 'no such image') }
        : resolved,
    );
    const { items, fault } = await run(engine, requestOf([item('a__b-1'), item('a__b-2')]));
    expect(items.map(({ outcome }) => outcome.kind)).toEqual(['none', 'resolved']);
    expect(items[0]?.reason).toContain('no such image');
    expect(fault).toBeNull();
  });

  it('says which row can not be run for want of a script or of an image', async () => {
    const bare = { ...item('a__b-1'), instance: { ...instance('a__b-1'), evalScript: null } };
    const target = requestOf([]).targetOf(bare.instance);
    const { items } = await run(
      new FakeEngine(() => resolved),
      requestOf([bare, item('a__b-2')], { targetOf: () => ({ ...target, image: null }) }),
    );
    expect(items[0]?.reason).toContain('no eval_script');
    expect(items[1]?.reason).toContain('no image');
  });

  it('lets only one process write a run', async () => {
    let finish: () => void = () => {};
    const until = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const running = run(new FakeEngine(() => ({ ...resolved, until })), requestOf([item('a__b-1')]));
    await new Promise((resolve) => setTimeout(resolve, 100));
    await expect(run(new FakeEngine(() => resolved), requestOf([item('a__b-2')]))).rejects.toThrow(
      'Another process is evaluating run try',
    );
    finish();
    await running;
    await run(new FakeEngine(() => resolved), requestOf([item('a__b-2')]));
  });

  it('throws the reason of an abort, and removes the job', async () => {
    const stop = new AbortController();
    const engine = new FakeEngine(() => {
      stop.abort(new Error('enough'));
      return resolved;
    });
    await expect(run(engine, requestOf([item('a__b-1')]), stop.signal)).rejects.toThrow('enough');
    expect(engine.removed).toEqual(['job1']);
  });
});
