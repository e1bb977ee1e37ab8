import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStudy } from '../../../../src/app/openStudy';
import { studyPrecision } from '../../../../src/app/trajectory/studyPrecision';
import type { InstanceRun } from '../../../../src/core/study/instanceRuns';
import { instanceRuns } from '../../../../src/core/study/instanceRuns';
import { nodeFiles } from '../../../../src/io/files/nodeFiles';
import { sha256 } from '../../../../src/io/store/sha256';
import { openTrajectoryFiles } from '../../../../src/io/trajectories/openTrajectoryFiles';

const quickstart = join(import.meta.dirname, '..', '..', '..', '..', 'samples', 'quickstart');
const study = async () => {
  const catalogue = await openStudy({ files: nodeFiles, sha256 }, quickstart);
  return { catalogue, rows: instanceRuns(catalogue) };
};
const verdicts = (row: InstanceRun, mode: string, count: number) =>
  Array.from({ length: count }, () => ({ instanceId: row.instanceId, patchHash: row.patchHash, mode }));

describe('precision of signals on the sample', () => {
  it('reads the trajectory that handed in the judged patch, once, and counts', async () => {
    const opened = await study();
    const row = (run: string, number: number): InstanceRun => {
      const found = opened.rows
        .get(`touchstone-samples__spandrel-${number}`)
        ?.find(({ runId, kind }) => runId === run && kind === 'prediction');
      if (!found) throw new Error(`no row ${run} ${number}`);
      return found;
    };
    const read: string[] = [];
    const ports = {
      files: nodeFiles,
      sha256,
      openFiles: (path: string) => {
        read.push(path);
        return openTrajectoryFiles(path);
      },
    };
    const [wrong, timeOut] = [row('kestrel-1', 31), row('kestrel-1', 28)];
    const modes = [...verdicts(wrong, 'ISE', 20), ...verdicts(timeOut, 'IAT', 9), ...verdicts(timeOut, 'TKG', 3)];
    const found = await studyPrecision(ports, opened, modes);
    expect(found?.verdicts).toBe(32);
    expect(found?.bySignal.get('extra-files')).toEqual({ fired: 20, chosen: 20 });
    expect(found?.bySignal.get('timed-out-then-submitted')).toEqual({ fired: 12, chosen: 9 });
    expect(read.length).toBe(2);
    expect(await studyPrecision(ports, opened, modes.slice(0, 29))).toBeNull();
    expect(read.length).toBe(2);
  });
});
