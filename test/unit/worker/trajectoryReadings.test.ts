import { appendFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OpenTrajectoryFiles } from '../../../src/core/run/trajectory/trajectoryFiles';
import { nodeFiles } from '../../../src/io/files/nodeFiles';
import { openTrajectoryFiles } from '../../../src/io/trajectories/openTrajectoryFiles';
import type { TrajectoryShape } from '../../../src/protocol/trajectory';
import { Tasks } from '../../../src/worker/tasks';
import { trajectoryApi } from '../../../src/worker/trajectoryApi';
import { TrajectoryReadings } from '../../../src/worker/trajectoryReadings';
import { sessionLines } from '../../fakes/sessionLines';
import { type TempFolder, tempFolder } from '../../fakes/tempFolder';

let folder: TempFolder;
let file = '';
beforeEach(() => {
  folder = tempFolder();
  file = join(folder.path, 's.jsonl');
});
afterEach(() => folder.remove());

const apiOf = (openFiles: OpenTrajectoryFiles = openTrajectoryFiles) =>
  trajectoryApi(new TrajectoryReadings({ files: nodeFiles, openFiles }), new Tasks());
const ref = () => ({ path: file, which: 0 });
/** As a page asks: again, as long as the file is still read. */
const wholeShape = async (api: ReturnType<typeof apiOf>): Promise<TrajectoryShape> => {
  const shape = await api.trajectoryShape(ref());
  return shape.state === 'whole' ? shape : wholeShape(api);
};

describe('a file that grows while it is looked at', () => {
  it('keeps its version, and the step that waited has its answer', async () => {
    const api = apiOf();
    const lines = sessionLines(3);
    writeFileSync(file, lines.slice(0, -1).join(''));
    const first = await wholeShape(api);
    const at = { ...ref(), version: first.version };
    expect((await api.trajectoryStep({ ...at, idx: 4 }))?.observations).toEqual([]);
    appendFileSync(file, lines.at(-1) ?? '');
    const second = await wholeShape(api);
    expect(second).toMatchObject({ version: first.version, state: 'whole', steps: 4 });
    expect((await api.trajectoryStep({ ...at, idx: 4 }))?.observations).toMatchObject([{ text: { text: 'a.py' } }]);
    appendFileSync(file, sessionLines(5).slice(lines.length).join(''));
    expect(await wholeShape(api)).toMatchObject({ version: first.version, steps: 6 });
    expect((await api.trajectoryStep({ ...at, idx: 6 }))?.idx).toBe(6);
  });

  it('has another version once it is shorter, or another file of its name', async () => {
    const api = apiOf();
    writeFileSync(file, sessionLines(3).join(''));
    const first = await wholeShape(api);
    truncateSync(file, sessionLines(1).join('').length);
    const second = await wholeShape(api);
    expect([second.version > first.version, second.steps]).toEqual([true, 2]);
    writeFileSync(
      `${file}.new`,
      sessionLines(6, () => 'other')
        .join('')
        .replaceAll('ls ', 'cat '),
    );
    renameSync(`${file}.new`, file);
    const third = await wholeShape(api);
    expect([third.version > second.version, third.steps]).toEqual([true, 7]);
  });

  it('keeps its version where it is written anew with more steps, but gives no bytes by places that moved', async () => {
    file = join(folder.path, 'a.traj.json');
    const turns = (count: number) =>
      Array.from({ length: count }, (_, at) => [
        { role: 'assistant', content: `Do it\n\n\`\`\`bash\nls ${at}\n\`\`\`` },
        { role: 'user', content: '<returncode>0</returncode>\n<output>\nsaid\n</output>' },
      ]).flat();
    const write = (count: number) =>
      writeFileSync(
        file,
        JSON.stringify({
          info: { exit_status: '', model_stats: { instance_cost: count, api_calls: count } },
          messages: [{ role: 'user', content: 'Mend it.' }, ...turns(count)],
          trajectory_format: 'mini-swe-agent-1',
        }),
      );
    const api = apiOf();
    write(9);
    const first = await wholeShape(api);
    const at = { ...ref(), version: first.version };
    const before = (await api.trajectoryStep({ ...at, idx: 3 }))?.rawRefs[0];
    write(10);
    expect(await wholeShape(api)).toMatchObject({ version: first.version, steps: first.steps + 1 });
    const after = await api.trajectoryStep({ ...at, idx: 3 });
    expect(after?.calls[0]?.args[0]?.value.text).toBe('ls 1');
    if (!before || !after?.rawRefs[0]) throw new Error('The step names no bytes.');
    expect(await api.trajectoryRaw({ ...at, ref: before, start: before.start })).toBeNull();
    expect((await api.trajectoryRaw({ ...at, ref: after.rawRefs[0], start: 0 }))?.text).toContain('ls 1');
    write(4);
    expect((await wholeShape(api)).version).toBeGreaterThan(first.version);
  });
});

