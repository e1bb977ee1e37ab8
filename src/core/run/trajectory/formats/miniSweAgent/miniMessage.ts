import { fieldsAt, isFields, textAt, valueAt } from '../../fields';

export type MiniMessageKind = 'reply' | 'result' | 'formatError' | 'exit' | 'system' | 'user' | 'other';

/**
 * What a message of mini-swe-agent is, in chat shape and in that of the Responses API. `user` is open: a prompt, or in
 * version 1 what a command gave, which only its place says.
 */
export const miniMessageKind = (message: unknown): MiniMessageKind => {
  if (!isFields(message)) return 'other';
  const role = textAt(message, 'role');
  if (role === 'exit' || role === 'system') return role;
  if (role === 'assistant' || textAt(message, 'object') === 'response') return 'reply';
  if (textAt(message, 'extra', 'interrupt_type') === 'FormatError') return 'formatError';
  if (role === 'tool' || textAt(message, 'type') === 'function_call_output') return 'result';
  if (textAt(message, 'extra', 'raw_output') !== null) return 'result';
  return role === 'user' ? 'user' : 'other';
};

/** Later releases keep the reply that failed beside the error: the whole answer, or its text alone. */
export const hasFailedReply = (message: unknown): boolean =>
  fieldsAt(message, 'extra', 'response') !== null || textAt(message, 'extra', 'model_response') !== null;

interface SaidText {
  readonly text: string;
  /** Kinds of parts that are no text, such as pictures. */
  readonly unread: readonly string[];
}

const partText = (part: unknown): string | null => {
  if (typeof part === 'string') return part;
  const type = textAt(part, 'type');
  return type === null || /^(?:text|input_text|output_text|refusal)$/.test(type)
    ? (textAt(part, 'text') ?? textAt(part, 'refusal'))
    : null;
};

/** The text of a message's content, which is a text or a list of parts. */
export const saidText = (content: unknown): SaidText => {
  if (typeof content === 'string') return { text: content, unread: [] };
  if (content === null || content === undefined) return { text: '', unread: [] };
  if (!Array.isArray(content)) return { text: '', unread: [typeof content] };
  const texts: string[] = [];
  const unread: string[] = [];
  for (const part of content) {
    const text = partText(part);
    if (text === null) unread.push(textAt(part, 'type') ?? typeof part);
    else texts.push(text);
  }
  return { text: texts.join(''), unread };
};

/** What a message says; a function's output in the shape of the Responses API stands in `output`. */
export const messageText = (message: unknown): SaidText =>
  saidText(valueAt(message, 'content') ?? textAt(message, 'output'));

const fence = /```(?:bash|mswea_bash_command)[ \t\r]*\n/g;

/** The commands of a text's fenced blocks; the agent runs one, and two or none are a format error. */
export const fencedCommands = (text: string): readonly string[] => {
  const found: string[] = [];
  fence.lastIndex = 0;
  for (let open = fence.exec(text); open !== null; open = fence.exec(text)) {
    const start = fence.lastIndex;
    const end = text.indexOf('\n```', start - 1);
    if (end < 0) break;
    found.push(text.slice(start, Math.max(start, end)));
    fence.lastIndex = end + 4;
  }
  return found;
};
