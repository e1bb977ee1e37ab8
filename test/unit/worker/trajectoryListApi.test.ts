import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { everyStep } from '../../../src/core/run/trajectory/list/stepFilter';
import { nodeFiles } from '../../../src/io/files/nodeFiles';
import { sha256 } from '../../../src/io/store/sha256';
import { openTrajectoryFiles } from '../../../src/io/trajectories/openTrajectoryFiles';
import { Tasks } from '../../../src/worker/tasks';
import { trajectoryApi } from '../../../src/worker/trajectoryApi';
import { trajectoryListApi } from '../../../src/worker/trajectoryListApi';
import { trajectoryMarksApi } from '../../../src/worker/trajectoryMarksApi';
import { TrajectoryReadings } from '../../../src/worker/trajectoryReadings';
import { trajectorySignalsApi } from '../../../src/worker/trajectorySignalsApi';
import { trajectoryTimelineApi } from '../../../src/worker/trajectoryTimelineApi';

const command = (text: string, code: number) => [
  { role: 'assistant', content: `Do it\n\n\`\`\`bash\n${text}\n\`\`\`` },
  { role: 'user', content: `<returncode>${code}</returncode>\n<output>\n</output>` },
];
const run = (...commands: readonly (readonly [string, number])[]): string =>
  JSON.stringify({
    info: { exit_status: 'LimitsExceeded', submission: '' },
    messages: [{ role: 'user', content: 'Fix it.' }, ...commands.flatMap(([text, code]) => command(text, code))],
    trajectory_format: 'mini-swe-agent-1',
  });

describe("the list's side of a trajectory, as the worker offers it", () => {
  let folder = '';
  let file = '';
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tst-'));
    file = path.join(folder, 'a.traj.json');
    fs.writeFileSync(file, run(['ls', 0], ['cat none', 1], ['pytest', 0]));
  });
  afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

  const tasks = new Tasks();
  const api = () => {
    const readings = new TrajectoryReadings({ files: nodeFiles, openFiles: openTrajectoryFiles });
    return {
      ...trajectoryApi(readings, tasks),
      ...trajectoryListApi(readings),
      ...trajectoryTimelineApi(readings),
      ...trajectoryMarksApi(readings, sha256),
      ...trajectorySignalsApi(
        readings,
        tasks,
        async () => ({ goldFiles: ['a.py'], goldLines: 1, evaluation: null, statement: null }),
        async () => null,
      ),
    };
  };
  const opened = async () => {
    const worker = api();
    const { version } = await worker.trajectoryShape({ path: file, which: 0 });
    return { worker, at: { path: file, which: 0, version } };
  };

  it('filters, counts, pages and moves', async () => {
    const { worker, at } = await opened();
    const errors = { ...everyStep, kind: 'error' } as const;
    expect(await worker.trajectoryList({ ...at, filter: errors })).toMatchObject({
      rows: 1,
      counts: { kinds: { all: 4, test: 1, error: 1 }, agents: [{ agentId: 'main', steps: 4 }] },
    });
    const page = await worker.trajectoryListRows({ ...at, filter: errors, from: 0, count: 10 });
    expect(page?.rows).toMatchObject([{ kind: 'step', step: { idx: 3, preview: 'cat none', exitCode: 1 } }]);
    const move = (idx: number, wish: Parameters<typeof worker.trajectoryListMove>[0]['move']) =>
      worker.trajectoryListMove({ ...at, filter: everyStep, idx, move: wish });
    expect(await move(1, { kind: 'seek', what: 'test', back: false })).toEqual({ idx: 4, row: 3 });
    expect(await move(4, { kind: 'seek', what: 'test', back: false })).toEqual({ idx: 0, row: -1 });
    expect(await move(4, { kind: 'seek', what: 'error', back: true })).toEqual({ idx: 3, row: 2 });
  });

  it('refuses what was asked of another reading', async () => {
    const { worker, at } = await opened();
    const old = { ...at, version: at.version + 1, filter: everyStep };
    expect(await worker.trajectoryList(old)).toBeNull();
    expect(await worker.trajectoryListRows({ ...old, from: 0, count: 1 })).toBeNull();
    expect(await worker.trajectoryListMove({ ...old, idx: 1, move: { kind: 'near' } })).toBeNull();
    expect(await worker.trajectoryTimeline({ ...old, width: 100 })).toBeNull();
    expect(await worker.trajectorySignals({ ...old, task: 's', hidden: { gold: false, tests: false } })).toBeNull();
  });

  it('finds a marked step again where the file was made anew with steps before it', async () => {
    const { worker, at } = await opened();
    const anchor = await worker.trajectoryAnchor({ ...at, idx: 3 });
    if (anchor === null) throw new Error('no anchor');
    fs.writeFileSync(file, run(['pwd', 0], ['ls', 0], ['cat none', 1], ['pytest', 0]));
    const { version } = await worker.trajectoryShape({ path: file, which: 0 });
    const gone = { ...anchor, hash: 'of nothing' };
    expect(await worker.trajectoryFindAnchors({ ...at, version, anchors: [anchor, gone] })).toEqual([4, 0]);
  });

  it('suggests what to look at, with the share that fails anyway; stopped, it ends', async () => {
    const { worker, at } = await opened();
    const found = await worker.trajectorySignals({ ...at, task: 's', hidden: { gold: true, tests: true } });
    expect(found?.base).toContain('89.2 %');
    expect(found?.suggestions.length).toBeLessThanOrEqual(3);
    const stopped = worker.trajectorySignals({ ...at, task: 's', hidden: { gold: true, tests: true } });
    tasks.cancel('s');
    await expect(stopped).rejects.toThrow('Cancelled');
  });
});
