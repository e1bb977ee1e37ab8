import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Docker from 'dockerode';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Session } from '../../src/core/run/container/session';
import { DockerEngine } from '../../src/io/docker/dockerEngine';
import { DockerSessions } from '../../src/io/docker/dockerSessions';
import { sessionCommandCases, sessionEndingCases } from '../fakes/sessionCommandCases';
import { noImageHooks, shellImageRequest } from '../fakes/shellJob';
import { throwAway } from '../fakes/throwAway';
import { dockerAnswers } from './engines';
import { runStep, sessionSpec } from './sessions';

const docker = new Docker();
const sessions = dockerAnswers ? new DockerSessions(null) : null;
let session: Session;
beforeAll(async () => {
  if (sessions === null) return;
  await new DockerEngine(null).prepareImage(shellImageRequest, noImageHooks);
  session = await sessions.openSession(sessionSpec({ env: { COLOUR: 'red', EMPTY: '' } }));
});
afterAll(() => session?.close());

/** A session of its own for a test that changes or ends it. */
const withSession = async <T>(
  changes: Parameters<typeof sessionSpec>[0],
  work: (own: Session) => Promise<T>,
): Promise<T> => {
  const own = await new DockerSessions(null).openSession(sessionSpec(changes));
  try {
    return await work(own);
  } finally {
    await own.close();
  }
};

describe.skipIf(!dockerAnswers)('a command in a session', () => {
  sessionCommandCases(() => session);
  sessionEndingCases(() => session);

  it('runs in the folder, with the environment and as the user that it is told', async () => {
    const run = (changes = {}) => runStep(session, 'pwd; id -u; id -g; echo "$COLOUR $SIZE"', changes);
    expect((await run()).stdout).toBe('/work space\n0\n0\nred \n');
    const changed = { cwd: '/tmp', user: '1000:1001', env: { COLOUR: 'blue', SIZE: 'a b' } };
    expect((await run(changed)).stdout).toBe('/tmp\n1000\n1001\nblue a b\n');
  });

  it('whose user is not there says so', async () => {
    const user = await runStep(session, ['pwd'], { user: 'nobody-here' });
    expect(user).toMatchObject({ kind: 'finished', exitCode: 126 });
    expect(user.stdout).toContain('nobody-here');
    expect(user.evidence).toContain('the engine could not start it; why is in the output');
  });
});

describe.skipIf(!dockerAnswers)("a session's sandbox", () => {
  it('keeps seven capabilities, no new privileges, no network, no socket, and the limits, in commands too', async () => {
    const { stdout } = await runStep(
      session,
      'cat /proc/self/status; ls /sys/class/net; ulimit -f; ls /var/run/docker.sock',
    );
    expect(stdout).toMatch(/CapEff:\s+00000000000000fb\n/);
    expect(stdout).toMatch(/CapBnd:\s+00000000000000fb\n/);
    expect(stdout).toMatch(/NoNewPrivs:\s+1\n/);
    expect(stdout).toMatch(/Seccomp:\s+2\n/);
    expect(stdout).toMatch(/\nlo\n2097152\n$/);
    const { HostConfig, Mounts, Config } = await docker.getContainer(session.id).inspect();
    expect(HostConfig).toMatchObject({
      NetworkMode: 'none',
      PidsLimit: 512,
      Memory: 512 * 1024 ** 2,
      Privileged: false,
    });
    expect(Mounts).toEqual([]);
    expect(Object.keys(Config.Labels)).toEqual(
      expect.arrayContaining(['dev.touchstone.job', 'dev.touchstone.owner', 'dev.touchstone.deadline']),
    );
  });

  it("sees a mounted folder and can not change it; the engine's socket is never mounted", async () => {
    const folder = await throwAway('mount ünï-');
    mkdirSync(join(folder, 'inside'));
    const mounts = [{ hostPath: folder, path: '/given' }];
    await withSession({ mounts }, async (own) => {
      const { stdout, stderr } = await runStep(own, 'ls /given; touch /given/x; mount -o remount,rw /given');
      expect(stdout).toBe('inside\n');
      expect(stderr).toContain('Read-only file system');
    });
    for (const hostPath of ['/var/run/docker.sock', '/var/run', '/'])
      await expect(withSession({ mounts: [{ hostPath, path: '/x' }] }, runNothing)).rejects.toThrow(
        "engine's own socket",
      );
    const far = new DockerSessions('tcp://192.0.2.1:2375').openSession(sessionSpec({ mounts }));
    await expect(far).rejects.toThrow('on another machine');
  });

  it('ends by itself when its time is over', async () => {
    await withSession({ ttlMs: 1000 }, async (own) => {
      const { kind, evidence } = await runStep(own, 'sleep 60');
      expect(kind).toBe('lost');
      expect(evidence).toEqual(['the sandbox was ended, from outside or by what ran in it']);
      expect((await docker.getContainer(own.id).inspect()).State).toMatchObject({ Running: false, ExitCode: 0 });
    });
  });

  it('makes its folder for its user, and leaves nothing when it is closed', async () => {
    const own = await new DockerSessions(null).openSession(
      sessionSpec({ user: '1000:1000', workdir: '/home/made/here' }),
    );
    expect((await runStep(own, 'touch x && stat -c %u .')).stdout).toBe('1000\n');
    await own.close();
    await own.close();
    await expect(docker.getContainer(own.id).inspect()).rejects.toThrow();
  });

  it('of an image that is not there is told so', async () => {
    await expect(withSession({ image: 'no/such:image' }, runNothing)).rejects.toThrow("no/such:image isn't there");
  });
});

const runNothing = async (): Promise<void> => undefined;
