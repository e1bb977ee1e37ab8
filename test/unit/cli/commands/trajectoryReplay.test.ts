import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ReplayRecord } from '../../../../src/core/run/trajectory/replay/replayRecord';
import { commandLine } from '../../../fakes/commandLine';
import { miniDocument } from '../../../fakes/miniTrajectory';
import { tempFolder } from '../../../fakes/tempFolder';
import { root } from '../../../host/root';

const folder = tempFolder();
const sample = join(folder.path, 'study');
const run = (document: object): string => {
  folder.write('study/runs/kestrel-1/trajectories/made.traj.json', JSON.stringify(document));
  return join(sample, 'runs', 'kestrel-1', 'trajectories', 'made.traj.json');
};
const before = process.env['TOUCHSTONE_CACHE'];

describe('touchstone trajectory --replay', () => {
  beforeEach(() => {
    process.env['TOUCHSTONE_CACHE'] = join(folder.path, 'cache');
    for (const name of ['touchstone.yaml', 'spandrel.bundle', 'datasets'])
      cpSync(join(root, 'samples', 'quickstart', name), join(sample, name), { recursive: true });
  });
  afterEach(() => {
    process.env['TOUCHSTONE_CACHE'] = before;
    if (before === undefined) delete process.env['TOUCHSTONE_CACHE'];
    folder.remove();
  });

  it('prints a line a step, then what became of the patch; 1 where something parted; says that local is no sandbox', async () => {
    const file = run(
      miniDocument(
        [
          { command: 'cd /testbed && pwd', output: '/testbed\n' },
          { command: 'echo two', output: 'three\n' },
        ],
        '',
      ),
    );
    const words = ['--replay', '--backend', 'local', '--instance', 'touchstone-samples__spandrel-14'];
    const ended = await commandLine('trajectory', file, ...words);
    expect(ended.out.split('\n')).toEqual([
      '    1  same',
      '    2  parted at line 1: "three" was recorded, "two" is seen',
      'Replayed 2 of 2 steps; parted at step 2.',
      "The final patch can't be compared: the trajectory records no final patch.",
      'Files after a step are exact before step 2, and approximate from there on.',
      '',
    ]);
    expect(ended.err).toContain('is no sandbox: the recorded commands run as you');
    expect(ended.code).toBe(1);
    const record = JSON.parse((await commandLine('trajectory', file, ...words, '--json')).out) as ReplayRecord;
    expect(record.steps.map(({ idx, repeated }) => [idx, repeated.kind])).toEqual([
      [1, 'same'],
      [2, 'parted'],
    ]);
  });

  it('needs an image where nothing says which instance it is of', async () => {
    const file = run(miniDocument([{ command: 'true', output: '' }], ''));
    const ended = await commandLine('trajectory', file, '--replay');
    expect(ended.err).toContain('--image');
    expect(ended.code).toBe(1);
  });

  it('options of a replay are refused without one', async () => {
    const file = run(miniDocument([{ command: 'true', output: '' }], ''));
    expect((await commandLine('trajectory', file, '--backend', 'local')).code).toBe(2);
  });
});
