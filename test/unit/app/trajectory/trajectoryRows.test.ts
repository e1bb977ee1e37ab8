import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { trajectoryRows } from '../../../../src/app/trajectory/trajectoryRows';
import type { TrajectoryRow } from '../../../../src/core/run/trajectory/trajectoryRow';
import { nodeFiles } from '../../../../src/io/files/nodeFiles';
import { openTrajectoryFiles } from '../../../../src/io/trajectories/openTrajectoryFiles';
import { fileMemo } from '../../../../src/worker/fileMemo';
import { type TempFolder, tempFolder } from '../../../fakes/tempFolder';

const mini = (status: string, submission = '') =>
  JSON.stringify({
    trajectory_format: 'mini-swe-agent-1',
    info: { exit_status: status, submission, model_stats: { instance_cost: 0.5, api_calls: 3 } },
    messages: [
      { role: 'system', content: 'You help.' },
      { role: 'user', content: 'Mend it.' },
      { role: 'assistant', content: 'Look.\n\n```bash\nls\n```' },
      { role: 'user', content: '<returncode>0</returncode>\n<output>\na.py\n</output>' },
    ],
  });
const set = (id: string) =>
  `${JSON.stringify({
    instance_id: id,
    messages: [
      { role: 'system', content: 'You help.' },
      { role: 'user', content: 'Mend it.' },
      { role: 'assistant', content: 'Look.\n<function=bash>\n<parameter=command>ls</parameter>\n</function>' },
      { role: 'user', content: 'a.py' },
    ],
  })}\n`;

let folder: TempFolder;
beforeEach(() => {
  folder = tempFolder();
});
afterEach(() => folder.remove());

const write = (name: string, text: string): string => {
  const file = join(folder.path, name);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, text);
  return file;
};

const all = async (ports: Parameters<typeof trajectoryRows>[0] = { openFiles: openTrajectoryFiles }) => {
  const rows: TrajectoryRow[] = [];
  for await (const row of trajectoryRows(ports, folder.path)) rows.push(row);
  return rows;
};
const short = ({ path, which, facts }: TrajectoryRow) => [path.slice(folder.path.length + 1), which, facts?.status];

describe('the table of a folder of trajectories', () => {
  it('has a row per trajectory, several of one file among them, in the order of the paths', async () => {
    write('a/a.traj.json', mini('Submitted', 'diff --git a/x b/x\n'));
    write('b/b.traj.json', mini('RuntimeError'));
    write('set.jsonl', set('one') + set('two'));
    write('notes.txt', 'nothing');
    const rows = await all();
    expect(rows.map(short)).toEqual([
      ['set.jsonl', 0, 'unknown'],
      ['set.jsonl', 1, 'unknown'],
      ['a/a.traj.json', 0, 'submitted'],
      ['b/b.traj.json', 0, 'env_error'],
    ]);
    expect(rows[2]?.facts).toMatchObject({ format: 'mini-swe-agent-1', apiCalls: 3, costUsd: 0.5, patchLength: 19 });
    expect(rows.map(({ fault }) => fault)).toEqual([null, null, null, null]);
  });

  it('tells a file that can not be read, with what is wrong in it, and goes on', async () => {
    write('a.traj', '{"trajectory": [');
    write('b.traj.json', `${mini('Submitted').slice(0, -30)}`);
    write('c.traj.json', mini('Submitted'));
    const rows = await all();
    expect(rows.map(({ facts }) => facts?.status ?? null)).toEqual([null, expect.any(String), expect.any(String)]);
    expect(rows[0]?.fault).toContain('a.traj: no trajectory of a known format');
    expect(rows[1]?.fault).toMatch(/b\.traj\.json: it ends at byte \d+ in a piece that began at byte \d+/);
    expect(rows[2]?.fault).toBeNull();
  });

  it('takes files of sub-agents to their session', async () => {
    const line = { type: 'user', uuid: 'u1', parentUuid: null, sessionId: 's', version: '2.0.0', cwd: '/t' };
    const text = `${JSON.stringify({ ...line, isSidechain: false, message: { role: 'user', content: 'Do.' } })}\n`;
    write('s.jsonl', text);
    write('s/subagents/agent-a1.jsonl', text);
    expect((await all()).map(({ path }) => path.slice(folder.path.length + 1))).toEqual(['s.jsonl']);
  });

  it('reads a file again only where it has changed', async () => {
    write('a.traj.json', mini('Submitted'));
    let opened = 0;
    const openFiles = (path: string) => {
      opened++;
      return openTrajectoryFiles(path);
    };
    const ports = { openFiles, memo: fileMemo(nodeFiles) };
    await all(ports);
    await all(ports);
    expect(opened).toBe(3);
    write('a.traj.json', mini('LimitsExceeded', ' '));
    expect((await all(ports))[0]?.facts?.rawStatus).toBe('LimitsExceeded');
  });
});
