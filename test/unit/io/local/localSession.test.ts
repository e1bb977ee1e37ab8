import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Session } from '../../../../src/core/run/container/session';
import { temporaryFolder } from '../../../../src/io/local/jobFolders';
import { LocalEngine } from '../../../../src/io/local/localEngine';
import { LocalSessions } from '../../../../src/io/local/localSessions';
import { readStep, runStep, sessionSpec, stepSpec } from '../../../container/sessions';
import { ownSeconds, sessionCommandCases, sessionEndingCases } from '../../../fakes/sessionCommandCases';
import { sessionTerminalCases, sessionTreeCases, treeLimits } from '../../../fakes/sessionTreeCases';
import { sleepers } from '../../../fakes/sleepers';
import { throwAway } from '../../../fakes/throwAway';

const patience = 120_000;
const onLinux = process.platform === 'linux';
const posix = process.platform !== 'win32';

const open = (changes: Parameters<typeof sessionSpec>[0] = {}): Promise<Session> =>
  new LocalSessions().openSession(sessionSpec(changes));

const rootOf = async (session: Session): Promise<string> =>
  (await runStep(session, 'printf %s "$TOUCHSTONE_TESTBED"')).stdout.replace(/\/testbed$/, '');

/** A session of its own for a test that changes or ends it. */
const opened = async (changes: Parameters<typeof sessionSpec>[0] = {}): Promise<Session> => {
  const session = await open(changes);
  onTestFinished(() => session.close());
  return session;
};

let session: Session;
beforeAll(async () => {
  if (posix) session = await open({ env: { COLOUR: 'red', EMPTY: '' } });
}, patience);
afterAll(() => session?.close(), patience);

describe.skipIf(!onLinux)('a command in a local session', { timeout: patience }, () => {
  sessionCommandCases(() => session);
  sessionEndingCases(() => session);

  it('runs in a folder below the throw-away one, with its own environment and none of the keys', async () => {
    process.env['SECRET_KEY'] = 'of the person';
    onTestFinished(() => void delete process.env['SECRET_KEY']);
    const root = await rootOf(session);
    const run = (changes = {}) => runStep(session, 'pwd; echo "$COLOUR $SIZE $SECRET_KEY $HOME"', changes);
    expect((await run()).stdout).toBe(`${root}/work space\nred   ${root}/home\n`);
    const changed = { cwd: '/tmp', env: { COLOUR: 'blue', SIZE: 'a b', HOME: '/root' } };
    expect((await run(changed)).stdout).toBe(`${root}/tmp\nblue a b  ${root}/home\n`);
  });

  it('can open its streams by name', async () => {
    const { stdout, stderr } = await runStep(session, 'echo a >/dev/stdout; echo b >/dev/stderr');
    expect([stdout, stderr]).toEqual(['a\n', 'b\n']);
  });

  it('that was killed by a signal is not said to lack memory', async () => {
    const { kind, exitCode, evidence } = await runStep(session, 'kill -KILL $$');
    expect([kind, exitCode]).toEqual(['killed', null]);
    expect(evidence).toEqual(["ended by SIGKILL; whether for want of memory, local can't tell"]);
  });

  it('may write no larger file than it is told', async () => {
    const limits = { ...sessionSpec().limits, fileBytes: 1024 ** 2 };
    const own = await opened({ limits });
    expect((await runStep(own, 'head -c 5000000 /dev/zero > big; stat -c %s big')).stdout).toBe(`${1024 ** 2}\n`);
  });

  it('is ended where its folder grows too large', async () => {
    const limits = { ...sessionSpec().limits, diskBytes: 2 * 1024 ** 2 };
    const own = await opened({ limits });
    const end = await runStep(own, 'head -c 5000000 /dev/zero > big; sleep 100');
    expect(end.kind).toBe('killed');
    expect(end.evidence[0]).toContain('written more than 2097152 bytes');
  });

  it('waits for a slow reader instead of filling memory', async () => {
    const own = await opened();
    const step = await own.start(
      stepSpec('for i in 1 2 3 4 5 6 7 8; do head -c 1000000 /dev/zero; echo $i > at; done'),
    );
    const reader = step.output[Symbol.asyncIterator]();
    await reader.next();
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const at = await readFile(join(await sessionRoot(own), 'work space/at'), 'utf8').catch(() => '0');
    expect(Number(at)).toBeLessThan(3);
    let bytes = 0;
    for (let next = await reader.next(); !next.done; next = await reader.next()) bytes += next.value.bytes.length;
    expect((await step.wait()).kind).toBe('finished');
    expect(bytes).toBeGreaterThan(7_000_000);
  });
});

