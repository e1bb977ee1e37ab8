import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Docker from 'dockerode';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { evaluate } from '../../src/app/evaluate';
import { defaultLimits } from '../../src/core/run/container/limits';
import { deadlineLabel, jobLabel, ownerLabel } from '../../src/io/docker/createOptions';
import { DockerEngine } from '../../src/io/docker/dockerEngine';
import {
  type EvaluationProject,
  evalScriptAround,
  goldPatch,
  makeProject,
  patchItem,
  quietHooks,
  shellImage,
  wrongPatch,
} from '../fakes/evaluationProject';
import { git } from '../fakes/git';
import { dockerAnswers } from './engines';

const docker = new Docker();
let project: EvaluationProject;
beforeAll(async () => {
  project = await makeProject();
  if (!dockerAnswers) return;
  const request = { image: shellImage, recipe: { base: 'host', packages: [] }, namedByData: false };
  await new DockerEngine(null).prepareImage(request, { onProgress: () => {}, confirmPull: async () => false });
});
afterAll(() => project.remove());

const signal = new AbortController().signal;
const run = async (commands: string, memoryBytes = 512 * 1024 ** 2, patch = goldPatch) => {
  const item = patchItem(project.instance({ evalScript: evalScriptAround(commands) }), patch);
  const request = project.request([item], { again: true, limits: { ...defaultLimits, memoryBytes } });
  const { items } = await evaluate(project.ports(new DockerEngine(null)), request, quietHooks, signal);
  const [first] = items;
  if (first === undefined) throw new Error('nothing came out');
  return { ...first, log: () => readFileSync(join(first.folder, 'test_output.txt'), 'utf8') };
};

