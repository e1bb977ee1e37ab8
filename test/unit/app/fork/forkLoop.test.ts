import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { forkLoop } from '../../../../src/app/fork/forkLoop';
import { openTrajectory } from '../../../../src/app/trajectory/openTrajectory';
import { readLoopConfig } from '../../../../src/core/run/agent/loop/readLoopConfig';
import { nodeFiles } from '../../../../src/io/files/nodeFiles';
import { openTrajectoryFiles } from '../../../../src/io/trajectories/openTrajectoryFiles';

const sample = resolve('samples/quickstart');
const opened = (name: string) =>
  openTrajectory(
    openTrajectoryFiles,
    `${sample}/runs/${name.replace('/', '/trajectories/touchstone-samples__spandrel-')}`,
  );

describe('the loop of a fork', () => {
  it("is the parent's own, else mini; a named one goes before both", async () => {
    const parent = await opened('kestrel-1/14.traj.json');
    const own = readLoopConfig(await readFile(`${sample}/loop.yaml`, 'utf8'), 'loop.yaml', 'loop').config;
    const { config, notes } = await forkLoop(nodeFiles, null, parent, true);
    expect(config).toMatchObject({
      instanceTemplate: own.instanceTemplate,
      formatErrorTemplate: own.formatErrorTemplate,
    });
    expect(notes).toEqual([]);
    expect((await forkLoop(nodeFiles, 'quick', parent, true)).config.id).toBe('quick');
    const other = await opened('heron-2/14.killed.jsonl');
    expect((await forkLoop(nodeFiles, null, other, true)).config.id).toBe('mini');
    await expect(forkLoop(nodeFiles, 'program', parent, true)).rejects.toThrow('mini, swe-compass, quick');
  });
});
