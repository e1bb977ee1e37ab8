import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStudy } from '../../../src/app/openStudy';
import { instanceRuns } from '../../../src/core/study/instanceRuns';
import { nodeFiles } from '../../../src/io/files/nodeFiles';
import { sha256 } from '../../../src/io/store/sha256';
import { wideStudy } from '../../fakes/wideStudy';

describe('trajectories that a study knows', () => {
  let folder = '';
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tst-'));
    wideStudy(folder, 2, { wren: () => 'resolved', tit: () => null });
  });
  afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));
  const write = (name: string) => {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), 'not even JSON');
  };
  const found = async () => {
    const catalogue = await openStudy({ files: nodeFiles, sha256 }, folder);
    const shown = (catalogue.trajectories ?? []).map(({ path: at, runId, instanceId }) => [
      path.relative(folder, at),
      runId,
      instanceId,
    ]);
    return { catalogue, shown };
  };

  it('lie beside its predictions, in trajectories/ or a folder each, and are found by name alone', async () => {
    write('runs/wren/trajectories/wide__repo-1.traj.json');
    write('runs/wren/trajectories/notes.txt');
    write('runs/wren/trajectories/session.jsonl');
    write('runs/wren/trajectories/session/subagents/agent-1.jsonl');
    write('runs/tit/wide__repo-2/wide__repo-2.traj');
    write('runs/tit/wide__repo-2/other.json');
    write('runs/tit/lost.traj');
    write('trajs/tit/wide__repo-1.json');
    const { catalogue, shown } = await found();
    expect(shown).toEqual([
      ['runs/tit/lost.traj', 'tit', null],
      ['runs/tit/wide__repo-2/wide__repo-2.traj', 'tit', 'wide__repo-2'],
      ['runs/wren/trajectories/session.jsonl', 'wren', null],
      ['runs/wren/trajectories/wide__repo-1.traj.json', 'wren', 'wide__repo-1'],
      ['trajs/tit/wide__repo-1.json', 'tit', 'wide__repo-1'],
    ]);
    const rows = instanceRuns(catalogue).get('wide__repo-1') ?? [];
    expect(rows.map(({ runId, trajectories = [] }) => [runId, trajectories.map((at) => path.basename(at))])).toEqual([
      ['tit', ['wide__repo-1.json']],
      ['wren', ['wide__repo-1.traj.json']],
    ]);
  });

  it('are not spoken of where there are none', async () => {
    const { catalogue } = await found();
    expect('trajectories' in catalogue).toBe(false);
    expect(
      instanceRuns(catalogue)
        .get('wide__repo-1')
        ?.every((row) => !('trajectories' in row)),
    ).toBe(true);
  });
});
