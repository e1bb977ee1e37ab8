import type { MiniMessage } from './miniMessages';
import type { MiniTrajectory } from './recordScript';

/** The observation of one message altered, in what is kept and in what the model was shown. */
export const withAlteredOutput = (recorded: MiniTrajectory, from: string, to: string): MiniTrajectory => {
  const at = recorded.messages.findIndex(({ role, content }) => role === 'tool' && String(content).includes(from));
  if (at < 0) throw new Error(`No command gave ${JSON.stringify(from)}.`);
  return {
    ...recorded,
    messages: recorded.messages.map((message, index) => (index === at ? altered(message, from, to) : message)),
  };
};

const altered = (message: MiniMessage, from: string, to: string): MiniMessage => {
  const extra = message['extra'] as { readonly raw_output: string };
  return {
    ...message,
    content: String(message['content']).replace(from, to),
    extra: { ...extra, raw_output: extra.raw_output.replace(from, to) },
  };
};
