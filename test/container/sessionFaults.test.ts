import { setTimeout as pause } from 'node:timers/promises';
import Docker from 'dockerode';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Session } from '../../src/core/run/container/session';
import { DockerEngine } from '../../src/io/docker/dockerEngine';
import { DockerSessions } from '../../src/io/docker/dockerSessions';
import { findEndpoint } from '../../src/io/docker/endpoint';
import { noImageHooks, shellImageRequest } from '../fakes/shellJob';
import { Cable } from './cable';
import { dockerAnswers } from './engines';
import { canStartEngine, SecondEngine } from './secondEngine';
import { readStep, runStep, sessionSpec, stepSpec } from './sessions';

const docker = new Docker();
beforeAll(async () => {
  if (dockerAnswers) await new DockerEngine(null).prepareImage(shellImageRequest, noImageHooks);
});

const mebibyte = 1024 ** 2;

const withSession = async <T>(
  changes: Parameters<typeof sessionSpec>[0],
  work: (own: Session) => Promise<T>,
  sessions = new DockerSessions(null),
): Promise<T> => {
  const own = await sessions.openSession(sessionSpec(changes));
  try {
    return await work(own);
  } finally {
    await own.close();
  }
};

/** Commands of the sandbox's processes, as the engine sees them from outside. */
const processesOf = async (id: string): Promise<readonly string[]> => {
  const { Processes } = await docker.getContainer(id).top({ ps_args: '-eo pid,args' });
  return (Processes as string[][]).map((row) => row[1] ?? '');
};

/** Eleven processes: in the background, in sessions of their own, forked twice, deaf to signals, without environment. */
const elevenProcesses = `trap '' TERM HUP INT
sleep 86301 & sleep 86302 &
setsid sleep 86303 & setsid bash -c 'trap "" TERM HUP; sleep 86304; sleep 1' &
( ( sleep 86305 & ) & )
( setsid bash -c 'sleep 86306 & disown; sleep 86307' & )
env -i /bin/sleep 86308 & env -i setsid /bin/sleep 86309 &
sleep 86310`;

describe.skipIf(!dockerAnswers)('a command that does not end', () => {
  it('is ended after its time with everything that it started, and the session goes on', async () => {
    await withSession({}, async (session) => {
      const step = await session.start(stepSpec(elevenProcesses, { timeoutMs: 1500 }));
      const ending = readStep(step);
      await pause(1000);
      expect((await processesOf(session.id)).filter((command) => command.includes('863')).length).toBeGreaterThan(9);
      const end = await ending;
      expect(end.kind).toBe('time-out');
      expect(end.evidence).toEqual(['its time of 1500 ms was over', 'every process was ended']);
      expect((await processesOf(session.id)).filter((command) => command.includes('863'))).toEqual([]);
      await expect.poll(async () => (await processesOf(session.id)).length, { timeout: 5000 }).toBe(2);
      expect((await runStep(session, 'echo on')).stdout).toBe('on\n');
    });
  });

  it.each([
    ['bomb() { bomb | bomb & }; bomb; sleep 86320', 64],
    ["bomb() { (trap '' TERM HUP; bomb) & (trap '' TERM; setsid sleep 86321) & sleep 86322; }; bomb", 256],
  ])('though it is a fork bomb: %s', async (bomb, pids) => {
    const limits = { ...sessionSpec().limits, pids };
    await withSession({ limits }, async (session) => {
      const end = await runStep(session, bomb, { timeoutMs: 1500 });
      expect(end.kind).toBe('time-out');
      await expect.poll(async () => (await processesOf(session.id)).length, { timeout: 5000 }).toBe(2);
      expect((await runStep(session, 'echo on')).stdout).toBe('on\n');
    });
  });

  it('is ended when nobody wants it any more', async () => {
    await withSession({}, async (session) => {
      const controller = new AbortController();
      const step = await session.start(stepSpec(elevenProcesses), controller.signal);
      setTimeout(() => controller.abort(), 300);
      expect(await readStep(step)).toMatchObject({
        kind: 'killed',
        evidence: ['cancelled', 'every process was ended'],
      });
      await expect.poll(async () => (await processesOf(session.id)).length, { timeout: 5000 }).toBe(2);
    });
  });

  it('ends everything itself: that is killed, and the session goes on', async () => {
    await withSession({}, async (session) => {
      expect(await runStep(session, 'kill -9 -1')).toMatchObject({ kind: 'killed', exitCode: 137 });
      expect((await runStep(session, 'echo on')).stdout).toBe('on\n');
    });
  });
});

