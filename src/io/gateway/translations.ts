import { randomUUID } from 'node:crypto';
import type { GatewayProtocol } from '../../core/run/gateway/gatewayCount';
import { anthropicToChat } from '../../core/run/gateway/translate/anthropic/anthropicToChat';
import { AnthropicWriter } from '../../core/run/gateway/translate/anthropic/anthropicWriter';
import { chatToChat } from '../../core/run/gateway/translate/chatToChat';
import { ChatWriter } from '../../core/run/gateway/translate/chatWriter';
import type { ReplyHead, ReplyWriter } from '../../core/run/gateway/translate/replyWriter';
import { responsesToChat } from '../../core/run/gateway/translate/responses/responsesToChat';
import { ResponsesWriter } from '../../core/run/gateway/translate/responses/responsesWriter';
import type { ToolNames } from '../../core/run/gateway/translate/toolNames';
import type { Translation } from '../../core/run/gateway/translate/translation';
import { type Fields, valueAt } from '../../core/run/trajectory/fields';
import type { Call } from './call';

const translators: Readonly<Record<GatewayProtocol, (body: Fields) => Translation | string>> = {
  chat: chatToChat,
  responses: responsesToChat,
  anthropic: anthropicToChat,
};

/** A request in the words of chat completions; a text says why there is none. */
export const translationOf = (protocol: GatewayProtocol, body: Fields): Translation | string =>
  translators[protocol](body);

export const newReplyHead = (model: string): ReplyHead => ({
  id: randomUUID().replaceAll('-', ''),
  model,
  created: Math.floor(Date.now() / 1000),
});

/** Writes replies for the agent of a call. `response`: the whole reply, for an agent that speaks chat itself. */
export const writerFor = (call: Call, names: ToolNames, head: ReplyHead, response: unknown): ReplyWriter => {
  const { body } = call.asked;
  if (call.protocol === 'responses') return new ResponsesWriter(head, body, names);
  if (call.protocol === 'anthropic') return new AnthropicWriter(head, names);
  return new ChatWriter(head, response, valueAt(body, 'stream_options', 'include_usage') === true);
};
