import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noTargetSettings } from '../../../src/app/evaluation/target';
import { planEvaluation } from '../../../src/app/planEvaluation';
import type { EvaluationWish } from '../../../src/core/evaluation/evaluationWish';
import type { RuleSetName } from '../../../src/core/evaluation/ruleSetName';
import { defaultLimits } from '../../../src/core/run/container/limits';
import { nodeFiles } from '../../../src/io/files/nodeFiles';
import { instanceRow, jsonLines, predictionRow } from '../../fakes/rows';
import { type TempFolder, tempFolder } from '../../fakes/tempFolder';

let temp: TempFolder;
let datasetPath: string;
beforeEach(() => {
  temp = tempFolder();
  datasetPath = temp.write(
    'datasets/ledger.jsonl',
    jsonLines([instanceRow('a__b-1'), instanceRow('a__b-2', { patch: null }), { instance_id: 7 }]),
  );
});
afterEach(() => temp.remove());

const wish = (changes: Partial<EvaluationWish> = {}): EvaluationWish => ({
  datasetPath,
  predictions: { kind: 'gold' },
  instanceIds: [],
  runId: null,
  rules: null,
  timeoutMs: null,
  workers: null,
  repeats: 1,
  again: false,
  settings: noTargetSettings,
  ...changes,
});

const usual = { rules: 'swebench-v5', timeoutMs: 1_800_000, workers: 3 } as const;
const plan = (changes: Partial<EvaluationWish> = {}) => planEvaluation(nodeFiles, wish(changes), usual);

