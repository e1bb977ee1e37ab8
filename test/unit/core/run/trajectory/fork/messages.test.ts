import { describe, expect, it } from 'vitest';
import { blankStep } from '../../../../../../src/core/run/trajectory/blank';
import { withAnswers } from '../../../../../../src/core/run/trajectory/fork/openCalls';
import { outsideFiles } from '../../../../../../src/core/run/trajectory/fork/outsideFiles';
import { rawMessages } from '../../../../../../src/core/run/trajectory/fork/rawMessages';
import { toldMessages } from '../../../../../../src/core/run/trajectory/fork/toldMessages';
import { shellHabit } from '../../../../../../src/core/run/trajectory/replay/shellHabit';
import type { Call, Observation, Step } from '../../../../../../src/core/run/trajectory/step';

const call = (name: string, args: object, kind: Call['kind'] = 'shell', id: string | null = 'c1'): Call => ({
  ...{ id, name, kind, args, rawArgs: JSON.stringify(args), parseError: null },
});
const seen = (text: string, callId: string | null = 'c1'): Observation => ({
  ...{ callId, text, shownChars: null, totalChars: null, exitCode: 0, isError: null, timedOut: null },
});
const step = (idx: number, more: Partial<Step>): Step => ({
  ...blankStep({ agentId: 'main', records: [], facts: {} }, idx),
  ...more,
});
const head = { format: 'claude-code-stream-json', agents: [], shell: null };
const tell = (steps: readonly Step[], mode: 'tool' | 'text' = 'tool') =>
  toldMessages(steps, { head, habit: shellHabit(head), mode });

describe('a conversation told again from the steps of another agent', () => {
  const steps = [
    step(1, { role: 'user', thought: 'Mend it.' }),
    step(2, { thought: 'I look.', calls: [call('Bash', { command: 'ls' })], observations: [seen('a.js\n')] }),
    step(3, { calls: [call('Read', { file_path: '/a.js' }, 'read', null)], observations: [seen('code', null)] }),
  ];

  it('has shell calls as calls of bash, others by their names, each answered', () => {
    expect(tell(steps)).toMatchObject([
      { role: 'user', content: 'Mend it.' },
      {
        role: 'assistant',
        content: 'I look.',
        tool_calls: [{ function: { name: 'bash', arguments: '{"command":"ls"}' } }],
      },
      { role: 'tool', tool_call_id: 'c1', content: expect.stringContaining('a.js') },
      { role: 'assistant', tool_calls: [{ id: 'call_3_1', function: { name: 'Read' } }] },
      { role: 'tool', tool_call_id: 'call_3_1', content: expect.stringContaining('code') },
    ]);
  });

  it('for a run without tools it has blocks', () => {
    expect(tell(steps, 'text')[1]).toEqual({
      role: 'assistant',
      content: 'I look.\n\n```mswea_bash_command\nls\n```',
    });
  });

  it('leaves the middle of long observations out', () => {
    const [, result] = tell([
      step(1, { calls: [call('Bash', { command: 'ls' })], observations: [seen('x'.repeat(100_000))] }),
    ]);
    expect(String(result?.content).length).toBeLessThan(21_000);
    expect(result?.content).toContain('80000 characters left out');
  });
});

describe('raw messages of a run', () => {
  const record = (value: unknown) => ({
    ref: { file: 'a', start: 0, end: 1, at: [] },
    place: 'messages',
    value,
    broken: null,
  });

  it('are taken with everything that stands beside them, but for the end', () => {
    const reply = { role: 'assistant', content: 'x', reasoning_content: 'deep', extra: { cost: 1 } };
    expect(rawMessages([record(reply), record({ role: 'exit', content: 'diff' })])).toEqual([reply]);
  });

  it('are not taken where one is no chat message', () => {
    expect(rawMessages([record({ object: 'response', output: [] })])).toBeNull();
    expect(rawMessages([record('text')])).toBeNull();
    expect(rawMessages([record({ role: 'root', content: 'x' })])).toBeNull();
  });

  it('every call has an answer, for providers refuse a conversation without', () => {
    const calls = ['a', 'b'].map((id) => ({
      id,
      type: 'function' as const,
      function: { name: 'bash', arguments: '{}' },
    }));
    const reply = { role: 'assistant', content: '', tool_calls: calls };
    const answered = withAnswers([reply, { role: 'tool', tool_call_id: 'b', content: 'ok' }]);
    expect(answered.map(({ role, tool_call_id }) => [role, tool_call_id])).toEqual([
      ['assistant', undefined],
      ['tool', 'a'],
      ['tool', 'b'],
    ]);
  });
});

describe('files outside of the repository', () => {
  const shell = (command: string) => step(1, { calls: [call('bash', { command }, 'edit')], observations: [seen('')] });
  const files = (...commands: readonly string[]) =>
    Object.fromEntries(outsideFiles(commands.map(shell), { root: '/testbed', freshShell: true }));

  it('are brought as the steps wrote them, in folders for what passes alone', () => {
    expect(files("cat > /tmp/a.mjs <<'EOF'\nx\nEOF", "cat > /testbed/b <<'EOF'\ny\nEOF")).toEqual({
      '/tmp/a.mjs': 'x\n',
    });
    expect(files("cat > /etc/passwd <<'EOF'\nx\nEOF", "cat > /tmp/../etc/x <<'EOF'\nx\nEOF")).toEqual({});
  });

  it('are left out once something unknown changed them', () => {
    expect(files("cat > /tmp/a <<'EOF'\nx\nEOF", 'rm /tmp/a')).toEqual({});
  });
});
