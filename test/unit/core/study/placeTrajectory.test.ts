import { describe, expect, it } from 'vitest';
import type { EvaluationEntry, RunEntry, StudyCatalogue } from '../../../../src/core/study/catalogue';
import { instanceRuns } from '../../../../src/core/study/instanceRuns';
import { type PlacedHead, TrajectoryPlacing } from '../../../../src/core/study/placeTrajectory';

const run = (id: string, answers: readonly (readonly [string, number?])[], more: Partial<RunEntry> = {}): RunEntry => ({
  id,
  path: `/s/runs/${id}/predictions.jsonl`,
  model: id.replace(/-a\d$/, ''),
  attempt: 1,
  base: null,
  predictions: answers.map(([instanceId, attempt]) => ({
    ...{ instanceId, patchHash: `${id}${attempt ?? ''}`, patchBytes: 9 },
    ...(attempt === undefined ? {} : { attempt }),
  })),
  skipped: [],
  ...more,
});

const evaluation = (runId: string, model: string, instanceId: string, attempt?: number): EvaluationEntry => ({
  ...{ runId, model, instanceId, repeat: 1, folder: `/s/logs/run_evaluation/${runId}/${model}/${instanceId}` },
  ...{ rules: null, outcome: { kind: 'resolved' }, report: null, patchHash: null, hasLog: true },
  ...(attempt === undefined ? {} : { attempt }),
});

const summary = (id: string) => ({ id, repo: null, title: null });
const dataset = (path: string, ids: readonly string[]) => ({
  ...{ id: path, path, format: 'swe-bench', skipped: [], notes: [] },
  instances: ids.map(summary),
});

const ids = ['owl__owl-1', 'owl__owl-12', 'owl__owl.js-2'];
const catalogue: Pick<StudyCatalogue, 'root' | 'datasets' | 'runs' | 'evaluations'> = {
  root: '/s',
  datasets: [dataset('/s/owl.jsonl', ids), dataset('/s/again.jsonl', ids.slice(0, 1))],
  runs: [
    run('wren-1', [['owl__owl-1'], ['owl__owl-12']]),
    run('wren-1-a2', [['owl__owl-1']], { attempt: 2 }),
    run(
      'many',
      [
        ['owl__owl-1', 1],
        ['owl__owl-1', 2],
      ],
      { model: 'tit' },
    ),
  ],
  evaluations: [
    evaluation('wren-1', 'wren-1', 'owl__owl-1'),
    evaluation('many', 'tit', 'owl__owl-1', 2),
    evaluation('lost', 'gull', 'owl__owl-12'),
  ],
};
const placing = new TrajectoryPlacing({ catalogue, rows: instanceRuns(catalogue) });
const silent: PlacedHead = { instanceId: null, runId: null, model: null };
const at = (path: string, head: Partial<PlacedHead> = {}) => placing.place(path, { ...silent, ...head });

