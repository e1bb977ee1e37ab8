import fs from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/io/files/nodeFiles';
import { rowSeek } from '../../../src/io/index/rowSeek';
import { sha256 } from '../../../src/io/store/sha256';
import { openTrajectoryFiles } from '../../../src/io/trajectories/openTrajectoryFiles';
import { OpenedStudy } from '../../../src/worker/openedStudy';
import { readingApi } from '../../../src/worker/readingApi';
import { Tasks } from '../../../src/worker/tasks';
import { trajectoryAlignmentApi } from '../../../src/worker/trajectoryAlignmentApi';
import { trajectoryPlaceApi } from '../../../src/worker/trajectoryPlaceApi';
import { TrajectoryReadings } from '../../../src/worker/trajectoryReadings';
import { tempFolder } from '../../fakes/tempFolder';
import { wideStudy } from '../../fakes/wideStudy';

const said = (command: string) => [
  { role: 'assistant', content: `Do it.\n\n\`\`\`bash\n${command}\n\`\`\`` },
  { role: 'user', content: '<returncode>0</returncode>\n<output>\nok\n</output>' },
];
const trajectory = (...commands: readonly string[]) =>
  JSON.stringify({
    info: { exit_status: 'Submitted', submission: 'diff\n' },
    messages: [{ role: 'user', content: 'Fix it.' }, ...commands.flatMap(said)],
    trajectory_format: 'mini-swe-agent-1',
  });

describe('trajectories in a study, as the worker has them', () => {
  let folder: ReturnType<typeof tempFolder>;
  beforeEach(() => {
    folder = tempFolder();
    wideStudy(folder.path, 2, { wren: () => 'resolved', tit: () => 'assertion' });
  });
  afterEach(() => folder.remove());

  const desk = () => {
    const tasks = new Tasks();
    const ports = {
      ...{ files: nodeFiles, sha256, seek: rowSeek },
      cache: { load: async () => null, save: async () => {} },
    };
    const { beginStudy, ...reading } = readingApi(ports, tasks);
    const study = new OpenedStudy({ ...reading, beginStudy });
    const readings = new TrajectoryReadings({ files: nodeFiles, openFiles: openTrajectoryFiles });
    const readInstance = (datasetPath: string, instanceId: string) => reading.readInstance({ datasetPath, instanceId });
    const whole = { ports, study, readings, readInstance };
    return { study, ...trajectoryPlaceApi(whole), ...trajectoryAlignmentApi(whole, tasks) };
  };

  it('are side by side with what the study knows of each; two instances are said', async () => {
    const path = folder.write('runs/wren/trajectories/wide__repo-1.traj.json', trajectory('cat a.py', 'rm a.py'));
    const other = folder.write('runs/tit/trajectories/wide__repo-2.traj.json', trajectory('cat a.py', 'touch b.py'));
    const { study, alignTrajectories } = desk();
    await study.open(folder.path);
    const { a, b, rows, filesDiffer, notes } = await alignTrajectories({
      ...{ a: { path, which: 0 }, b: { path: other, which: 0 } },
    });
    expect([a.row.runId, a.row.outcome?.kind, b.row.outcome?.kind]).toEqual(['wren', 'resolved', 'unresolved']);
    expect([a.steps.length, rows[filesDiffer ?? -1]?.anchor]).toEqual([3, { kind: 'edits', what: 'a.py' }]);
    expect(notes).toEqual([expect.stringContaining('two instances')]);
  });

  it('are placed by the study that is open, and by the one around them where another is open', async () => {
    const path = folder.write('runs/wren/trajectories/wide__repo-1.traj.json', trajectory('ls'));
    const { study, trajectoryPlace } = desk();
    await study.open(folder.path);
    expect(await trajectoryPlace({ path, which: 0 })).toMatchObject({
      ...{ studyFolder: folder.path, runId: 'wren', outcome: { kind: 'resolved' } },
      instance: { id: 'wide__repo-1', repo: 'wide/repo' },
    });
    fs.writeFileSync(
      `${folder.path}/touchstone.yaml`,
      'touchstone: 1\nstudy: wide\ndatasets: [wide.jsonl]\nruns: [runs/wren]\n',
    );
    const elsewhere = desk();
    const second = tempFolder();
    try {
      second.write('empty.jsonl', '');
      await elsewhere.study.open(second.path);
      expect(await elsewhere.trajectoryPlace({ path, which: 0 })).toMatchObject({ runId: 'wren' });
    } finally {
      second.remove();
    }
  });
});
