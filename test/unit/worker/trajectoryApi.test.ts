import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/io/files/nodeFiles';
import { openTrajectoryFiles } from '../../../src/io/trajectories/openTrajectoryFiles';
import { Tasks } from '../../../src/worker/tasks';
import { trajectoryApi } from '../../../src/worker/trajectoryApi';
import { TrajectoryReadings } from '../../../src/worker/trajectoryReadings';

const command = (text: string, code: number) => [
  { role: 'assistant', content: `Do it\n\n\`\`\`bash\n${text}\n\`\`\`` },
  { role: 'user', content: `<returncode>${code}</returncode>\n<output>\nsaid é\n</output>` },
];

const run = (...commands: readonly (readonly [string, number])[]): string =>
  JSON.stringify({
    info: { exit_status: 'Submitted', submission: 'diff\n', model_stats: { instance_cost: 0.5, api_calls: 9 } },
    messages: [{ role: 'user', content: 'Fix it.' }, ...commands.flatMap(([text, code]) => command(text, code))],
    trajectory_format: 'mini-swe-agent-1',
  });

describe('trajectories as the worker offers them', () => {
  let folder = '';
  let file = '';
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tst-'));
    file = path.join(folder, 'a.traj.json');
    fs.writeFileSync(file, run(['ls', 0], ['cat none', 1], ['pytest', 0]));
  });
  afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));
  const api = () =>
    trajectoryApi(new TrajectoryReadings({ files: nodeFiles, openFiles: openTrajectoryFiles }), new Tasks());

  it('reads a step of a file that was replaced meanwhile from the one that stands there now', async () => {
    const { trajectoryShape, trajectoryStep } = api();
    const ref = { path: file, which: 0 };
    fs.writeFileSync(file, run(['ls', 0], ['cat none', 1]));
    const { version } = await trajectoryShape(ref);
    // As a run does after each step: what stands before the messages has another length, and all places have moved.
    const next = JSON.parse(run(['ls', 0], ['cat none', 1], ['pytest', 0]));
    next.info = { note: 'x'.repeat(200), ...next.info };
    fs.writeFileSync(`${file}.new`, JSON.stringify(next));
    fs.renameSync(`${file}.new`, file);
    const step = await trajectoryStep({ ...ref, version, idx: 3 });
    expect(step?.notices).toEqual([]);
    expect(step?.calls[0]?.args.map(({ value }) => value.text)).toEqual(['cat none']);
  });

  it('gives the head, a body, its texts in pieces, and the bytes', async () => {
    const { trajectoryShape, trajectoryStep, trajectoryRaw, trajectoryText } = api();
    const ref = { path: file, which: 0 };
    const { version, head, steps, several } = await trajectoryShape(ref);
    expect([head.status, head.totals.apiCalls, steps, several]).toEqual(['submitted', 9, 4, []]);
    const at = { ...ref, version };
    const step = await trajectoryStep({ ...at, idx: 3 });
    expect(step?.calls[0]?.args.map(({ value }) => value.text)).toEqual(['cat none']);
    const part = { kind: 'observation', at: 0, argument: 0 } as const;
    const text = step?.observations[0]?.text.text;
    expect(await trajectoryText({ ...at, idx: 3, part, from: 3, count: 7 })).toBe(text?.slice(3, 10));
    const raw = step?.rawRefs[0];
    if (!raw) throw new Error('The step names no bytes.');
    const bytes = fs.readFileSync(file).subarray(raw.start, raw.end).toString();
    expect(await trajectoryRaw({ ...at, ref: raw, start: raw.start })).toEqual({ ...rangeOf(raw), text: bytes });
  });

  it('says null of a reading that is past, once the file has changed', async () => {
    const { trajectoryShape, trajectoryStep } = api();
    const ref = { path: file, which: 0 };
    const first = await trajectoryShape(ref);
    expect((await trajectoryShape(ref)).version).toBe(first.version);
    fs.writeFileSync(file, run(['ls', 0]));
    const second = await trajectoryShape(ref);
    expect(second.steps).toBe(2);
    expect(await trajectoryStep({ ...ref, version: first.version, idx: 1 })).toBeNull();
    expect((await trajectoryStep({ ...ref, version: second.version, idx: 2 }))?.idx).toBe(2);
  });

  it('has no step beyond the last, and refuses bytes of other files', async () => {
    const { trajectoryShape, trajectoryStep, trajectoryRaw } = api();
    const at = { path: file, which: 0, version: (await trajectoryShape({ path: file, which: 0 })).version };
    expect(await trajectoryStep({ ...at, idx: 99 })).toBeNull();
    const ref = { file: '../other', start: 0, end: 9, at: [] };
    await expect(trajectoryRaw({ ...at, ref, start: 0 })).rejects.toThrow('no such file');
  });
});

const rangeOf = ({ start, end }: { readonly start: number; readonly end: number }) => ({ start, end });
