import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/io/files/nodeFiles';
import { trajectoryForks } from '../../../src/worker/trajectoryForks';

describe('what was forked from what', () => {
  let study = '';
  beforeEach(() => {
    study = fs.mkdtempSync(path.join(os.tmpdir(), 'tst-'));
  });
  afterEach(() => fs.rmSync(study, { recursive: true, force: true }));
  const makeRun = (id: string, parent: unknown): string => {
    const folder = path.join(study, 'runs', id, 'trajectories');
    fs.mkdirSync(folder, { recursive: true });
    for (const name of ['a.traj.json', 'a.states.jsonl']) fs.writeFileSync(path.join(folder, name), '{}');
    fs.writeFileSync(path.join(study, 'runs', id, 'run.json'), JSON.stringify({ model: 'm', touchstone: { parent } }));
    return path.join(folder, 'a.traj.json');
  };
  const of = (file: string) => trajectoryForks(nodeFiles, study, file);

  it('links a fork with its parent, and the parent with its forks in the order of their steps', async () => {
    const parent = makeRun('parent', null);
    const file = 'runs/parent/trajectories/a.traj.json';
    const late = makeRun('late', { file, step: 6, hash: 'h' });
    const early = makeRun('early', { file, step: 4, hash: 'h' });
    expect(await of(early)).toEqual({ parent: { path: parent, name: file, step: 4 }, forks: [] });
    const { forks, parent: none } = await of(parent);
    expect(none).toBeNull();
    expect(forks.map(({ path: at, runId, step }) => [at, runId, step])).toEqual([
      [early, 'early', 4],
      [late, 'late', 6],
    ]);
  });

  it('leads to no file outside of the study, and reads over records that are none', async () => {
    const outside = makeRun('outside', { file: '../../etc/passwd', step: 1, hash: 'h' });
    expect((await of(outside)).parent).toEqual({ path: null, name: '../../etc/passwd', step: 1 });
    fs.writeFileSync(path.join(study, 'runs', 'outside', 'run.json'), '{"touchstone": ');
    expect(await of(outside)).toEqual({ parent: null, forks: [] });
  });
});
