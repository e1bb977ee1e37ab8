import OpenAI from 'openai';
import { readAddress } from '../../../core/run/model/address';
import type { ChatRequest } from '../../../core/run/model/chat';
import { readChatReply } from '../../../core/run/model/chatReply';
import { type ChatManners, chatBody, otherManners } from '../../../core/run/model/chatRequest';
import type { AskedWhom } from '../../../core/run/model/httpFault';
import type { ModelEntry } from '../../../core/run/model/modelEntry';
import {
  type CallOptions,
  ModelFault,
  type ModelProvider,
  type ModelReply,
} from '../../../core/run/model/modelProvider';
import { ChatAssembly } from '../../../core/run/model/stream/chatAssembly';
import { usualAddress } from '../../../core/run/model/studyModels';
import { withDeadline } from '../deadline';
import { faultInside, faultOf } from '../http/faultOf';
import { eventsOf, isEventStream, jsonOf } from '../http/readBody';
import { withoutKeysInReply } from '../http/redactedReply';
import { socketFetch } from '../http/socketFetch';

const clientOf = (whom: AskedWhom, key: string | null): OpenAI =>
  new OpenAI({
    // Without a key the SDK would take one from the environment; this one is not sent (see socketFetch).
    apiKey: key ?? 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    baseURL: whom.address,
    maxRetries: 0,
    logLevel: 'off',
    fetch: socketFetch(whom) as typeof fetch,
  });

const whole = async (response: Response, whom: AskedWhom): Promise<ModelReply> => {
  const value = jsonOf(await response.text(), whom);
  const fault = faultInside(value, whom);
  if (fault !== null) throw fault;
  return readChatReply(value, whom.address);
};

/** Puts a stream's events together; `isDone`: it said so itself. `events`: how many there were, also where it broke. */
class StreamReading {
  readonly assembly = new ChatAssembly();
  isDone = false;
  events = 0;

  constructor(
    private readonly whom: AskedWhom,
    private readonly onDelta: (text: string) => void,
  ) {}

  async read(response: Response): Promise<void> {
    for await (const { data } of eventsOf(response)) {
      this.events += 1;
      this.isDone = data.trim() === '[DONE]';
      // What would come behind it is not waited for: some servers leave the connection open.
      if (this.isDone) return;
      const chunk = jsonOf(data, this.whom);
      const fault = faultInside(chunk, this.whom);
      if (fault !== null) throw fault;
      const text = this.assembly.add(chunk);
      if (text !== '') this.onDelta(text);
    }
  }
}

/** Null: the stream ended, or broke, without a single event. */
const assembled = async (
  response: Response,
  whom: AskedWhom,
  onDelta: (text: string) => void,
): Promise<ModelReply | null> => {
  const reading = new StreamReading(whom, onDelta);
  try {
    await reading.read(response);
  } catch (error) {
    if (reading.events > 0 || error instanceof ModelFault) throw error;
  }
  if (reading.events === 0) return null;
  if (!reading.isDone && !reading.assembly.isFinished)
    throw new ModelFault('bad-reply', `${whom.address} broke its reply off: the stream ended before the message did.`);
  return reading.assembly.whole(whom.address);
};

/** Asks one server; what it doesn't take is remembered, so that it is refused once. */
class OpenAiModel implements ModelProvider {
  readonly #client: OpenAI;
  #manners: ChatManners;

  constructor(
    { params }: ModelEntry,
    private readonly whom: AskedWhom,
    key: string | null,
  ) {
    this.#client = clientOf(whom, key);
    this.#manners = { stream: params['stream'] !== false, countsInStream: params['stream_options'] !== null };
  }

  complete(request: ChatRequest, options: CallOptions): Promise<ModelReply> {
    const { address, keys } = this.whom;
    return withDeadline(options, address, async (signal) => {
      try {
        return await withoutKeysInReply(keys, options, (onDelta) => this.#ask(request, options, signal, onDelta));
      } catch (error) {
        throw faultOf(error, this.whom);
      }
    });
  }

  async #ask(
    request: ChatRequest,
    options: CallOptions,
    signal: AbortSignal,
    onDelta: (text: string) => void,
  ): Promise<ModelReply> {
    const manners = this.#manners;
    try {
      return await this.#askAs(manners, request, options, signal, onDelta);
    } catch (error) {
      const fault = faultOf(error, this.whom);
      const other = fault.status === null ? null : otherManners(fault.status, fault.message, manners);
      if (other === null) throw fault;
      this.#manners = other;
      return this.#ask(request, options, signal, onDelta);
    }
  }

  async #askAs(
    manners: ChatManners,
    request: ChatRequest,
    options: CallOptions,
    signal: AbortSignal,
    onDelta: (text: string) => void,
  ): Promise<ModelReply> {
    const response = await this.#send(request, manners, options.timeoutMs, signal);
    if (!isEventStream(response)) return whole(response, this.whom);
    const reply = await assembled(response, this.whom, onDelta);
    signal.throwIfAborted();
    if (reply !== null) return reply;
    if (!manners.stream)
      throw new ModelFault('bad-reply', `${this.whom.address} answered with an empty stream, asked for one piece too.`);
    // llama-cpp-python answers a conversation that is too long with an empty stream, and asked for the whole it says what
    // is wrong.
    return this.#askAs({ stream: false, countsInStream: false }, request, options, signal, onDelta);
  }

  #send(request: ChatRequest, manners: ChatManners, timeout: number, signal: AbortSignal): Promise<Response> {
    const host = readAddress(this.whom.address)?.host ?? '';
    // The SDK types each field of a body; ours is made of what the user wrote, and the server says what it doesn't take.
    const body = chatBody(request, manners, host) as unknown as OpenAI.ChatCompletionCreateParamsNonStreaming;
    return this.#client.chat.completions.create(body, { signal, timeout, maxRetries: 0 }).asResponse();
  }
}

/** A model of a server that speaks OpenAI's chat completions. `key`: null where none is sent. */
export const openAiModel = (entry: ModelEntry, key: string | null): ModelProvider => {
  const address = (entry.baseUrl ?? usualAddress.openai ?? '').replace(/\/+$/, '');
  const whom = { model: entry.model, address, keyName: entry.keyName, keys: key === null ? [] : [key] };
  return new OpenAiModel(entry, whom, key);
};
