import type { ChatMessage, ChatTool } from '../../model/chat';
import type { Fields } from '../../trajectory/fields';
import type { ToolNames } from './toolNames';

/** A request of another protocol in the words of chat completions. */
export interface Translation {
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly ChatTool[];
  /** Further fields of the request, without `model` and `stream`. */
  readonly params: Fields;
  /** How the agent's tools are called on the way. */
  readonly names: ToolNames;
  /** What could not be taken over, in words. */
  readonly notes: readonly string[];
}