/** Files whose records come one at a time, each when it is let go. */
const halting = () => {
  const waiting: (() => void)[] = [];
  const seen = { stopped: false };
  const openFiles: OpenTrajectoryFiles = async (path) => {
    const files = await openTrajectoryFiles(path);
    return {
      ...files,
      async *records(...of) {
        for await (const batch of files.records(...of)) {
          if (batch.kind === 'end') yield batch;
          else
            for (const record of batch.records) {
              await new Promise<void>((resolve) => waiting.push(resolve));
              seen.stopped ||= of[2]?.aborted === true;
              yield { kind: 'records', records: [record] };
            }
        }
      },
    };
  };
  /** Lets so many records go, each once it waits. */
  const letGo = async (count: number): Promise<void> => {
    for (let left = count; left > 0; ) {
      const next = waiting.shift();
      if (next) left--;
      next?.();
      await new Promise(setImmediate);
    }
  };
  return { openFiles, letGo, seen };
};

describe('a file that takes its time', () => {
  it('is answered with its first steps, then with all, in one version', async () => {
    const lines = sessionLines(40);
    writeFileSync(file, lines.join(''));
    const { openFiles, letGo } = halting();
    const api = apiOf(openFiles);
    const asked = api.trajectoryShape(ref());
    await letGo(20);
    const first = await asked;
    expect(first.state).toBe('indexing');
    expect(first.steps).toBeGreaterThan(0);
    expect(first.steps).toBeLessThan(41);
    const at = { ...ref(), version: first.version };
    expect((await api.trajectoryStep({ ...at, idx: 2 }))?.calls).toHaveLength(1);
    const [again] = await Promise.all([api.trajectoryShape(ref()), letGo(lines.length - 20)]);
    expect(again).toMatchObject({ version: first.version, state: 'whole', steps: 41 });
  });

  it('is not read on once its page is closed', async () => {
    writeFileSync(file, sessionLines(40).join(''));
    const { openFiles, letGo, seen } = halting();
    const api = apiOf(openFiles);
    const asked = api.trajectoryShape(ref());
    await letGo(20);
    const { version } = await asked;
    await api.trajectoryClose({ path: file });
    await letGo(1);
    expect(seen.stopped).toBe(true);
    expect(await api.trajectoryStep({ ...ref(), version, idx: 1 })).toBeNull();
  });

  it('says why where it can not be read to its end', async () => {
    writeFileSync(file, sessionLines(1).join(''));
    const api = apiOf(async (path) => ({
      ...(await openTrajectoryFiles(path)),
      // biome-ignore lint/correctness/useYield: fails before it has anything
      async *records() {
        throw new Error('the disk is gone');
      },
    }));
    await expect(api.trajectoryShape(ref())).rejects.toThrow('the disk is gone');
    await expect(api.trajectoryShape(ref())).rejects.toThrow('the disk is gone');
  });
});
