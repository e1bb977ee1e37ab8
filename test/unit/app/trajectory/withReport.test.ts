import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTrajectory } from '../../../../src/app/trajectory/openTrajectory';
import { openTrajectoryFiles } from '../../../../src/io/trajectories/openTrajectoryFiles';
import { madeFormats } from '../../../fakes/formatFiles';
import { writeMade } from '../../../fakes/hostileTrajectory';
import { type TempFolder, tempFolder } from '../../../fakes/tempFolder';

let folder: TempFolder;
beforeEach(() => {
  folder = tempFolder();
});
afterEach(() => folder.remove());

const made = madeFormats.find(({ name }) => name === 'mini-swe-agent-2');
const id = 'acme__widget-7';

/** A trajectory of instance acme__widget-7 under this name. */
const write = (name: string): string => {
  const file = made?.make(1, 'out\n')['a.traj.json'];
  return writeMade(folder, file === undefined ? {} : { [name]: file });
};
const report = (of: string, resolved: boolean) =>
  JSON.stringify({ [of]: { patch_is_None: false, patch_exists: true, patch_successfully_applied: true, resolved } });
const headOf = async (path: string) => (await openTrajectory(openTrajectoryFiles, path)).head;

describe('a report beside a trajectory', () => {
  it('of its own name says whether it was resolved, whatever opens it', async () => {
    const path = write('run.traj.json');
    expect((await headOf(path)).resolved).toBeNull();
    folder.write('run.report.json', report(id, true));
    const { resolved, warnings } = await headOf(path);
    expect([resolved, warnings.at(-1)]).toEqual([true, expect.stringContaining('run.report.json')]);
    expect((await headOf(folder.path)).resolved).toBe(true);
    folder.write('run.report.json', report(id, false));
    expect((await headOf(path)).resolved).toBe(false);
  });

  it('named report.json is its own only in a folder that has its name', async () => {
    folder.write(`${id}/report.json`, report(id, true));
    folder.write('other/report.json', report(id, true));
    write(`${id}/${id}.traj.json`);
    write(`other/${id}.traj.json`);
    expect((await headOf(`${folder.path}/${id}/${id}.traj.json`)).resolved).toBe(true);
    expect((await headOf(`${folder.path}/other/${id}.traj.json`)).resolved).toBeNull();
  });

  it('of another instance, of a whole run, or spoilt says nothing', async () => {
    folder.write(`${id}/report.json`, report('acme__widget-8', true));
    write(`${id}/${id}.traj.json`);
    const path = `${folder.path}/${id}/${id}.traj.json`;
    expect((await headOf(path)).resolved).toBeNull();
    folder.write(`${id}/report.json`, JSON.stringify({ resolved_ids: [id], unresolved_ids: [], total_instances: 1 }));
    expect((await headOf(path)).resolved).toBeNull();
    for (const spoilt of [
      '',
      '{',
      '[]',
      'null',
      '{"__proto__": {"resolved": true}}',
      `{"${id}": {"resolved": "yes"}}`,
    ]) {
      folder.write(`${id}/report.json`, spoilt);
      expect((await headOf(path)).resolved).toBeNull();
    }
  });
});
