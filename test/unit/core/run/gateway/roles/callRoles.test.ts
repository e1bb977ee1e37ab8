import { describe, expect, it } from 'vitest';
import type { GatewayProtocol } from '../../../../../../src/core/run/gateway/gatewayCount';
import { CallRoles } from '../../../../../../src/core/run/gateway/roles/callRoles';

const teller = (protocol: GatewayProtocol) => {
  const roles = new CallRoles();
  return (body: Readonly<Record<string, unknown>>, askedModel = 'big', headers = {}) => {
    const { role, why } = roles.roleOf({ protocol, body, headers, askedModel });
    return `${role}: ${why}`;
  };
};

const bash = { type: 'function', function: { name: 'bash' } };
const system = { role: 'system', content: 'You fix bugs.' };
const task = { role: 'user', content: 'Fix the parser of dates.' };
const turn = [
  { role: 'assistant', content: null, tool_calls: [{ id: '1' }] },
  { role: 'tool', tool_call_id: '1', content: 'ok' },
];

describe('a call of an agent that speaks chat', () => {
  it('is a turn as long as its conversation goes on', () => {
    const tell = teller('chat');
    expect(tell({ messages: [system, task], tools: [bash] })).toBe('main: the first conversation');
    expect(tell({ messages: [system, task, ...turn], tools: [bash] })).toBe("main: the main agent's conversation");
  });

  it('is beside it where it asks for something else, each with its reason', () => {
    const tell = teller('chat');
    const title = { messages: [{ role: 'system', content: 'Write a title of five words.' }, task] };
    expect(tell(title)).toBe('side: offers no tools and asks for a title or a summary');
    expect(tell({ messages: [task], max_tokens: 1 })).toBe('side: asks for no more than 16 tokens');
    expect(tell({ messages: [system, task], tools: [bash] })).toBe('main: the first conversation');
    expect(tell({ messages: [system, task], tools: [bash] }, 'small')).toBe(
      'side: asks for another model (small) than the main agent',
    );
    expect(tell({ messages: [system, task, ...turn] })).toBe('side: offers no tools, as the main agent does');
    const other = { role: 'system', content: 'You search files.' };
    expect(tell({ messages: [other, { role: 'user', content: 'Where?' }], tools: [bash] })).toBe(
      "side: another system prompt than the main agent's: a sub-agent",
    );
    expect(tell({ messages: [system, { role: 'user', content: 'Look for dates' }], tools: [bash] })).toBe(
      'side: begins with another text than the main agent: a sub-agent',
    );
  });

  it('goes on after it was shortened', () => {
    const tell = teller('chat');
    tell({ messages: [system, task], tools: [bash] });
    const shortened = [system, { role: 'user', content: `${task.content}\nWhat was done: nothing.` }];
    expect(tell({ messages: shortened, tools: [bash] })).toBe("main: the main agent's conversation, shortened");
    expect(tell({ messages: [...shortened, ...turn], tools: [bash] })).toBe("main: the main agent's conversation");
  });

  it('without any tools is a turn too, though its task speaks of titles', () => {
    const tell = teller('chat');
    const titles = { role: 'user', content: 'Fix the width.' };
    expect(tell({ messages: [system, titles] })).toBe('main: the first conversation');
    const output = { role: 'user', content: 'the title of the page' };
    expect(tell({ messages: [system, titles, { role: 'assistant', content: 'ls' }, output] })).toBe(
      "main: the main agent's conversation",
    );
    expect(tell({ messages: [system, task], tools: [bash] })).toBe(
      'main: offers tools, as no conversation before it did',
    );
  });
});

describe('a call of Codex', () => {
  const body = {
    input: [
      { type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'You are Codex.' }] },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Fix it' }] },
    ],
    tools: [{ type: 'function', name: 'exec_command' }],
  };
  const says = (metadata: unknown) => ({ 'x-codex-turn-metadata': JSON.stringify(metadata) });

  it('is what Codex itself calls it', () => {
    const tell = teller('responses');
    const turnOf = (agent_name: string) => says({ request_kind: 'turn', agent_name });
    expect(tell(body, 'm', turnOf('/root'))).toBe('main: the first conversation');
    expect(tell(body, 'm', turnOf('/root/worker'))).toBe("side: the agent calls it a sub-agent's: /root/worker");
    expect(tell(body, 'm', says({ request_kind: 'compaction' }))).toBe(
      'side: the agent calls it no turn but: compaction',
    );
    expect(tell(body, 'm', { 'x-openai-subagent': 'review' })).toBe("side: the agent calls it a sub-agent's: review");
    const output = { type: 'function_call_output', call_id: 'a', output: 'x' };
    const call = { type: 'function_call', call_id: 'a', name: 'exec_command', arguments: '{}' };
    expect(tell({ ...body, input: [...body.input, call, output] }, 'm', says(7))).toBe(
      "main: the main agent's conversation",
    );
  });
});

describe('a call of Claude Code', () => {
  it('is the same conversation though the line about the bill changes', () => {
    const tell = teller('anthropic');
    const body = (bill: string) => ({
      system: [
        { type: 'text', text: `x-anthropic-billing-header: ${bill}` },
        { type: 'text', text: 'You are Claude Code.' },
      ],
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Fix it' }] }],
      tools: [{ name: 'Bash' }],
    });
    expect(tell(body('1'))).toBe('main: the first conversation');
    expect(tell(body('2'))).toBe("main: the main agent's conversation");
    const continued = [{ role: 'user', content: 'This session is being continued from a previous conversation.' }];
    expect(tell({ ...body('3'), messages: continued })).toBe("main: the main agent's conversation, shortened");
  });
});
