import { isFields, textAt } from '../../trajectory/fields';
import { parsedJson } from '../gatewayJson';

const first = (value: string | readonly string[] | undefined): string | null =>
  typeof value === 'string' ? value : null;

/** What an agent itself says of a request in its headers, where that makes it a side call; null: nothing. */
export const ownWords = (headers: Readonly<Record<string, string | readonly string[] | undefined>>): string | null => {
  const subagent = first(headers['x-openai-subagent']);
  if (subagent !== null) return `the agent calls it a sub-agent's: ${subagent.slice(0, 60)}`;
  const turn = parsedJson(first(headers['x-codex-turn-metadata']) ?? '');
  if (!isFields(turn)) return null;
  const kind = textAt(turn, 'request_kind');
  if (kind !== null && kind !== 'turn') return `the agent calls it no turn but: ${kind.slice(0, 60)}`;
  const name = textAt(turn, 'agent_name');
  return name !== null && name !== '/root' ? `the agent calls it a sub-agent's: ${name.slice(0, 60)}` : null;
};