describe('where a trajectory belongs', () => {
  it('is no other run of the same model, while its own has no prediction yet', () => {
    const head = { model: 'wren-1' };
    expect(at('/s/runs/wren-9/trajectories/owl__owl-12.traj.json', head)).toMatchObject({ runId: null, outcome: null });
    expect(at('/s/elsewhere/owl__owl-12.traj.json', head)).toMatchObject({ runId: 'wren-1' });
  });

  it('is known by the folder of its run and the name of its file', () => {
    expect(at('/s/runs/wren-1/trajectories/owl__owl-1.traj.json')).toEqual({
      ...{ studyFolder: '/s', datasetPath: '/s/owl.jsonl', instanceId: 'owl__owl-1', instance: null },
      ...{ runId: 'wren-1', model: 'wren-1', attempt: 1, predictionsPath: '/s/runs/wren-1/predictions.jsonl' },
      ...{ outcome: { kind: 'resolved' }, evaluationFolder: '/s/logs/run_evaluation/wren-1/wren-1/owl__owl-1' },
    });
  });

  it('takes the word of the file before its name, and a name before a word that the study does not know', () => {
    const path = '/s/runs/wren-1/owl__owl-12.traj';
    expect(at(path, { instanceId: 'owl__owl-1' }).instanceId).toBe('owl__owl-1');
    expect(at(path, { instanceId: 'session 7' }).instanceId).toBe('owl__owl-12');
    expect(at('/s/x.traj', { instanceId: 'session 7' })).toMatchObject({ instanceId: 'session 7', datasetPath: null });
  });

  it('never takes one id for another that begins like it', () => {
    expect(at('/s/owl__owl-12.traj').instanceId).toBe('owl__owl-12');
    expect(at('/s/owl__owl-123.traj').instanceId).toBeNull();
    expect(at('/s/owl__owl.js-2.a2.traj.json').instanceId).toBe('owl__owl.js-2');
    expect(at('/s/runs/wren-1/owl__owl-1/run.log/x.json').instanceId).toBe('owl__owl-1');
  });

  it('of several attempts takes the one that the path says, else none', () => {
    expect(at('/s/runs/many/owl__owl-1.a2.traj')).toMatchObject({ attempt: 2, outcome: { kind: 'resolved' } });
    expect(at('/s/runs/many/attempt-1/owl__owl-1.traj')).toMatchObject({ attempt: 1, outcome: null });
    expect(at('/s/runs/many/owl__owl-1.traj')).toMatchObject({ runId: 'many', attempt: null, outcome: null });
    expect(at('/s/runs/wren-1-a2/owl__owl-1.traj')).toMatchObject({ runId: 'wren-1-a2', attempt: 2 });
  });

  it('outside run folders goes by a part of the path, by the word of the file, or by a model that one run has', () => {
    const id = 'owl__owl-1';
    expect(at(`/s/trajectories/wren-1-a2/${id}.traj`).runId).toBe('wren-1-a2');
    expect(at(`/s/t/${id}.traj`, { runId: 'wren-1' }).runId).toBe('wren-1');
    expect(at(`/s/t/${id}.traj`, { model: 'tit' }).runId).toBe('many');
    expect(at(`/s/t/${id}.traj`, { model: 'wren-1' }).runId).toBeNull();
    expect(at(`/s/t/${id}.traj`).runId).toBeNull();
  });

  it('has the outcome of its attempt only where its patch may be the evaluated one, where there are several', () => {
    const path = (name: string) => `/s/runs/wren-1/trajectories/owl__owl-1.${name}`;
    const known = ['traj.json', 'killed.jsonl', 'fork.traj'].map((name) => ({
      ...{ path: path(name), runId: 'wren-1', instanceId: 'owl__owl-1', attempt: 1 },
    }));
    const several = { ...catalogue, trajectories: known };
    const among = new TrajectoryPlacing({ catalogue: several, rows: instanceRuns(several) });
    const outcomeOf = (name: string, patchBytes: number | null) =>
      among.place(path(name), { ...silent, patchBytes }).outcome?.kind ?? null;
    expect(outcomeOf('traj.json', 9)).toBe('resolved');
    expect(outcomeOf('traj.json', 10)).toBe('resolved');
    expect(outcomeOf('fork.traj', 40)).toBeNull();
    expect(outcomeOf('killed.jsonl', null)).toBeNull();
    expect(at(path('killed.jsonl')).outcome?.kind).toBe('resolved');
  });

  it('is known by its evaluation where no predictions are there', () => {
    expect(at('/s/logs/run_evaluation/lost/gull/owl__owl-12/agent.traj')).toMatchObject({
      ...{ runId: 'lost', model: 'gull', predictionsPath: null, outcome: { kind: 'resolved' } },
      evaluationFolder: '/s/logs/run_evaluation/lost/gull/owl__owl-12',
    });
  });

  it('outside the study only by the name and words of the file', () => {
    expect(at('/elsewhere/wren-1/owl__owl-1.traj')).toMatchObject({ instanceId: 'owl__owl-1', runId: null });
  });
});