/** Found by its owner file, as a command of the session runs. */
const sessionRoot = async (own: Session): Promise<string> => {
  const parent = await temporaryFolder();
  for (const name of (await readdir(parent)).filter((entry) => entry.startsWith('touchstone-job-'))) {
    const owner = await readFile(join(parent, name, 'owner.json'), 'utf8').catch(() => '');
    if (owner.includes(own.id)) return join(parent, name);
  }
  throw new Error('no folder');
};

/** Eleven processes: in the background, in sessions of their own, forked twice, deaf to signals, without environment. */
const elevenProcesses = (mark: string) => `trap '' TERM HUP INT
sleep ${mark}01 & sleep ${mark}02 &
setsid sleep ${mark}03 & setsid bash -c 'trap "" TERM HUP; sleep ${mark}04; sleep 1' &
( ( sleep ${mark}05 & ) & )
( setsid bash -c 'sleep ${mark}06 & disown; sleep ${mark}07' & )
env -i /bin/sleep ${mark}08 & env -i setsid /bin/sleep ${mark}09 &
sleep ${mark}10`;

describe.skipIf(!onLinux)('a local command that does not end', { timeout: patience }, () => {
  it('is ended with all but what left its session and emptied its environment, and that is said', async () => {
    const mark = ownSeconds();
    onTestFinished(async () => {
      for (const [pid] of await sleepers(mark)) process.kill(pid, 'SIGKILL');
    });
    const own = await opened();
    const step = await own.start(stepSpec(elevenProcesses(mark), { timeoutMs: 6000 }));
    const ending = readStep(step);
    while ((await sleepers(mark)).length < 9) await new Promise((resolve) => setTimeout(resolve, 50));
    const end = await ending;
    expect(end.kind).toBe('time-out');
    expect(end.evidence).toEqual([
      'its time of 6000 ms was over',
      'something that left its group and emptied its environment still runs: local can not find it',
    ]);
    expect((await sleepers(mark)).map(([, command]) => command)).toEqual([`/bin/sleep\0${mark}09\0`]);
    expect((await runStep(own, 'echo on')).stdout).toBe('on\n');
  });

  it('and nothing that hides is ended whole', async () => {
    const mark = ownSeconds();
    const own = await opened();
    const end = await runStep(own, `setsid sleep ${mark} & sleep ${mark}`, { timeoutMs: 1500 });
    expect(end.evidence[1]).toBe('its process group and all that carries the mark of the session were ended');
    expect(await sleepers(mark)).toEqual([]);
  });
});

describe.skipIf(!onLinux)('a tree into a local session and out again', { timeout: patience }, () => {
  sessionTreeCases(() => session, process.getuid?.() ?? 0);

  it.each(['/..', '/a/../../b', '/work space/out', '/work space/out/x', '/work space/dangling'])(
    'from or to where it would leave is refused: %s',
    async (asked) => {
      await runStep(session, 'ln -sfn /tmp out; ln -sfn /tmp/touchstone-not-there dangling');
      const folder = await throwAway('empty-');
      const options = { limits: treeLimits, leaveOut: [] };
      await expect(session.upload(folder, asked)).rejects.toThrow("leaves the sandbox's folder");
      await expect(session.download(asked, folder, options)).rejects.toThrow("leaves the sandbox's folder");
      await expect(session.start(stepSpec('true', { cwd: asked }))).rejects.toThrow("leaves the sandbox's folder");
      expect((await runStep(session, 'true')).exitCode).toBe(0);
    },
  );

  it('as a whole is refused: it holds more than its files', async () => {
    const folder = await throwAway('empty-');
    await expect(session.upload(folder, '/')).rejects.toThrow('name a folder below');
    await expect(session.download('/', folder, { limits: treeLimits, leaveOut: [] })).rejects.toThrow('name a folder');
  });

  it('to where a file stands is told', async () => {
    await runStep(session, 'echo x > stands');
    const folder = await throwAway('empty-');
    for (const to of ['/work space/stands', '/work space/stands/below'])
      await expect(session.upload(folder, to)).rejects.toThrow(`can't have the folder ${to}`);
  });

  it('ends when nobody wants it any more', async () => {
    const folder = await throwAway('tree-');
    mkdirSync(join(folder, 'sub'));
    writeFileSync(join(folder, 'f'), 'x');
    const empty = await throwAway('empty-');
    const aborted = AbortSignal.abort();
    await expect(session.upload(folder, '/work space/never', aborted)).rejects.toThrow('abort');
    const options = { limits: treeLimits, leaveOut: [] };
    await expect(session.download('/work space', empty, options, aborted)).rejects.toThrow('abort');
  });
});

