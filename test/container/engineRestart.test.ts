import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JobEnd } from '../../src/core/run/container/engine';
import { DockerEngine } from '../../src/io/docker/dockerEngine';
import { noImageHooks, shellImageRequest, shellJob } from '../fakes/shellJob';
import { canStartEngine, SecondEngine } from './secondEngine';

if (!canStartEngine) console.warn('Left out: no second engine can be started here (root, dockerd and unshare)');

const ticks = 'for n in 1 2 3 4 5 6 7 8; do echo tick $n | tee -a /out/a.txt; sleep 0.5; done';

/** A job runs, its engine is killed and started again; how it ended and what it left. */
const acrossRestart = async (second: SecondEngine, script: string) => {
  const engine = new DockerEngine(second.endpoint, { patienceMs: 60_000 });
  const ref = await engine.submit(shellJob(script));
  const ended: Promise<JobEnd> = engine.wait(ref);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  await second.kill();
  await second.start();
  const end = await ended;
  const { files } = await engine.files(ref);
  await engine.remove(ref);
  return { end, files, left: await second.docker.listContainers({ all: true }) };
};

const prepared = async (second: SecondEngine): Promise<void> => {
  await second.start();
  await new DockerEngine(second.endpoint).prepareImage(shellImageRequest, noImageHooks);
};

describe.skipIf(!canStartEngine)('an engine that is killed and started again', () => {
  const second = new SecondEngine();
  beforeAll(() => prepared(second));
  afterAll(() => second.remove());

  it('ends its containers: no verdict, and the engine is to blame', async () => {
    const { end, left } = await acrossRestart(second, 'while :; do sleep 0.2; done');
    expect(end.kind).toBe('infrastructure');
    expect([137, 143]).toContain(end.exitCode);
    expect(end.evidence.join('; ')).toMatch(/killed from outside.*the engine (was|may have been) restarted/);
    expect(end.output).toBe(null);
    expect(left).toEqual([]);
  });
});

describe.skipIf(!canStartEngine)('an engine with live-restore that is killed and started again', () => {
  const second = new SecondEngine(['--live-restore']);
  beforeAll(() => prepared(second));
  afterAll(() => second.remove());

  it('lets its containers live: the job is taken up again and its result is whole', async () => {
    const { end, files, left } = await acrossRestart(second, ticks);
    expect(end).toMatchObject({ kind: 'finished', exitCode: 0, output: null });
    expect(Buffer.from(files.get('a.txt') ?? []).toString()).toBe(
      [1, 2, 3, 4, 5, 6, 7, 8].map((n) => `tick ${n}\n`).join(''),
    );
    expect(left).toEqual([]);
  });
});
