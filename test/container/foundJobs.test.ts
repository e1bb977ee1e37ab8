import Docker from 'dockerode';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DockerEngine } from '../../src/io/docker/dockerEngine';
import { LocalEngine } from '../../src/io/local/localEngine';
import { noImageHooks, shellImageRequest, shellJob } from '../fakes/shellJob';
import { dockerAnswers } from './engines';
import { JobProcesses } from './jobProcesses';

const processes = new JobProcesses();
const label = 'dev.touchstone.run';
let count = 0;
const ownLabels = () => ({ [label]: `found-${process.pid}-${++count}` });

beforeAll(async () => {
  await processes.bundle();
  if (dockerAnswers) await new DockerEngine(null).prepareImage(shellImageRequest, noImageHooks);
});
afterAll(async () => {
  processes.remove();
  if (!dockerAnswers) return;
  const docker = new Docker();
  for (const { Id, Labels } of await docker.listContainers({ all: true, filters: { label: [label] } }))
    if (Labels[label]?.startsWith(`found-${process.pid}-`)) await docker.getContainer(Id).remove({ force: true });
});

const textOf = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString();

/** A process submits the job and is killed; the job as a new one finds it. */
const stranded = async (script: string, labels: Record<string, string>) => {
  const { child, said } = await processes.start({ engine: 'docker', script, changes: { labels } });
  const engine = new DockerEngine(null);
  const [whileAlive] = await engine.find(labels);
  expect(whileAlive).toMatchObject({ ref: { id: said }, owner: 'other' });
  if (whileAlive === undefined) throw new Error('not found');
  await expect(engine.adopt(whileAlive, shellJob(script, { labels }))).rejects.toThrow("can't be taken over");
  await processes.kill(child);
  const [job] = await engine.find(labels);
  if (job === undefined) throw new Error('not found');
  return { engine, job, id: said };
};

describe.skipIf(!dockerAnswers)('a job of a process that was killed', () => {
  it('is found with its labels, taken up while it runs, and ends as if it were our own', async () => {
    const labels = ownLabels();
    const script = 'for n in 1 2 3 4 5; do echo tick $n; sleep 0.5; done; echo whole > /out/a.txt';
    const { engine, job } = await stranded(script, labels);
    expect(job).toMatchObject({ state: 'running', owner: 'gone', labels });
    expect(Date.parse(job.startedAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
    const ref = await engine.adopt(job, shellJob(script, { labels }));
    let live = '';
    for await (const bytes of engine.watch(ref)) live += Buffer.from(bytes);
    expect(live).toContain('tick 5\n');
    const end = await engine.wait(ref);
    expect(end).toMatchObject({ kind: 'finished', exitCode: 0, output: null });
    expect(end.wallMs).toBeGreaterThan(2400);
    expect(textOf((await engine.files(ref)).files.get('a.txt'))).toBe('whole\n');
    await engine.remove(ref);
    expect(await engine.find(labels)).toEqual([]);
  });

  it('has ended meanwhile: its result is collected all the same', async () => {
    const labels = ownLabels();
    const { engine, job } = await stranded('sleep 0.7; echo whole > /out/a.txt', labels);
    await new Docker().getContainer(job.ref.id).wait();
    const [ended] = await engine.find(labels);
    expect(ended).toMatchObject({ state: 'ended', owner: 'gone' });
    const ref = await engine.adopt(job, shellJob('', { labels, deadlineMs: 1 }));
    expect(await engine.wait(ref)).toMatchObject({ kind: 'finished', exitCode: 0 });
    expect(textOf((await engine.files(ref)).files.get('a.txt'))).toBe('whole\n');
    await engine.remove(ref);
  });

  it('keeps to its deadline, counted from its own start', async () => {
    const labels = ownLabels();
    const { engine, job } = await stranded('sleep 300', labels);
    await new Promise((resolve) => setTimeout(resolve, 500));
    const ref = await engine.adopt(job, shellJob('', { labels, deadlineMs: 400 }));
    const end = await engine.wait(ref);
    expect(end.kind).toBe('time-out');
    expect(end.evidence[0]).toContain('the watchdog ended it after 400 ms');
    await engine.remove(ref);
  });

  it('belongs to the one that took it over: no clean and no rival gets it, until that one is gone too', async () => {
    const labels = ownLabels();
    const { engine, job } = await stranded('sleep 300', labels);
    const adopter = await processes.start({ engine: 'docker', script: '', changes: { labels }, found: job });
    expect(adopter.said).toBe(job.ref.id);
    const { kept } = await engine.clean({ dryRun: true });
    expect(kept).toContain(`${job.ref.id.slice(0, 12)}: its owner, process ${adopter.child.pid}, is running`);
    expect(await engine.find(labels)).toMatchObject([{ owner: 'other' }]);
    await expect(engine.adopt(job, shellJob('', { labels }))).rejects.toThrow("can't be taken over");
    await processes.kill(adopter.child);
    expect((await engine.clean({ dryRun: true })).removed).toContain(job.ref.id.slice(0, 12));
    const ref = await engine.adopt(job, shellJob('', { labels }));
    expect(await engine.find(labels)).toMatchObject([{ owner: 'this' }]);
    await engine.cancel(ref);
    expect((await engine.wait(ref)).kind).toBe('killed');
    await engine.remove(ref);
  });

  it('goes to one of several that want it at the same time', async () => {
    const labels = ownLabels();
    const { engine, job } = await stranded('sleep 300', labels);
    const order = { engine: 'docker', script: '', changes: { labels }, found: job } as const;
    const said = await Promise.all([1, 2, 3].map(async () => (await processes.start(order)).said));
    expect(said.filter((line) => line === job.ref.id)).toHaveLength(1);
    await engine.remove(job.ref);
  });

  it('was created and never started, or is gone: that is said', async () => {
    const labels = ownLabels();
    const { engine, job } = await stranded('sleep 300', labels);
    const docker = new Docker();
    const { Config } = await docker.getContainer(job.ref.id).inspect();
    await engine.remove(job.ref);
    await expect(engine.adopt(job, shellJob('', { labels }))).rejects.toThrow('could not take a container up');
    const { Image, Cmd, Labels } = Config;
    const { id } = await docker.createContainer({ Image, Cmd, Labels });
    const [created] = await engine.find(labels);
    expect(created).toMatchObject({ ref: { id }, state: 'created', startedAt: null });
    if (created === undefined) return;
    const ref = await engine.adopt(created, shellJob('', { labels }));
    const evidence = ['it was created and never started'];
    expect(await engine.wait(ref)).toMatchObject({ kind: 'lost', evidence });
    await engine.remove(ref);
  });
});

describe.skipIf(process.platform !== 'linux')('a local job of a process that was killed', () => {
  it('is found, not taken over, and ended by its removal', async () => {
    const labels = ownLabels();
    const script = 'exec sleep 86388';
    const order = { engine: 'local', script, changes: { labels, bundlePath: '/dev/null' } } as const;
    const { child, said } = await processes.start(order);
    const engine = new LocalEngine();
    expect(await engine.find(labels)).toMatchObject([{ owner: 'other', state: 'running' }]);
    await processes.kill(child);
    const [job] = await engine.find(labels);
    if (job === undefined) throw new Error('not found');
    expect(job).toMatchObject({ ref: { id: said }, owner: 'gone', state: 'running', labels });
    await expect(engine.adopt(job)).rejects.toThrow('run it again');
    await engine.remove(job.ref);
    expect(await engine.find(labels)).toEqual([]);
  });
});