describe.skipIf(!dockerAnswers)('a container of an evaluation', () => {
  it('keeps seven capabilities, no new privileges, and no network but its own loopback', async () => {
    const { log } = await run('cat /proc/self/status; ls /sys/class/net; cat /proc/net/route; ls /var/run/docker.sock');
    // CHOWN 0, DAC_OVERRIDE 1, FOWNER 3, FSETID 4, KILL 5, SETGID 6, SETUID 7.
    expect(log()).toMatch(/CapEff:\s+00000000000000fb\n/);
    expect(log()).toMatch(/CapBnd:\s+00000000000000fb\n/);
    expect(log()).toMatch(/NoNewPrivs:\s+1\n/);
    expect(log()).toMatch(/Seccomp:\s+2\n/);
    expect(log()).toMatch(/ls \/sys\/class\/net\nlo\n/);
    expect(log()).toMatch(/docker\.sock['’]?: No such file/);
  });

  it('has the limits and no bound folder of the host', async () => {
    const running = run('sleep 5');
    const found = await vi.waitFor(
      async () => {
        const [first] = await docker.listContainers({ filters: { label: ['dev.touchstone.run=try'] } });
        if (first === undefined) throw new Error('not begun yet');
        return first;
      },
      { timeout: 20_000, interval: 50 },
    );
    const { HostConfig, Mounts } = await docker.getContainer(found.Id).inspect();
    expect(HostConfig).toMatchObject({
      NetworkMode: 'none',
      PidsLimit: 512,
      Memory: 512 * 1024 ** 2,
      MemorySwap: 512 * 1024 ** 2,
      NanoCpus: 2e9,
      Privileged: false,
      CapDrop: ['ALL'],
    });
    expect(Mounts).toEqual([]);
    await running;
  });

  it('says out of memory and not unresolved', async () => {
    const { outcome } = await run('head -c 400000000 /dev/zero | tail | wc -c', 64 * 1024 ** 2, wrongPatch);
    expect(outcome).toMatchObject({ kind: 'none', reason: 'error' });
    expect(JSON.stringify(outcome)).toContain('out of memory');
  });

  it('is ended when it fills the disk, long before its time is over, whatever result it wrote itself', async () => {
    const forged = JSON.stringify({ stage: 'tested', rung: null, testbed: null, testExit: 0, timedOut: false });
    const fill = `printf '%s' '${forged.slice(0, -1)},"testSeconds":1,"leftovers":0}' > ../out/result.json
for i in 1 2 3 4; do head -c 20000000 /dev/zero > ../f$i; done; bash ./tests.sh; sleep 86395`;
    const item = patchItem(project.instance({ evalScript: evalScriptAround(fill) }), goldPatch);
    const limits = { ...defaultLimits, diskBytes: 50_000_000, memoryBytes: 512 * 1024 ** 2 };
    const request = project.request([item], { again: true, timeoutMs: 600_000, limits });
    const { items } = await evaluate(project.ports(new DockerEngine(null)), request, quietHooks, signal);
    expect(items[0]?.outcome).toMatchObject({ kind: 'none', reason: 'error' });
    expect(items[0]?.reason).toContain('written more than 50000000 bytes; backend.limits.disk');
  });

  it.each([
    ["bomb() { (trap '' TERM HUP; bomb) & (trap '' TERM HUP; setsid sleep 86397) & sleep 86397; }; bomb", 64],
    ['bomb() { bomb | bomb & }; bomb; sleep 86397', 512],
  ])('ends a fork bomb in time, with all processes used up: %s', async (bomb, pids) => {
    const item = patchItem(project.instance({ evalScript: evalScriptAround(bomb) }), goldPatch);
    const limits = { ...defaultLimits, pids, memoryBytes: 512 * 1024 ** 2 };
    const request = project.request([item], { again: true, timeoutMs: 2000, limits });
    const { items } = await evaluate(project.ports(new DockerEngine(null)), request, quietHooks, signal);
    expect(items[0]?.outcome).toMatchObject({ kind: 'none', reason: 'time-out' });
    expect(items[0]?.seconds).toBeLessThan(60);
  });

  it("uses the image's own checkout, whoever owns it", async () => {
    const image = 'touchstone-tests/testbed:own';
    const checkout = join(project.temp.path, 'testbed');
    git(project.temp.path, 'clone', '--quiet', project.source, checkout);
    git(checkout, 'checkout', '--quiet', '--detach', project.base);
    const tar = execFileSync('tar', ['-C', project.temp.path, '--owner=1000', '--group=1000', '-c', 'testbed'], {
      maxBuffer: 2 ** 26,
    });
    const made = await docker.createContainer({ Image: shellImage, Cmd: ['bash'] });
    await made.putArchive(tar, { path: '/' });
    await made.commit({ repo: 'touchstone-tests/testbed', tag: 'own' });
    await made.remove();
    const target = { ...project.request([]).targetOf(project.instance()), repository: null };
    const request = project.request([patchItem(project.instance(), goldPatch)], {
      again: true,
      targetOf: () => ({ ...target, image: { image, recipe: null, namedByData: true } }),
    });
    const { items } = await evaluate(project.ports(new DockerEngine(null)), request, quietHooks, signal);
    expect(items[0]?.outcome).toEqual({ kind: 'resolved' });
    const record = JSON.parse(readFileSync(join(items[0]?.folder ?? '', 'result.json'), 'utf8'));
    expect(record).toMatchObject({ testbed: 'image', rung: 'git-apply', image: { name: image } });
    await docker.getImage(image).remove();
  });

  it('an image that is not there is no verdict, and nothing is pulled without a yes', async () => {
    const asked: string[] = [];
    const hooks = {
      ...quietHooks,
      confirmPull: async (_image: string, namespace: string) => {
        asked.push(namespace);
        return false;
      },
    };
    const image = { image: 'registry.example.org/bench/a:1', recipe: null, namedByData: true };
    const request = project.request(
      [patchItem(project.instance(), goldPatch), patchItem(project.instance({ id: 'acme__greet-2' }), goldPatch)],
      { again: true, targetOf: () => ({ ...project.request([]).targetOf(project.instance()), image }) },
    );
    const { items, fault } = await evaluate(project.ports(new DockerEngine(null)), request, hooks, signal);
    expect(items.map((item) => item.outcome)).toMatchObject([
      { kind: 'none', reason: 'infrastructure' },
      { kind: 'none', reason: 'infrastructure' },
    ]);
    expect(asked).toEqual(['registry.example.org/bench']);
    expect(fault).toBeNull();
  });
});

describe.skipIf(!dockerAnswers)('what earlier processes left', () => {
  const leave = async (owner: string, deadline: string) => {
    const Labels = { [jobLabel]: 'test', [ownerLabel]: owner, [deadlineLabel]: deadline };
    return (await docker.createContainer({ Image: shellImage, Cmd: ['bash'], Labels })).id;
  };
  const exists = (id: string) =>
    docker
      .getContainer(id)
      .inspect()
      .then(
        () => true,
        () => false,
      );

  it('is removed where its owner is gone or its time is over, and only then', async () => {
    const { hostname } = await import('node:os');
    const soon = new Date(Date.now() + 60_000).toISOString();
    const dead = await leave(`${hostname()}:999999999`, soon);
    const mine = await leave(`${hostname()}:${process.pid}`, new Date(0).toISOString());
    const elsewhere = await leave('other-machine:1', soon);
    const overdue = await leave('other-machine:1', new Date(0).toISOString());
    try {
      await new DockerEngine(null).clean({ dryRun: true });
      expect(await Promise.all([dead, mine, elsewhere, overdue].map(exists))).toEqual([true, true, true, true]);
      await new DockerEngine(null).clean({ dryRun: false });
      expect(await Promise.all([dead, mine, elsewhere, overdue].map(exists))).toEqual([false, true, true, false]);
    } finally {
      for (const id of [dead, mine, elsewhere, overdue])
        await docker
          .getContainer(id)
          .remove({ force: true })
          .catch(() => undefined);
    }
  });
});