describe.skipIf(!dockerAnswers)('a command that takes too much', () => {
  it.each([
    ['whose whole is killed', 'head -c 400000000 /dev/zero | tail; exit 1'],
    ['though it then says that all is well', '(head -c 400000000 /dev/zero | tail) || true; true'],
  ])('memory is told apart from a failure, %s', async (_name, command) => {
    const limits = { ...sessionSpec().limits, memoryBytes: 64 * mebibyte };
    await withSession({ limits }, async (session) => {
      const end = await runStep(session, command);
      expect(end.kind).toBe('oom');
      expect(end.evidence.join('; ')).toContain('killed for want of memory');
      expect(await runStep(session, 'exit 1')).toMatchObject({ kind: 'finished', exitCode: 1 });
    });
  });

  it('disk is ended, with the reason', async () => {
    const limits = { ...sessionSpec().limits, diskBytes: 20 * mebibyte };
    await withSession({ limits }, async (session) => {
      const end = await runStep(session, 'head -c 50000000 /dev/zero > big; sleep 86330');
      expect(end.kind).toBe('killed');
      expect(end.evidence[0]).toContain(`written more than ${20 * mebibyte} bytes`);
    });
  });

  it('a file that is larger than it may be fails in the command itself', async () => {
    const limits = { ...sessionSpec().limits, fileBytes: mebibyte };
    await withSession({ limits }, async (session) => {
      const end = await runStep(session, 'head -c 5000000 /dev/zero > big; stat -c %s big');
      expect(end.stdout).toBe(`${mebibyte}\n`);
    });
  });
});

describe.skipIf(!dockerAnswers)('what a command prints', () => {
  it('500 MB without a newline come whole, in little memory', async () => {
    await withSession({}, async (session) => {
      const before = process.memoryUsage().rss;
      let bytes = 0;
      let highest = 0;
      const step = await session.start(stepSpec(['head', '-c', '500000000', '/dev/zero']));
      for await (const chunk of step.output) {
        bytes += chunk.bytes.length;
        highest = Math.max(highest, process.memoryUsage.rss());
      }
      expect(await step.wait()).toMatchObject({ kind: 'finished', exitCode: 0 });
      expect(bytes).toBe(500_000_000);
      expect(highest - before).toBeLessThan(300 * mebibyte);
    });
  });

  it('waits for a slow reader instead of filling memory', async () => {
    await withSession({}, async (session) => {
      const step = await session.start(stepSpec('yes | head -c 300000000 | tee >(wc -c >&2) >/dev/null; yes'));
      const reader = step.output[Symbol.asyncIterator]();
      await reader.next();
      const before = process.memoryUsage.rss();
      await pause(2000);
      expect(process.memoryUsage.rss() - before).toBeLessThan(100 * mebibyte);
      await step.kill();
    });
  });
});

describe.skipIf(!dockerAnswers)('a sandbox or an engine that goes away', () => {
  it('removed or stopped by hand: the command is lost, and the session says so', async () => {
    for (const end of ['remove', 'kill', 'stop'] as const)
      await withSession({}, async (session) => {
        const running = session.start(stepSpec('sleep 86340')).then(readStep);
        await pause(500);
        const container = docker.getContainer(session.id);
        await (end === 'remove' ? container.remove({ force: true }) : container[end]());
        const { kind, exitCode } = await running;
        expect([end, kind, exitCode]).toEqual([end, 'lost', null]);
        await expect(session.start(stepSpec('true'))).rejects.toThrow('was lost');
      });
  });

  it.each(['drop', 'end'] as const)('a connection that breaks (%s) is no end of the command', async (how) => {
    const cable = new Cable(findEndpoint(null).options.socketPath as string);
    await cable.lay();
    try {
      await withSession(
        {},
        async (session) => {
          const running = session.start(stepSpec('echo a; sleep 1.2; echo b; sleep 86350')).then(readStep);
          setTimeout(() => cable.cut(how), 800);
          const end = await running;
          expect(end.kind).toBe('lost');
          expect((await processesOf(session.id)).filter((command) => command.includes('86350'))).toEqual([]);
          await expect(session.start(stepSpec('true'))).rejects.toThrow('was lost');
        },
        new DockerSessions(`unix://${cable.path}`),
      );
    } finally {
      cable.remove();
    }
  });
});

describe.skipIf(!canStartEngine)('an engine that is killed while a command runs', () => {
  it('the command is lost, not ended', async () => {
    const second = new SecondEngine();
    try {
      await second.start();
      await new DockerEngine(second.endpoint).prepareImage(shellImageRequest, noImageHooks);
      const session = await new DockerSessions(second.endpoint).openSession(sessionSpec());
      const running = session.start(stepSpec('echo a; sleep 86360')).then(readStep);
      await pause(700);
      await second.kill();
      expect(await running).toMatchObject({ kind: 'lost', exitCode: null, stdout: 'a\n' });
      await second.start();
      await expect(session.start(stepSpec('true'))).rejects.toThrow('was lost');
      await session.close();
    } finally {
      await second.remove();
    }
  });
});
