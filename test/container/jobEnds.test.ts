import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Docker from 'dockerode';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JobSpec } from '../../src/core/run/container/engine';
import { DockerEngine } from '../../src/io/docker/dockerEngine';
import { noImageHooks, shellImageRequest, shellJob } from '../fakes/shellJob';
import { tempFolder } from '../fakes/tempFolder';
import { dockerAnswers } from './engines';

const docker = new Docker();
const engine = new DockerEngine(null);
const labels = { 'dev.touchstone.run': `ends-${process.pid}` };
const foreignImage = `touchstone-tests/foreign:${process.pid}`;

beforeAll(async () => {
  if (dockerAnswers) await engine.prepareImage(shellImageRequest, noImageHooks);
});
afterAll(async () => {
  if (!dockerAnswers) return;
  await docker
    .getImage(foreignImage)
    .remove({ force: true })
    .catch(() => undefined);
  const label = [`dev.touchstone.run=${labels['dev.touchstone.run']}`];
  expect(await docker.listContainers({ all: true, filters: { label } })).toEqual([]);
});

/** Runs a job to its end; `meanwhile` is done to its container half a second after the start. */
const ended = async (
  script: string,
  meanwhile?: (container: Docker.Container) => unknown,
  changes?: Partial<JobSpec>,
) => {
  const ref = await engine.submit(shellJob(script, { labels, ...changes }));
  try {
    if (meanwhile !== undefined) setTimeout(() => meanwhile(docker.getContainer(ref.id)), 500);
    return await engine.wait(ref);
  } finally {
    await engine.remove(ref);
  }
};

describe.skipIf(!dockerAnswers)('how a job ended', () => {
  it('killed by somebody else: the engine is to blame, and the signal is told', async () => {
    const end = await ended('sleep 300', (container) => container.kill());
    expect(end).toMatchObject({ kind: 'infrastructure', exitCode: 137 });
    expect(end.evidence).toContain('it was killed from outside with signal 9, by hand or as the engine was restarted');
  });

  it('removed by hand: nobody knows', async () => {
    const end = await ended('sleep 300', (container) => container.remove({ force: true }));
    expect(end).toMatchObject({ kind: 'lost', exitCode: null, output: null });
    expect(end.evidence.join()).toMatch(/no longer knows the container|was removed by hand/);
  });

  it('paused by hand and let go on: its result stands, and the pause is told', async () => {
    const end = await ended('sleep 2', async (container) => {
      await container.pause();
      setTimeout(() => void container.unpause(), 7_000);
    });
    expect(end).toMatchObject({ kind: 'finished', exitCode: 0 });
    expect(end.evidence.join()).toContain('paused from outside');
  });

  it('the memory limit ended it: with evidence', async () => {
    const limits = { ...shellJob('').limits, memoryBytes: 48 * 1024 ** 2 };
    const end = await ended('x=$(head -c 300000000 /dev/zero | tr "\\0" x); echo "$x" | wc -c', undefined, { limits });
    expect(end.kind).toBe('oom');
    expect(end.evidence.join()).toContain('for want of memory');
  });

  it('nothing inside can end its main process; what that one says of an early end is told', async () => {
    const attack = 'kill -KILL 1; kill -TERM 1; kill -HUP 1; kill -INT 1; kill -QUIT 1; kill -KILL -1; sleep 0.2';
    expect(await ended(`bash -c '${attack}'; exit 0`)).toMatchObject({ kind: 'finished', exitCode: 0 });
    const early = await ended('echo "no such thing" >&2; exit 3');
    expect(early).toMatchObject({ kind: 'killed', exitCode: 3 });
    expect(early.evidence).toContain('its script said "no such thing"');
  });

  it('an image that went away between its preparation and the start is named', async () => {
    const job = shellJob('', { labels, image: 'touchstone-tests/never:made' });
    await expect(engine.submit(job)).rejects.toMatchObject({
      what: 'image',
      message: expect.stringContaining('touchstone-tests/never:made'),
    });
  });
});

/** A program for another machine: an ELF head with nothing behind it. */
const foreignProgram = (machine: number): Buffer => {
  const elf = Buffer.alloc(4096);
  elf.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]);
  elf.writeUInt16LE(2, 16);
  elf.writeUInt16LE(machine, 18);
  elf.writeUInt32LE(1, 20);
  elf.writeUInt16LE(64, 52);
  return elf;
};

/** Loads an image of one layer, whose bash is such a program, as `docker save` would have written it. */
const makeForeignImage = (architecture: string, machine: number): void => {
  const temp = tempFolder();
  temp.write('layer/bin/bash', foreignProgram(machine));
  chmodSync(join(temp.path, 'layer/bin/bash'), 0o755);
  execFileSync('tar', ['-C', join(temp.path, 'layer'), '-cf', join(temp.path, 'layer.tar'), 'bin']);
  const layer = createHash('sha256')
    .update(readFileSync(join(temp.path, 'layer.tar')))
    .digest('hex');
  const rootfs = { type: 'layers', diff_ids: [`sha256:${layer}`] };
  temp.write('config.json', JSON.stringify({ architecture, os: 'linux', config: { Env: ['PATH=/bin'] }, rootfs }));
  temp.write(
    'manifest.json',
    JSON.stringify([{ Config: 'config.json', RepoTags: [foreignImage], Layers: ['layer.tar'] }]),
  );
  const tar = execFileSync('tar', ['-C', temp.path, '-c', 'manifest.json', 'config.json', 'layer.tar']);
  execFileSync('docker', ['load'], { input: tar });
  temp.remove();
};

describe.skipIf(!dockerAnswers)('an image for another machine', () => {
  it('that nothing emulates is a fault that names both and what to do', async () => {
    const { architecture } = await engine.ping();
    const [foreign, machine] = architecture === 's390x' ? ['amd64', 62] : ['s390x', 22];
    makeForeignImage(String(foreign), Number(machine));
    const fault = await ended('echo hello', undefined, { image: foreignImage }).catch((error: unknown) => error);
    expect(fault).toMatchObject({ name: 'EnvironmentFault', what: 'image' });
    expect(String(fault)).toContain(`${foreignImage} is made for ${foreign}, the engine's machine is ${architecture}`);
    expect(String(fault)).toContain('environments[].image');
  });

  it('that the environment names and the image is not, is no run', async () => {
    const job = shellJob('', { labels, platform: 'linux/s390x' });
    await expect(engine.submit(job)).rejects.toMatchObject({
      what: 'image',
      message: expect.stringContaining('s390x'),
    });
  });
});