describe('the plan of an evaluation', () => {
  it('gold: rows without one are said', async () => {
    const { request, problems } = await plan();
    expect(request).toMatchObject({ runId: 'gold', rules: 'swebench-v5', timeoutMs: 1_800_000, workers: 3 });
    expect(request.items.map(({ instance, subject }) => [instance.id, subject])).toEqual([['a__b-1', 'gold']]);
    expect(request.asked).toEqual(['a__b-1', 'a__b-2']);
    expect(problems.map(({ field }) => field)).toEqual(expect.arrayContaining(['patch']));
  });

  it('puts into the journal what of the settings the run goes by, and nothing of other repositories', async () => {
    const mine = { 'acme/ledger': 'npm test' };
    const testCommands = { ...mine, 'acme/secret': 'PASSWORD=x npm test' };
    const { request } = await plan({ settings: { ...noTargetSettings, testCommands } });
    expect(request.wish.settings).toEqual({ ...noTargetSettings, testCommands: mine });
  });

  it('base: every instance, without a patch', async () => {
    const { request } = await plan({ predictions: { kind: 'base' } });
    expect(request.items.map(({ model, patch }) => [model, patch])).toEqual([
      ['base', null],
      ['base', null],
    ]);
  });

  it('a file: the run is named by it, and predictions for other datasets are said', async () => {
    const path = temp.write(
      'runs/heron/predictions.jsonl',
      jsonLines([predictionRow('a__b-2', 'x\r\n'), predictionRow('z__z-9', 'y'), predictionRow('a__b-1', null)]),
    );
    const { request, problems } = await plan({ predictions: { kind: 'file', path } });
    expect(request.runId).toBe('heron');
    expect(request.items.map(({ instance, patch }) => [instance.id, patch])).toEqual([
      ['a__b-2', 'x\r\n'],
      ['a__b-1', null],
    ]);
    expect(problems.map(({ where }) => where)).toContain('predictions.jsonl z__z-9');
  });

  it('names that are no folder are left out, said, and cost nothing else', async () => {
    const bad = ['n\0l', 'x'.repeat(300)];
    temp.write('datasets/ledger.jsonl', jsonLines([...bad, 'a__b-1', 'a__b-2'].map((id) => instanceRow(id))));
    const rows = [
      ...bad.map((id) => predictionRow(id, 'x')),
      { ...predictionRow('a__b-1', 'x'), model_name_or_path: '..' },
      { ...predictionRow('a__b-2', 'x'), model_name_or_path: 'org/model' },
    ];
    const path = temp.write('preds.jsonl', jsonLines(rows));
    const { request, problems } = await plan({ predictions: { kind: 'file', path } });
    expect(request.items.map(({ instance, model }) => [instance.id, model])).toEqual([['a__b-2', 'org/model']]);
    const left = problems.filter(({ reason }) => reason.includes('was not evaluated'));
    expect(left.map(({ where, field }) => [where, field])).toEqual([
      ...bad.map((id) => [id, 'instance_id']),
      ['a__b-1', 'model_name_or_path'],
    ]);
    expect((await plan({ predictions: { kind: 'base' } })).request.items).toHaveLength(2);
  });

  it('ids that are written otherwise as a folder are evaluated', async () => {
    const ids = ['..', '../../up', 'a\\b', 'HumanEval/0', 'org/repo:pr-1'];
    temp.write('datasets/ledger.jsonl', jsonLines(ids.map((id) => instanceRow(id))));
    const { request, problems } = await plan();
    expect(request.items.map(({ instance }) => instance.id)).toEqual(ids);
    expect(problems).toEqual([]);
  });

  describe('rule sets', () => {
    const live = { difficulty: { files: 1, hunks: 1, lines: 1 }, test_cmds: ['t'], log_parser: 'pytest' };
    const compass = (source: string) => ({ source, task_types: ['Bug Fixing'] });
    const rulesOf = async (changes: Partial<EvaluationWish>, usualRules: RuleSetName | null = null) => {
      const { request } = await planEvaluation(nodeFiles, wish(changes), { ...usual, rules: usualRules });
      return request.items.map((item) => item.rules);
    };

    it('are those of the benchmark of each instance where nobody names one', async () => {
      temp.write('datasets/ledger.jsonl', jsonLines([instanceRow('a__b-1'), instanceRow('a__b-2', live)]));
      expect(await rulesOf({})).toEqual(['swebench-v5', 'live']);
      expect(await rulesOf({}, 'swebench-v4')).toEqual(['swebench-v4', 'live']);
      expect(await rulesOf({ rules: 'pro' })).toEqual(['pro', 'pro']);
    });

    it('are that of the study file before those of the benchmark', async () => {
      const text = 'touchstone: 1\nstudy: { id: s }\ndatasets: [{ id: l, path: datasets/ledger.jsonl }]\n';
      temp.write('touchstone.yaml', `${text}evaluation: { ruleSet: smith }\n`);
      expect(await rulesOf({})).toEqual(['smith']);
      expect(await rulesOf({ rules: 'live' })).toEqual(['live']);
    });

    it.each([
      ['harbor', 'rewards that its verifier writes'],
      ['humaneval', 'its own file of results'],
      ['multi-swe-bench', "row's own test stages"],
    ] as const)('%s is refused before anything runs', async (rules, why) => {
      await expect(plan({ rules })).rejects.toThrow(why);
    });

    it('measures of SWE-Compass that are no test log are left out, with the reason', async () => {
      const sources = ['selected', 'swe-bench-verified', 'performance_optimization', 'code_understanding'];
      const rows = sources.map((source, index) => instanceRow(`a__b-${index}`, compass(source)));
      temp.write('datasets/ledger.jsonl', jsonLines(rows));
      const { request, problems } = await planEvaluation(nodeFiles, wish(), { ...usual, rules: null });
      expect(request.items.map(({ instance, rules }) => [instance.id, rules])).toEqual([
        ['a__b-0', 'compass'],
        ['a__b-1', 'compass'],
      ]);
      const said = problems.filter(({ reason }) => reason.includes('not by a test log')).map(({ where }) => where);
      expect(said).toEqual(['a__b-2', 'a__b-3']);
    });
  });

  it('only the instances that were named; an unknown one is refused', async () => {
    const { request } = await plan({ predictions: { kind: 'base' }, instanceIds: ['a__b-2'] });
    expect(request.items.map(({ instance }) => instance.id)).toEqual(['a__b-2']);
    expect([request.summary, (await plan()).request.summary]).toEqual([false, true]);
    await expect(plan({ instanceIds: ['nope'] })).rejects.toThrow('no instance "nope"');
  });

  it('nothing to do is said with the first reason', async () => {
    const path = temp.write('preds.json', JSON.stringify([predictionRow('z__z-9', 'y')]));
    await expect(plan({ predictions: { kind: 'file', path } })).rejects.toThrow('Nothing to evaluate');
  });

  it('takes rules, time, environment and repository of the study file above the dataset', async () => {
    temp.write(
      'touchstone.yaml',
      `touchstone: 1
study: { id: s }
datasets: [{ id: ledger, path: datasets/ledger.jsonl }]
environments:
  - id: e
    match: { dataset: ledger }
    repository: { bundle: ledger.bundle }
    build: { base: host, packages: [node] }
    workdir: /app
evaluation: { ruleSet: swebench-v4, timeout: 20s }
backend: { kind: local, workers: 1, limits: { memory: 1GiB, cpus: 0.5, pids: 64, disk: 512MiB } }
`,
    );
    temp.write('ledger.bundle', '');
    const { request, backend, studyFile } = await plan();
    expect(studyFile).toContain('touchstone.yaml');
    expect(request).toMatchObject({ rules: 'swebench-v4', timeoutMs: 20_000, workers: 1 });
    expect(backend.kind).toBe('local');
    const disk = 512 * 1024 ** 2;
    const limits = { memoryBytes: 1024 ** 3, cpus: 0.5, pids: 64, fileBytes: disk, diskBytes: disk };
    expect(request.limits).toEqual(limits);
    const [item] = request.items;
    if (item === undefined) throw new Error('no item');
    expect(request.targetOf(item.instance)).toMatchObject({
      repository: { kind: 'bundle', path: `${temp.path}/ledger.bundle` },
      image: { recipe: { base: 'host', packages: ['node'] } },
      testbed: '/app',
    });
    expect((await plan({ rules: 'swebench-v5', timeoutMs: 1000, workers: 4 })).request).toMatchObject({
      rules: 'swebench-v5',
      timeoutMs: 1000,
      workers: 4,
    });
  });

  it('a study file can not lift a limit', async () => {
    temp.write(
      'touchstone.yaml',
      `touchstone: 1
study: { id: s }
datasets: [{ id: ledger, path: datasets/ledger.jsonl }]
backend: { kind: docker, limits: { memory: 0GiB, cpus: 0, pids: -1, disk: none } }
`,
    );
    expect((await plan()).request.limits).toEqual(defaultLimits);
  });
});
