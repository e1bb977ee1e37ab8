import { createHash, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Session } from '../../src/core/run/container/session';
import { readStep, runStep, stepSpec } from '../container/sessions';

/** A number of seconds that no other process of this machine sleeps. */
export const ownSeconds = (): string => String(1_000_000_000 + Math.floor(Math.random() * 1e9));

/** What a command of a session is, whoever keeps the session. To be called inside of `describe`. */
export const sessionCommandCases = (current: () => Session): void => {
  it('has its streams apart and its bytes as they were', async () => {
    const { stdout, stderr, kind, exitCode } = await runStep(
      current(),
      "printf 'a\\0\\377\\r\\n'; printf 'no newline' >&2",
    );
    expect(stdout).toBe('a\0\u00ff\r\n');
    expect(stderr).toBe('no newline');
    expect([kind, exitCode]).toEqual(['finished', 0]);
  });

  it('is a program and its words, with no shell in between', async () => {
    const { stdout } = await runStep(current(), ['printf', '%s|', '$HOME', 'a  b', '', '-n', '*', "'"]);
    expect(stdout).toBe("$HOME|a  b||-n|*|'|");
  });

  it('gets its input whole, and none where there is none', async () => {
    const input = randomBytes(3_000_000);
    const { stdout } = await runStep(current(), ['sha256sum'], { input });
    expect(stdout).toContain(createHash('sha256').update(input).digest('hex'));
    expect((await runStep(current(), ['true'], { input })).kind).toBe('finished');
    expect((await runStep(current(), ['cat'])).stdout).toBe('');
  });

  it.each([3, 126, 127, 137, 255])('tells its exit code: %i', async (code) => {
    const { kind, exitCode, evidence } = await runStep(current(), `exit ${code}`);
    expect([kind, exitCode, evidence]).toEqual(['finished', code, [`exit code ${code}`]]);
  });

  it('that is not there, or whose folder is not, says so', async () => {
    const program = await runStep(current(), ['no-such-program', 'x']);
    expect(program).toMatchObject({ kind: 'finished', exitCode: 127 });
    expect(program.evidence).toContain('the sandbox has no program "no-such-program"');
    const folder = await runStep(current(), ['pwd'], { cwd: '/no/such' });
    expect(folder).toMatchObject({ kind: 'finished', exitCode: 126, stdout: '' });
    expect(folder.evidence).toContain('the sandbox has no folder "/no/such"');
    await expect(current().start(stepSpec(['']))).rejects.toThrow('needs a program');
  });

  it('that leaves something running in the background is over, and the other one goes on', async () => {
    const seconds = ownSeconds();
    const commands = async () => (await runStep(current(), ['bash', '-c', 'cat /proc/[0-9]*/cmdline'])).stdout;
    expect((await runStep(current(), `sleep ${seconds} & echo started`)).stdout).toBe('started\n');
    expect(await commands()).toContain(seconds);
    await current().killAll();
    expect(await commands()).not.toContain(seconds);
  });

  it('is alone: another one has to wait for it', async () => {
    const step = await current().start(stepSpec('sleep 0.3'));
    await expect(current().start(stepSpec('true'))).rejects.toThrow('still runs');
    await readStep(step);
    expect((await runStep(current(), 'true')).exitCode).toBe(0);
  });
};

/** How a command ends that doesn't end by itself, or that nobody listens to. */
export const sessionEndingCases = (current: () => Session): void => {
  it('may say goodbye when its time is over', async () => {
    const end = await runStep(current(), "trap 'echo bye; exit' TERM; echo on; sleep 100 & wait", { timeoutMs: 2000 });
    expect([end.kind, end.exitCode, end.stdout]).toEqual(['time-out', null, 'on\nbye\n']);
    expect(end.evidence[0]).toBe('its time of 2000 ms was over');
  });

  it('is ended though nobody reads what it prints', async () => {
    const step = await current().start(stepSpec(['yes'], { timeoutMs: 500 }));
    expect((await step.wait()).kind).toBe('time-out');
  });

  it('is ended when nobody wants it any more', async () => {
    const controller = new AbortController();
    const step = await current().start(stepSpec('sleep 100'), controller.signal);
    setTimeout(() => controller.abort(), 300);
    expect(await readStep(step)).toMatchObject({ kind: 'killed', exitCode: null });
  });

  it('has what it prints thrown away when its reader leaves, and ends as it would', async () => {
    const step = await current().start(stepSpec('seq 1000000; exit 5'));
    for await (const _ of step.output) break;
    expect(await step.wait()).toMatchObject({ kind: 'finished', exitCode: 5 });
  });

  it('prints megabytes whole, in the order of each stream', async () => {
    const { stdout, stderr } = await runStep(current(), 'seq 1000000; seq 200000 >&2');
    expect([stdout.length, stderr.length]).toEqual([6_888_896, 1_288_895]);
    expect(stdout.endsWith('\n999999\n1000000\n')).toBe(true);
  });
};