describe.skipIf(!onLinux)('a terminal in a local session', { timeout: patience }, () => {
  sessionTerminalCases(() => session, process.getuid?.() ?? 0);
});

describe.skipIf(!posix)('a local session', { timeout: patience }, () => {
  it('refuses another user and mounts, with what to do', async () => {
    await expect(open({ user: '1000:1000' })).rejects.toThrow("can't run as 1000:1000: use docker");
    const mounts = [{ hostPath: '/usr', path: '/given' }];
    await expect(open({ mounts })).rejects.toThrow('copy it in, or use docker');
    await expect(open({ workdir: '/../x' })).rejects.toThrow("leaves the sandbox's folder");
    await expect(session.start(stepSpec('true', { user: 'root' }))).rejects.toThrow("can't run as root");
  });

  it('says with the words of the local engine that it is no sandbox', async () => {
    expect(new LocalSessions().warnings).toEqual((await new LocalEngine().ping()).warnings);
  });

  it('leaves nothing when it is closed, and takes no command any more', async () => {
    const seconds = ownSeconds();
    const own = await open();
    const root = await rootOf(own);
    expect(existsSync(root)).toBe(true);
    await runStep(own, `sleep ${seconds} & mkdir closed; echo x > closed/f; chmod 0 closed`);
    const running = await own.start(stepSpec('sleep 100'));
    await Promise.all([own.close(), own.close()]);
    expect((await running.wait()).kind).toBe('killed');
    expect(existsSync(root)).toBe(false);
    if (onLinux) expect(await sleepers(seconds)).toEqual([]);
    await expect(own.start(stepSpec('true'))).rejects.toThrow('is closed');
  });

  it('ends by itself when its time is over', async () => {
    const own = await opened({ ttlMs: 4000 });
    const root = await rootOf(own);
    const { kind, exitCode, evidence } = await runStep(own, 'sleep 100');
    expect([kind, exitCode, evidence[0]]).toEqual(['lost', null, 'the sandbox was ended from outside']);
    await expect(own.start(stepSpec('true'))).rejects.toThrow(/was lost|is closed/);
    await own.close();
    expect(existsSync(root)).toBe(false);
  });

  it.skipIf(!onLinux)('of which something escaped holds nobody up once it is closed', async () => {
    const seconds = ownSeconds();
    onTestFinished(async () => {
      for (const [pid] of await sleepers(seconds)) process.kill(pid, 'SIGKILL');
    });
    const own = await opened();
    const escaped = 'until [ "$(cat /proc/$!/comm)" = sleep ]; do sleep 0.05; done';
    const end = await runStep(own, `env -i setsid /bin/sleep ${seconds} & ${escaped}; echo on`);
    expect([end.kind, end.stdout]).toEqual(['finished', 'on\n']);
    await own.close();
    expect(await sleepers(seconds)).toHaveLength(1);
  });

  it('is no job that could be taken over', async () => {
    const own = await opened({ labels: { 'dev.touchstone.run': 'a session of a test' } });
    expect(await new LocalEngine().find({ 'dev.touchstone.run': 'a session of a test' })).toEqual([]);
    expect((await runStep(own, 'true')).exitCode).toBe(0);
  });
});
