import { universalNewlines } from '../../src/core/run/agent/loop/pythonText';

export type ParityMessage = Readonly<Record<string, unknown>> & { readonly role: string };

interface Deviation {
  readonly why: string;
  /** Brings both sides to what they share. */
  even(messages: readonly ParityMessage[]): readonly ParityMessage[];
}

/** Texts of every message; `at` is the field, `exit` for those of the last message. */
const changed = (
  messages: readonly ParityMessage[],
  change: (text: string, at: string) => string,
): readonly ParityMessage[] => {
  const walk = (value: unknown, at: string): unknown => {
    if (typeof value === 'string') return change(value, at);
    if (Array.isArray(value)) return value.map((each) => walk(each, at));
    if (typeof value !== 'object' || value === null) return value;
    const inner = ([key, each]: [string, unknown]) => [key, walk(each, at === 'exit' ? at : key)];
    return Object.fromEntries(Object.entries(value).map(inner));
  };
  return messages.map((message) => walk(message, message.role === 'exit' ? 'exit' : '') as ParityMessage);
};

const withoutExtra = (messages: readonly ParityMessage[], field: string): readonly ParityMessage[] =>
  messages.map((message) => {
    const { [field]: _, ...extra } = (message['extra'] ?? {}) as Record<string, unknown>;
    return 'extra' in message ? { ...message, extra } : message;
  });

const submittedAt = (messages: readonly ParityMessage[]): number =>
  messages.findIndex(({ extra }) => (extra as { exit_status?: string } | undefined)?.exit_status === 'Submitted');

/**
 * Where our loop does otherwise on purpose; everything else is the same. Beside these: what a command writes to both
 * streams keeps its order (the docker command's two streams may overtake each other), and nothing of a command that took
 * too long runs on.
 */
const deviations: readonly Deviation[] = [
  {
    why: 'a command that takes too long is named as the model wrote it, without the docker command before it',
    even: (messages) =>
      changed(messages, (text) => text.replace(/Command ['[][\s\S]*? timed out after/, 'It timed out after')),
  },
  {
    why: 'carriage returns stay in what is kept and handed in: a patch of such files would not apply without them',
    even: (messages) =>
      changed(messages, (text, at) => (['raw_output', 'exit'].includes(at) ? universalNewlines(text) : text)),
  },
  {
    why: 'what the commands before a submission gave is kept, and those after it are said not to have been run',
    even: (messages) => {
      const exit = submittedAt(messages);
      const last = messages.findLastIndex(({ role }) => role === 'assistant');
      return messages.filter((_, index) => exit < 0 || index <= last || index >= exit);
    },
  },
  {
    why: "a fault of the model has its exception's name and words, and no trace of Python's",
    even: (messages) => withoutExtra(messages, 'traceback'),
  },
  {
    why: "where a reply's own time is not that of its call, the time of the call is kept beside it",
    even: (messages) => withoutExtra(messages, 'asked_at'),
  },
  { why: 'times differ from run to run', even: (messages) => withoutExtra(messages, 'timestamp') },
];

/** Messages of either side without what differs on purpose. */
export const withoutDeviations = (messages: readonly unknown[]): readonly ParityMessage[] =>
  deviations.reduce((shared, { even }) => even(shared), messages as readonly ParityMessage[]);
