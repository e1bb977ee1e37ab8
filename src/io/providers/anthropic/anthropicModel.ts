import Anthropic from '@anthropic-ai/sdk';
import { anthropicReply } from '../../../core/run/model/anthropic/anthropicReply';
import { anthropicBody, anthropicVersion } from '../../../core/run/model/anthropic/anthropicRequest';
import { MessageAssembly } from '../../../core/run/model/anthropic/messageAssembly';
import type { ChatRequest } from '../../../core/run/model/chat';
import type { AskedWhom } from '../../../core/run/model/httpFault';
import type { ModelEntry } from '../../../core/run/model/modelEntry';
import {
  type CallOptions,
  ModelFault,
  type ModelProvider,
  type ModelReply,
} from '../../../core/run/model/modelProvider';
import { originOf, usualAddress } from '../../../core/run/model/studyModels';
import { withDeadline } from '../deadline';
import { faultInside, faultOf } from '../http/faultOf';
import { eventsOf, isEventStream, jsonOf } from '../http/readBody';
import { withoutKeysInReply } from '../http/redactedReply';
import { socketFetch } from '../http/socketFetch';

const clientOf = (whom: AskedWhom, key: string | null): Anthropic =>
  new Anthropic({
    // Without a key the SDK would look for one in the environment and in folders of the user's; this one is not sent.
    apiKey: key ?? 'none',
    baseURL: whom.address,
    maxRetries: 0,
    logLevel: 'off',
    openTelemetry: false,
    // The SDK would send the key as a bearer's, which other servers of this protocol don't read.
    defaultHeaders: { 'x-api-key': key ?? 'none', authorization: null },
    fetch: socketFetch(whom) as typeof fetch,
  });

const now = (): number => Math.floor(Date.now() / 1000);

const streamed = async (response: Response, whom: AskedWhom, onDelta: (text: string) => void): Promise<ModelReply> => {
  const assembly = new MessageAssembly();
  for await (const { data } of eventsOf(response)) {
    const event = jsonOf(data, whom);
    const fault = faultInside(event, whom);
    if (fault !== null) throw fault;
    const text = assembly.add(event);
    if (text !== '') onDelta(text);
    if (assembly.isFinished) return anthropicReply(assembly.whole(whom.address), whom.address, now());
  }
  throw new ModelFault('bad-reply', `${whom.address} broke its reply off: the stream ended before the message did.`);
};

const whole = async (response: Response, whom: AskedWhom): Promise<ModelReply> => {
  const value = jsonOf(await response.text(), whom);
  const fault = faultInside(value, whom);
  if (fault !== null) throw fault;
  return anthropicReply(value, whom.address, now());
};

const ask = async (
  client: Anthropic,
  body: ReturnType<typeof anthropicBody>,
  options: { readonly signal: AbortSignal; readonly timeout: number; readonly headers: Record<string, string> },
): Promise<Response> => {
  // The SDK types each field of a body; ours is made of what the user wrote, and the server says what it doesn't take.
  const typed = body as unknown as Anthropic.MessageCreateParamsStreaming;
  return client.messages.create(typed, { ...options, maxRetries: 0 }).asResponse();
};

/** A model of a server that speaks Anthropic's Messages. `key`: null where none is sent. */
export const anthropicModel = (entry: ModelEntry, key: string | null): ModelProvider => {
  // The SDK adds /v1 by itself; people write an address with it, as that of others has it.
  const address = (entry.baseUrl ?? usualAddress.anthropic ?? '').replace(/\/+$/, '').replace(/\/v1$/, '');
  const keys = key === null ? [] : [key];
  const whom: AskedWhom = { model: entry.model, address, keyName: entry.keyName, keys };
  const client = clientOf(whom, key);
  const complete = (request: ChatRequest, options: CallOptions): Promise<ModelReply> =>
    withDeadline(options, address, async (signal) => {
      try {
        const body = anthropicBody(request, entry.maxOutputTokens);
        const headers = {
          'anthropic-version': anthropicVersion(originOf(entry) === usualAddress.anthropic, request.params),
        };
        const timeout = options.timeoutMs;
        return await withoutKeysInReply(keys, options, async (onDelta) => {
          const response = await ask(client, body, { signal, timeout, headers });
          return isEventStream(response) ? streamed(response, whom, onDelta) : whole(response, whom);
        });
      } catch (error) {
        throw faultOf(error, whom);
      }
    });
  return { complete };
};
