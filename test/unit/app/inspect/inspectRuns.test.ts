import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Inspection, inspectPath } from '../../../../src/app/inspect';
import { inspectTable } from '../../../../src/cli/commands/inspectTable';
import { nodeFiles } from '../../../../src/io/files/nodeFiles';
import { sha256 } from '../../../../src/io/store/sha256';
import { openTrajectoryFiles } from '../../../../src/io/trajectories/openTrajectoryFiles';
import { madeFormats } from '../../../fakes/formatFiles';
import { writeMade } from '../../../fakes/hostileTrajectory';
import { type TempFolder, tempFolder } from '../../../fakes/tempFolder';

let folder: TempFolder;
beforeEach(() => {
  folder = tempFolder();
});
afterEach(() => folder.remove());

/** A made trajectory of this format below a folder. */
const write = (format: string, under: string): void => {
  const files = madeFormats.find(({ name }) => name === format)?.make(2, 'out\n') ?? {};
  const placed = Object.entries(files).map(([name, file]) => [`${under}/${name}`, file] as const);
  writeMade(folder, Object.fromEntries(placed));
};

const inspectAll = (): Promise<readonly Inspection[]> =>
  inspectPath({ files: nodeFiles, sha256, trajectories: openTrajectoryFiles }, folder.path);
const below = (where: string): string => path.relative(folder.path, where).replaceAll('\\', '/');
const named = (all: readonly Inspection[]) =>
  Object.fromEntries(
    all.map(({ path: at, format, belongsTo }) => [below(at), belongsTo ? `${format} of ${below(belongsTo)}` : format]),
  );

describe('inspect of the folders that runs leave', () => {
  it('names the files of a run of SWE-agent', async () => {
    write('swe-agent', 'run/acme__widget-7');
    const log = '2026-01-01 00:00:00,000 - INFO - start\n';
    folder.write('run/acme__widget-7/acme__widget-7.config.yaml', 'env: {repo: x}\nagent: {model: {name: m}}\n');
    folder.write('run/acme__widget-7/acme__widget-7.info.log', log);
    folder.write(
      'run/acme__widget-7/acme__widget-7.pred',
      JSON.stringify({ model_name_or_path: 'm', instance_id: 'acme__widget-7', model_patch: 'diff --git a/x b/x\n' }),
    );
    folder.write('run/run_batch.config.yaml', 'instances: {type: file}\nagent: {model: {name: m}}\n');
    folder.write('run/run_batch_exit_statuses.yaml', 'instances_by_exit_status:\n  submitted: [acme__widget-7]\n');
    const all = await inspectAll();
    expect(named(all)).toMatchObject({
      'run/acme__widget-7/a.traj': 'swe-agent',
      'run/acme__widget-7/acme__widget-7.config.yaml': 'agent-config',
      'run/acme__widget-7/acme__widget-7.pred': expect.stringMatching(/^predictions/),
      'run/run_batch.config.yaml': 'agent-config',
      'run/run_batch_exit_statuses.yaml': 'exit-statuses',
    });
    expect(all.filter(({ format }) => format === null)).toEqual([]);
  });

  it('names the files of a job of Harbor, each trial with what belongs to it', async () => {
    write('harbor-trial', 'job');
    folder.write('job/config.json', JSON.stringify({ job_name: 'j', jobs_dir: 'jobs', agents: [{}], datasets: [] }));
    folder.write('job/result.json', JSON.stringify({ id: 'j', n_total_trials: 1, stats: { n_trials: 1 } }));
    folder.write('job/job.log', 'done\n');
    folder.write('job/fix__abc/trial.log', 'done\n');
    folder.write('job/fix__abc/exception.txt', 'Traceback\n');
    folder.write('job/fix__abc/verifier/reward.txt', '1\n');
    folder.write('job/fix__abc/verifier/test-stdout.txt', 'fine\n');
    folder.write(
      'job/fix__abc/verifier/ctrf.json',
      JSON.stringify({ results: { tool: { name: 'pytest' }, tests: [] } }),
    );
    const trial = 'job/fix__abc';
    const all = await inspectAll();
    expect(named(all)).toMatchObject({
      'job/config.json': 'harbor-job-config',
      'job/result.json': 'harbor-job-result',
      'job/job.log': 'log',
      [trial]: 'harbor-trial',
      [`${trial}/result.json`]: `harbor-trial of ${trial}`,
      [`${trial}/config.json`]: `harbor-trial-config of ${trial}`,
      [`${trial}/agent/trajectory.json`]: `harbor-trial-part of ${trial}`,
      [`${trial}/exception.txt`]: `harbor-exception of ${trial}`,
      [`${trial}/verifier/reward.txt`]: `harbor-reward of ${trial}`,
      [`${trial}/verifier/test-stdout.txt`]: `log of ${trial}`,
      [`${trial}/verifier/ctrf.json`]: `ctrf-report of ${trial}`,
    });
    expect(all.filter(({ format }) => format === null)).toEqual([]);
    expect(all.find(({ path: at }) => below(at) === trial)?.counts).toEqual({ trajectories: 1, steps: 3 });
  });

  it('gives every file of a trajectory that is a folder to it, and says so to people', async () => {
    for (const format of ['opencode-storage', 'terminal-bench', 'auto-code-rover', 'claude-code-session'])
      write(format, `mixed/${format}`);
    folder.write('mixed/opencode-storage/migration', '2');
    const all = await inspectAll();
    expect(all.filter(({ format }) => format === null)).toEqual([]);
    expect(named(all)).toMatchObject({
      'mixed/opencode-storage': 'opencode-storage',
      'mixed/opencode-storage/migration': 'opencode-storage-part of mixed/opencode-storage',
      'mixed/claude-code-session/s/subagents/agent-x1.meta.json':
        'claude-code-session-part of mixed/claude-code-session/s.jsonl',
      'mixed/claude-code-session/s/subagents/agent-x1.jsonl':
        'claude-code-session of mixed/claude-code-session/s.jsonl',
    });
    expect(inspectTable(all).join('\n')).toContain('migration  files 1, of mixed/opencode-storage');
  });

  it('names the patch candidates of Trae, and a run of Terminal-Bench', async () => {
    const row = { instance_id: 'a__b-1', issue: 'x', patches: ['', 'diff'], success_id: [0, 1] };
    folder.write('candidates.jsonl', `${JSON.stringify(row)}\n`);
    const run = { run_id: 'r', agent_name: 'a', n_attempts: 1, task_ids: ['fix'], accuracy: 0.19 };
    folder.write('run_metadata.json', JSON.stringify(run));
    const all = await inspectAll();
    expect(named(all)).toMatchObject({
      'candidates.jsonl': 'trae-patch-candidates',
      'run_metadata.json': 'terminal-bench-run-metadata',
    });
    expect(all.find(({ format }) => format === 'trae-patch-candidates')?.counts).toMatchObject({ instances: 1 });
  });
});
