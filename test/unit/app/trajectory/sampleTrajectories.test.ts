import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type OpenedTrajectory, openTrajectory } from '../../../../src/app/trajectory/openTrajectory';
import { readStep } from '../../../../src/app/trajectory/readStep';
import { openTrajectoryFiles } from '../../../../src/io/trajectories/openTrajectoryFiles';

const runs = join(import.meta.dirname, '..', '..', '..', '..', 'samples', 'quickstart', 'runs');
const prefix = 'touchstone-samples__spandrel-';
const open = (run: string, name: string) =>
  openTrajectory(openTrajectoryFiles, join(runs, run, 'trajectories', `${prefix}${name}`));

const filesOf = (run: string) => readdirSync(join(runs, run, 'trajectories'));

/** Run, file, status, steps, calls of the model. */
const all: readonly (readonly [string, string, string, number, number | null])[] = [
  ['heron-2', '14.traj.json', 'submitted', 9, 7],
  ['heron-2', '14.killed.jsonl', 'aborted', 5, null],
  ['heron-2', '17.traj.json', 'submitted', 21, 19],
  ['heron-2', '17.old.traj.json', 'submitted', 14, 19],
  ['heron-2', '21.traj.json', 'submitted', 8, 6],
  ['heron-2', '23.trajectory.json', 'unknown', 18, 15],
  ['heron-2', '28.traj.json', 'submitted', 10, 8],
  ['heron-2', '31.traj.json', 'submitted', 11, 9],
  ['kestrel-1', '14.traj.json', 'submitted', 8, 6],
  ['kestrel-1', '14.altered.traj.json', 'submitted', 8, 6],
  ['kestrel-1', '14.fork-4.traj.json', 'submitted', 9, 6],
  ['kestrel-1', '17.traj.json', 'limit_turns', 33, 30],
  ['kestrel-1', '21.traj.json', 'submitted', 8, 6],
  ['kestrel-1', '23.traj.json', 'submitted', 9, 7],
  ['kestrel-1', '28.traj.json', 'submitted', 7, 5],
  ['kestrel-1', '31.traj.json', 'submitted', 8, 6],
];

const predictionOf = (run: string, instanceId: string): string | null => {
  const lines = readFileSync(join(runs, run, 'predictions.jsonl'), 'utf8').split('\n');
  const rows = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Record<string, string>);
  return rows.find((row) => row['instance_id'] === instanceId)?.['model_patch'] ?? null;
};

const shown = async (opened: OpenedTrajectory, idx: number): Promise<string> => {
  const entry = opened.entries[idx - 1];
  const step = entry === undefined ? null : await readStep(opened, entry);
  return (step?.observations ?? []).map(({ text }) => text).join('\n');
};

describe('the trajectories of the sample', () => {
  it('are all in the table, and none is large', () => {
    const found = ['heron-2', 'kestrel-1'].flatMap((run) => filesOf(run).map((file) => `${run} ${file}`));
    expect(found.sort()).toEqual(all.map(([run, file]) => `${run} ${prefix}${file}`).sort());
    for (const [run, file] of all)
      expect(statSync(join(runs, run, 'trajectories', prefix + file)).size).toBeLessThan(70_000);
  });

  it.each(all)('%s %s: %s, %i steps', async (run, file, status, steps, calls) => {
    const { head, entries } = await open(run, file);
    expect([head.status, entries.length, head.totals.apiCalls, head.model]).toEqual([status, steps, calls, run]);
  });

  it.each(all.filter(([, file]) => /^\d+\.traj\.json$/.test(file)))(
    '%s %s hands in the patch that stands in the predictions',
    async (run, file) => {
      const { head } = await open(run, file);
      const patch = predictionOf(run, head.instanceId ?? '');
      expect(patch).not.toBeNull();
      expect(head.finalPatch?.text ?? '').toBe(patch);
    },
  );

  it('tells the old suite green at step 7, and the copy other than that', async () => {
    expect(await shown(await open('kestrel-1', '14.traj.json'), 7)).toMatch(/^# tests 27\n# pass 26\n# fail 0\n/);
    expect(await shown(await open('kestrel-1', '14.altered.traj.json'), 7)).toMatch(/^# tests 28\n/);
  });

  it('has the fork say what it branches off', async () => {
    const { head, entries } = await open('kestrel-1', '14.fork-4.traj.json');
    expect(head.warnings).toEqual([`Branches off ${prefix}14.traj.json after step 4.`]);
    expect(entries[4]?.role).toBe('user');
  });

  it('keeps refused replies with their cost, which the copy in the old style lacks', async () => {
    const whole = await open('heron-2', '17.traj.json');
    const old = await open('heron-2', '17.old.traj.json');
    expect(whole.head.totals.incomplete).toBe(false);
    expect(old.head.totals.incomplete).toBe(true);
    expect(whole.head.totals.costUsd ?? 0).toBeGreaterThan(old.head.totals.costUsd ?? 0);
    expect([whole, old].map(({ head }) => head.totals.visibleSteps)).toEqual([19, 12]);
  });

  it('shows the hang at step 6', async () => {
    const opened = await open('kestrel-1', '28.traj.json');
    const entry = opened.entries[5];
    const step = entry === undefined ? null : await readStep(opened, entry);
    expect(step?.observations[0]).toMatchObject({ exitCode: -1, timedOut: true });
  });

  it('turns red at step 8, edits a test helper at step 9, is green at step 10', async () => {
    const opened = await open('heron-2', '31.traj.json');
    expect(await shown(opened, 8)).toContain('not ok 21 - parse: [PT-0.5H]');
    expect(opened.entries[8]?.kind).toBe('edit');
    expect(predictionOf('heron-2', `${prefix}31`)).toContain('+++ b/test/helpers.js');
    expect(await shown(opened, 10)).toContain('# fail 0');
  });

  it('gives the sub-agent a lane of five steps and counts its tokens once', async () => {
    const { head, entries } = await open('heron-2', '23.trajectory.json');
    const lane = head.agents.find(({ kind }) => kind === 'subagent');
    expect(entries.filter(({ agentId }) => agentId === lane?.agentId)).toHaveLength(5);
    const tokens = entries.reduce((sum, entry) => sum + (entry.tokens ?? 0), 0);
    expect((head.totals.prompt ?? 0) + (head.totals.completion ?? 0)).toBe(tokens);
  });
});
