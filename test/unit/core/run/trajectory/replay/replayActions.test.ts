import { describe, expect, it } from 'vitest';
import { type ReplayAction, replayActions } from '../../../../../../src/core/run/trajectory/replay/replayActions';
import { shellHabit } from '../../../../../../src/core/run/trajectory/replay/shellHabit';
import type { Step } from '../../../../../../src/core/run/trajectory/step';
import type { RecordedShell } from '../../../../../../src/core/run/trajectory/trajectory';
import { callStep, madeCall, madeStep } from '../madeSteps';

const actions = (format: string, step: Step, shell: RecordedShell | null = null): readonly ReplayAction[] =>
  replayActions(step, { format, agents: [] }, shellHabit({ format, shell }));
const only = (format: string, name: string, args: unknown, answer: object = {}) =>
  actions(format, callStep(1, name, args, answer))[0];

describe('what of a step is done again', () => {
  it.each([
    ['mini-swe-agent-2', 'bash', { command: 'ls' }],
    ['openhands-v0', 'execute_bash', { command: 'ls' }],
    ['claude-code-session', 'Bash', { command: 'ls' }],
    ['codex-rollout', 'exec_command', { cmd: 'ls' }],
    ['gemini-session', 'run_shell_command', { command: 'ls' }],
    ['swe-agent-1', 'bash', { command: 'ls' }],
  ])('the shell command of %s', (format, name, args) => {
    expect(only(format, name, args)).toMatchObject({ kind: 'run', command: 'ls' });
  });

  it('a command line of words is run as it is, where its folder says', () => {
    const args = { command: ['bash', '-lc', 'ls'], workdir: '/repo/lib', timeout_ms: 5000 };
    const found = only('codex-rollout', 'shell', args);
    expect(found).toMatchObject({ command: ['bash', '-lc', 'ls'], cwd: '/repo/lib', timeoutMs: 5000 });
  });

  it('an exact edit of a tool is written, a refused one is not', () => {
    const edit = { file_path: '/r/a.js', old_string: 'a', new_string: 'b' };
    expect(only('claude-code-session', 'Edit', edit)).toMatchObject({
      kind: 'edit',
      edits: [{ kind: 'replace', path: '/r/a.js', old: 'a', next: 'b' }],
    });
    const refused = only('claude-code-session', 'Edit', edit, { text: 'Error: no such text', isError: true });
    expect(refused).toMatchObject({ kind: 'not-run', mayChange: false });
  });

  it('a patch body in a shell is no program of the image: it is an edit', () => {
    const patch = '*** Begin Patch\n*** Add File: a.txt\n+hello\n*** End Patch';
    expect(only('codex-rollout', 'shell', { command: ['apply_patch', patch] })).toMatchObject({ kind: 'edit' });
  });

  it.each([
    ['terminal-bench', 'keystrokes', { keystrokes: 'ls\n' }, true],
    ['openhands-v0', 'execute_bash', { command: 'y', is_input: 'true' }, true],
    ['openhands-v0', 'execute_ipython_cell', { code: '1' }, true],
    ['claude-code-session', 'Read', { file_path: '/a' }, false],
    ['claude-code-session', 'Task', { prompt: 'look' }, true],
    ['swe-agent-1', 'submit', {}, false],
  ])('%s: %s is not run, and that is said', (format, name, args, mayChange) => {
    expect(only(format, name, args)).toMatchObject({ kind: 'not-run', mayChange });
  });

  it('each call of a step in its order, and nothing of a reply that was refused', () => {
    const calls = [madeCall('bash', { command: 'a' }), madeCall('bash', { command: 'b' })];
    const step = madeStep(1, { calls });
    expect(actions('mini-swe-agent-2', step).map((one) => one.kind === 'run' && one.command)).toEqual(['a', 'b']);
    const refused = madeStep(1, { calls, notices: [{ kind: 'requery', text: 'refused' }] });
    expect(actions('swe-agent-1', refused)).toEqual([]);
  });

  it('limits out of the file stay within what a person would wait for', () => {
    const limitOf = (timeoutMs: number | null) => {
      const found = actions('mini-swe-agent-2', callStep(1, 'bash', { command: 'ls' }), {
        cwd: null,
        env: {},
        timeoutMs,
        interpreter: null,
      })[0];
      return found?.kind === 'run' ? found.timeoutMs : null;
    };
    expect([null, 30_000, 1e300, 0.001, Number.NaN].map(limitOf)).toEqual([60_000, 30_000, 1_800_000, 1000, 60_000]);
  });

  it('a command that no kernel takes is not run', () => {
    const long = only('mini-swe-agent-2', 'bash', { command: 'x'.repeat(200_000) });
    expect(long).toMatchObject({ kind: 'not-run', why: expect.stringContaining('too long') });
  });
});

describe("how an agent's commands are run", () => {
  it('as the settings of the run say', () => {
    const shell = { cwd: '/app', env: { A: 'b' }, timeoutMs: 5000, interpreter: ['bash', '-lc'] };
    const { interpreter, cwd, env, timeoutMs } = shellHabit({ format: 'mini-swe-agent-2', shell });
    expect({ interpreter, cwd, env, timeoutMs }).toEqual(shell);
  });

  it.each([
    ['mini-swe-agent-2', 'nothing'],
    ['swe-agent-1', 'shell'],
    ['openhands-v1', 'shell'],
    ['claude-code-session', 'folder'],
  ])('%s keeps %s between them', (format, keeps) => {
    expect(shellHabit({ format, shell: null }).keeps).toBe(keeps);
  });
});
