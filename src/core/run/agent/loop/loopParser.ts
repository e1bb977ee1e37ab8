import type { ChatTool } from '../../model/chat';
import type { LoopConfig } from './loopConfig';
import { formatErrorMessage, type LoopMessage } from './loopMessages';
import type { LoopTemplates } from './loopTemplates';
import { strip } from './pythonText';
import { bashTool, type LoopAction, toolActions, toolCallsOf } from './toolActions';

/** What a message says, where it is a text. */
const contentOf = (message: unknown): string => {
  const content: unknown = typeof message === 'object' && message !== null ? Reflect.get(message, 'content') : null;
  return typeof content === 'string' ? content : '';
};

/** Takes the commands out of replies, and says why one has none. */
export interface LoopParser {
  readonly tools: readonly ChatTool[];
  /** The commands of a reply in order, or the original's words for why it has none that may be run. */
  actions(message: unknown): readonly LoopAction[] | string;
  /** In place of such a reply; `kept` is what it cost and the whole of it. */
  refusal(message: unknown, words: string, finishReason: string | null, kept: RefusedReply): LoopMessage;
}

export interface RefusedReply {
  readonly cost: unknown;
  readonly response: unknown;
  readonly asked_at?: number;
}

const toolParser = ({ formatError }: LoopTemplates): LoopParser => ({
  tools: [bashTool],
  actions: toolActions,
  refusal: (message, words, finish_reason, kept) => {
    const vars = { actions: [], error: strip(words), has_tool_calls: toolCallsOf(message).length > 0, finish_reason };
    return formatErrorMessage(formatError.render(vars), { ...kept });
  },
});

const textParser = ({ formatError, find }: LoopTemplates): LoopParser => ({
  tools: [],
  actions: (message) => {
    const found = find(contentOf(message));
    return found.length === 1 ? [{ command: found[0] }] : `Expected exactly 1 action, found ${found.length}.`;
  },
  refusal: (message, error, finish_reason, kept) => {
    const model_response = contentOf(message);
    const actions = find(model_response);
    const content = formatError.render({ actions, error, finish_reason });
    return formatErrorMessage(content, { n_actions: actions.length, model_response, ...kept });
  },
});

export const loopParser = ({ mode }: LoopConfig, templates: LoopTemplates): LoopParser =>
  mode === 'tool' ? toolParser(templates) : textParser(templates);
