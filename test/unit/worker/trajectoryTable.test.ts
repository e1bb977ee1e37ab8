import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/io/files/nodeFiles';
import { rowSeek } from '../../../src/io/index/rowSeek';
import { sha256 } from '../../../src/io/store/sha256';
import { openTrajectoryFiles } from '../../../src/io/trajectories/openTrajectoryFiles';
import type { TableRows, TableTarget } from '../../../src/protocol/trajectoryTable';
import { OpenedStudy } from '../../../src/worker/openedStudy';
import { readingApi } from '../../../src/worker/readingApi';
import { Tasks } from '../../../src/worker/tasks';
import { trajectoryTableApi } from '../../../src/worker/trajectoryTableApi';
import { wideStudy } from '../../fakes/wideStudy';

const trajectory = (status: string, instanceId?: string) =>
  JSON.stringify({
    info: { exit_status: status, submission: 'diff\n', model_stats: { instance_cost: 0.5, api_calls: 9 } },
    messages: [
      { role: 'user', content: 'Fix it.' },
      { role: 'assistant', content: 'Look.\n\n```bash\nls\n```' },
      { role: 'user', content: '<returncode>0</returncode>\n<output>\na\n</output>' },
    ],
    trajectory_format: 'mini-swe-agent-1',
    ...(instanceId === undefined ? {} : { instance_id: instanceId }),
  });

describe('tables of trajectories as the worker reads them', () => {
  let folder = '';
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tst-'));
    wideStudy(folder, 2, { wren: () => 'resolved', tit: () => 'assertion' });
  });
  afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

  const write = (name: string, text: string) => {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  };
  const desk = () => {
    const cache = { load: async () => null, save: async () => {} };
    const ports = { files: nodeFiles, sha256, cache, seek: rowSeek };
    const study = new OpenedStudy(readingApi(ports, new Tasks()));
    return { study, api: trajectoryTableApi({ ports, study, rows: { openFiles: openTrajectoryFiles } }) };
  };
  const all = async (target: TableTarget) => {
    const { study, api } = desk();
    await study.open(folder);
    const table = await api.trajectoryTable(target);
    let [age, rows, last] = [0, [] as TableRows['rows'][number][], null as TableRows | null];
    do {
      last = await api.trajectoryTableRows({ table, age, from: rows.length });
      if (last === null) throw new Error('The table is gone.');
      age = last.age;
      rows = [...rows.slice(0, last.from), ...last.rows];
    } while (!last.isWhole);
    return { rows, fault: last.fault, api, table };
  };

  it('hold a folder: what each file says, what the study knows, and what can not be read', async () => {
    write('runs/wren/trajectories/wide__repo-1.traj.json', trajectory('Submitted'));
    write('runs/tit/trajectories/wide__repo-1.traj.json', trajectory('LimitsExceeded'));
    write('runs/tit/trajectories/heron.traj', '{"trajectory": [');
    const { rows } = await all({ kind: 'folder', path: path.join(folder, 'runs') });
    const said = rows.map(({ name, runId, instanceId, outcome, facts }) => [
      ...[name, runId, instanceId, outcome?.kind ?? null, facts?.rawStatus ?? null],
    ]);
    expect(said.sort()).toEqual([
      ['tit/trajectories/heron.traj', 'tit', null, null, null],
      ['tit/trajectories/wide__repo-1.traj.json', 'tit', 'wide__repo-1', 'unresolved', 'LimitsExceeded'],
      ['wren/trajectories/wide__repo-1.traj.json', 'wren', 'wide__repo-1', 'resolved', 'Submitted'],
    ]);
    expect(rows.find(({ facts }) => facts === null)?.fault).toContain('heron.traj');
  });

  it('hold an instance or a run, those as well whose content alone says it', async () => {
    write('runs/wren/trajectories/wide__repo-1.traj.json', trajectory('Submitted'));
    write('runs/wren/trajectories/wide__repo-2.traj.json', trajectory('Submitted'));
    write('runs/tit/trajectories/session.traj.json', trajectory('Submitted', 'wide__repo-1'));
    const instance = await all({ kind: 'instance', studyFolder: folder, instanceId: 'wide__repo-1' });
    expect(instance.rows.map(({ name }) => name)).toEqual([
      'runs/tit/trajectories/session.traj.json',
      'runs/wren/trajectories/wide__repo-1.traj.json',
    ]);
    const run = await all({ kind: 'run', studyFolder: folder, runId: 'wren' });
    expect(run.rows.map(({ instanceId }) => instanceId)).toEqual(['wide__repo-1', 'wide__repo-2']);
  });

  it('end with the reason where their study can not be read', async () => {
    const { api } = desk();
    const table = await api.trajectoryTable({ kind: 'run', studyFolder: path.join(folder, 'none'), runId: 'wren' });
    const rows = await api.trajectoryTableRows({ table, age: 0, from: 0 });
    expect(rows).toMatchObject({ rows: [], isWhole: true, fault: expect.stringContaining('none') });
  });

  it('say why a folder can not be read, and are forgotten when they are closed', async () => {
    const { rows, fault, api, table } = await all({ kind: 'folder', path: path.join(folder, 'none') });
    expect([rows.length, fault]).toEqual([0, expect.stringContaining('none')]);
    await api.trajectoryTableEnd({ table });
    expect(await api.trajectoryTableRows({ table, age: 0, from: 0 })).toBeNull();
  });
});
