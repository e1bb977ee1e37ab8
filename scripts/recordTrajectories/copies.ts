import type { LoopMessage } from '../../src/core/run/agent/loop/loopMessages';
import type { MiniTrajectory } from './recordScript';
import { rounded, type ScriptedResponse } from './scriptedModel';

/** The observation of one message altered, in what is kept and in what the model was shown. */
export const withAlteredOutput = (recorded: MiniTrajectory, from: string, to: string): MiniTrajectory => {
  const at = recorded.messages.findIndex(({ role, content }) => role === 'tool' && String(content).includes(from));
  if (at < 0) throw new Error(`No command gave ${JSON.stringify(from)}.`);
  return {
    ...recorded,
    messages: recorded.messages.map((message, index) => (index === at ? altered(message, from, to) : message)),
  };
};

const altered = (message: LoopMessage, from: string, to: string): LoopMessage => {
  const extra = message['extra'] as { readonly raw_output: string };
  return {
    ...message,
    content: String(message['content']).replace(from, to),
    extra: { ...extra, raw_output: extra.raw_output.replace(from, to) },
  };
};

interface RefusedExtra {
  readonly interrupt_type?: string;
  readonly cost?: number;
}

/** As releases before 2.4 wrote it: of a refused reply its error alone is kept, and the sum lacks what it cost. */
export const withoutRefusedReplies = (recorded: MiniTrajectory): MiniTrajectory => {
  let lost = 0;
  const messages = recorded.messages.map((message) => {
    const extra = message['extra'] as RefusedExtra | undefined;
    if (extra?.interrupt_type !== 'FormatError') return message;
    lost += extra.cost ?? 0;
    return { ...message, extra: { interrupt_type: extra.interrupt_type } };
  });
  const { instance_cost, api_calls } = recorded.info.model_stats;
  const model_stats = { instance_cost: rounded(instance_cost - lost), api_calls };
  return { ...recorded, info: { ...recorded.info, model_stats, mini_version: '2.2.4' }, messages };
};

interface ReplyExtra {
  readonly actions: readonly { readonly command: string; readonly tool_call_id: string }[];
  readonly response: ScriptedResponse;
}

const session = '5e551011-0000-4000-8000-000000000014';

const lineId = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

const streamed = (message: LoopMessage): Readonly<Record<string, unknown>> => {
  if (message['role'] === 'tool') {
    const { raw_output, returncode } = message['extra'] as { readonly raw_output: string; readonly returncode: number };
    const tool_use_id = message['tool_call_id'];
    const result = { type: 'tool_result', tool_use_id, content: raw_output, is_error: returncode !== 0 };
    return { type: 'user', message: { role: 'user', content: [result] } };
  }
  const { actions, response } = message['extra'] as unknown as ReplyExtra;
  const { prompt_tokens, completion_tokens, prompt_tokens_details } = response.usage;
  const { cached_tokens } = prompt_tokens_details;
  const usage = {
    input_tokens: prompt_tokens - cached_tokens,
    cache_read_input_tokens: cached_tokens,
    output_tokens: completion_tokens,
  };
  const uses = actions.map(({ command, tool_call_id: id }) => ({
    type: 'tool_use',
    id,
    name: 'Bash',
    input: { command },
  }));
  const content = [{ type: 'text', text: message['content'] }, ...uses];
  const shared = { id: response.id, type: 'message', role: 'assistant', model: response.model };
  return { type: 'assistant', message: { ...shared, content, stop_reason: 'tool_use', usage } };
};

/**
 * The same run as Claude Code's stream-json would show it, ended from outside: the last line is cut within what the
 * tests gave, and there is no result line.
 */
export const cutStream = ({ messages, info }: MiniTrajectory): string => {
  const config = info['config'] as { readonly model: { readonly model_name: string } };
  const init = {
    type: 'system',
    subtype: 'init',
    cwd: '/testbed',
    session_id: session,
    tools: ['Bash'],
    model: config.model.model_name,
    permissionMode: 'bypassPermissions',
    claude_code_version: '2.1.19',
  };
  const told = messages.filter(({ role }) => role === 'assistant' || role === 'tool');
  const lines = told.map((message, index) => {
    const place = { parent_tool_use_id: null, session_id: session, uuid: lineId(index + 1) };
    return JSON.stringify({ ...streamed(message), ...place });
  });
  const end = lines.findIndex((line) => line.includes('# tests 27'));
  const last = lines[end] ?? '';
  const cut = last.slice(0, last.indexOf('# pass'));
  return [JSON.stringify(init), ...lines.slice(0, end), cut].join('\n');
};
