import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { trajectoryPlaceOnDisk } from '../../../../src/app/trajectory/trajectoryPlace';
import { nodeFiles } from '../../../../src/io/files/nodeFiles';
import { sha256 } from '../../../../src/io/store/sha256';
import { wideStudy } from '../../../fakes/wideStudy';

const head = { instanceId: null, runId: null, model: null };
const ports = { files: nodeFiles, sha256 };

describe('the place of a trajectory, by what stands above it', () => {
  let folder = '';
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tst-'));
    wideStudy(folder, 2, { wren: () => 'resolved' });
  });
  afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));
  const at = () => path.join(folder, 'runs/wren/trajectories/wide__repo-1.traj.json');
  const named = () =>
    fs.writeFileSync(
      path.join(folder, 'touchstone.yaml'),
      'touchstone: 1\nstudy: wide\ndatasets: [wide.jsonl]\nruns: [runs/wren]\n',
    );

  it('holds the whole instance, the run and the outcome of the study', async () => {
    named();
    expect(await trajectoryPlaceOnDisk(ports, at(), head)).toMatchObject({
      ...{ studyFolder: folder, datasetPath: path.join(folder, 'wide.jsonl'), instanceId: 'wide__repo-1' },
      ...{ instance: { id: 'wide__repo-1', repo: 'wide/repo' }, runId: 'wren', outcome: { kind: 'resolved' } },
    });
  });

  it('without a study file knows what the file itself says', async () => {
    const said = { ...head, instanceId: 'wide__repo-2', model: 'wren' };
    expect(await trajectoryPlaceOnDisk(ports, at(), said)).toMatchObject({
      ...{ studyFolder: null, datasetPath: null, instance: null, instanceId: 'wide__repo-2', model: 'wren' },
    });
  });

  it('takes a dataset that is named, and says where it lacks the instance', async () => {
    const datasetPath = path.join(folder, 'wide.jsonl');
    const words = { datasetPath, instanceId: 'wide__repo-2' };
    expect((await trajectoryPlaceOnDisk(ports, at(), head, words)).instance?.id).toBe('wide__repo-2');
    await expect(trajectoryPlaceOnDisk(ports, at(), head, { datasetPath, instanceId: 'no' })).rejects.toThrow(
      /no instance "no"/,
    );
    await expect(trajectoryPlaceOnDisk(ports, at(), head, { datasetPath })).rejects.toThrow(/--instance/);
  });
});
