import type { ChatMessage, ChatRequest, ChatResponse, ChatToolCall } from '../chat';
import type { ScriptedReply } from './script';
import type { TakenReply } from './scriptCursor';

/** Four characters a token: near enough for a model that doesn't exist. */
const tokensOf = (text: string): number => Math.ceil(text.length / 4);

/** The block in which mini-swe-agent 2.4.6's text mode wants a command. */
const fenced = (command: string): string => `\`\`\`mswea_bash_command\n${command}\n\`\`\``;

const toolCalls = ({ commands, calls }: ScriptedReply, mark: string): readonly ChatToolCall[] => {
  const all = [...commands.map((command) => ({ tool: 'bash', arguments: JSON.stringify({ command }) })), ...calls];
  return all.map(({ tool, arguments: given }, index) => ({
    id: `call_${mark}${index === 0 ? '' : `_${index + 1}`}`,
    type: 'function',
    function: { name: tool, arguments: given },
  }));
};

const textOf = ({ text, thought, commands }: ScriptedReply, hasTools: boolean): string =>
  text ?? (hasTools ? thought : [thought, ...commands.map(fenced)].filter((part) => part !== '').join('\n\n'));

const messageOf = (
  reply: ScriptedReply,
  request: ChatRequest,
  mark: string,
): ChatMessage & { readonly role: 'assistant'; readonly content: string | null } => {
  const hasTools = request.tools.length > 0;
  const content = textOf(reply, hasTools);
  const calls =
    hasTools || reply.calls.length > 0 ? toolCalls(hasTools ? reply : { ...reply, commands: [] }, mark) : [];
  if (calls.length === 0) return { role: 'assistant', content };
  return { role: 'assistant', content: content === '' ? null : content, tool_calls: calls };
};

const usageOf = ({ usage }: ScriptedReply, request: ChatRequest, message: ChatMessage): Record<string, unknown> => {
  const prompt = usage?.prompt ?? request.messages.reduce((sum, one) => sum + tokensOf(JSON.stringify(one)), 0);
  const said = JSON.stringify([message.content ?? '', ...(message.tool_calls ?? []).map((call) => call.function)]);
  const completion = usage?.completion ?? tokensOf(said);
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: { cached_tokens: usage?.cached ?? 0 },
  };
};

/** A scripted reply in the shape of a provider's. `mark` begins its ids; `created` in Unix seconds. */
export const scriptedResponse = (
  { reply, number }: TakenReply,
  request: ChatRequest,
  model: string,
  mark: string,
  created: number,
): ChatResponse => {
  const ownMark = `${mark}_${String(number).padStart(2, '0')}`;
  const message = messageOf(reply, request, ownMark);
  return {
    id: `chatcmpl-${ownMark}`,
    object: 'chat.completion',
    created,
    model,
    choices: [{ index: 0, finish_reason: message.tool_calls ? 'tool_calls' : 'stop', message }],
    usage: { ...usageOf(reply, request, message), ...(reply.costUsd === null ? {} : { cost: reply.costUsd }) },
  };
};
