import { parsedJson } from '../../core/run/gateway/gatewayJson';
import { readSseEvent, sseJson } from '../../core/run/gateway/sse/sseEvent';
import { SseSplitter } from '../../core/run/gateway/sse/sseSplitter';
import type { ChatDeltas } from '../../core/run/gateway/translate/chatDeltas';
import type { ReplyWriter } from '../../core/run/gateway/translate/replyWriter';
import { StreamEnd, usageOfReply } from '../../core/run/gateway/usage/streamEnd';
import { refusalText } from '../../core/run/model/httpFault';
import { fieldsAt, listAt } from '../../core/run/trajectory/fields';
import type { Call, CallOutcome } from './call';
import { failedCall } from './failedCall';
import { type UpstreamAnswer, UpstreamFault } from './httpUpstream';
import type { KeyGuard } from './keyGuard';

const streamHeaders = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' };

const mostEventBytes = 16 * 1024 ** 2;

/** Reads a chat stream and writes it in the agent's protocol, each event as soon as it is whole. */
class StreamTranslation {
  readonly end = new StreamEnd('chat');
  readonly #splitter = new SseSplitter();

  constructor(
    private readonly deltas: ChatDeltas,
    private readonly writer: ReplyWriter,
  ) {}

  push(bytes: Uint8Array): string {
    const text = this.#splitter.push(bytes).map((event) => this.#event(event));
    if (this.#splitter.waiting > mostEventBytes) throw new UpstreamFault('an event of the reply has no end');
    return text.join('');
  }

  rest(): string {
    return this.#event(this.#splitter.rest());
  }

  #event(event: Uint8Array): string {
    this.end.see(event);
    const chunk = sseJson(readSseEvent(event));
    if (fieldsAt(chunk, 'error') !== null) throw new UpstreamFault(`the provider said: ${refusalText(chunk, [])}`);
    return this.deltas
      .read(chunk)
      .map((delta) => this.writer.add(delta))
      .join('');
  }
}

/** A chat stream, told to the agent as the stream of its own protocol. */
export const translatedStream = async (
  call: Call,
  answer: UpstreamAnswer,
  guard: KeyGuard,
  writing: { readonly deltas: ChatDeltas; readonly writer: ReplyWriter },
): Promise<CallOutcome> => {
  const { exchange, reply } = call;
  const { deltas, writer } = writing;
  const translation = new StreamTranslation(deltas, writer);
  const send = async (bytes: Uint8Array): Promise<void> => {
    await exchange.write(exchange.own(() => translation.push(bytes)));
    await reply.add(bytes);
  };
  exchange.begin(200, streamHeaders);
  try {
    await exchange.write(writer.begin());
    for await (const bytes of answer.body) {
      exchange.firstByte();
      await send(guard.pass(bytes));
    }
    await send(guard.rest());
    await exchange.write(translation.rest());
    if (!translation.end.finished) throw new UpstreamFault('the provider ended the reply in its middle');
  } catch (error) {
    return failedCall(call, error, translation.end.told(), (words) => writer.fail(words));
  }
  const told = translation.end.told();
  exchange.response.write(writer.end({ calls: deltas.calls, finishReason: deltas.finishReason, usage: told.usage }));
  exchange.end();
  return { ...told, status: 200, fault: null, notes: [] };
};

/** A reply that is there whole, told as a stream or as one value, as the agent asked. */
export const writeWhole = (
  call: Call,
  response: unknown,
  writing: { readonly deltas: ChatDeltas; readonly writer: ReplyWriter },
): void => {
  const { exchange, asked } = call;
  const { deltas, writer } = writing;
  const { usage } = usageOfReply('chat', response);
  const events = [writer.begin(), ...deltas.read(response).map((delta) => writer.add(delta))];
  events.push(writer.end({ calls: deltas.calls, finishReason: deltas.finishReason, usage }));
  const body = Buffer.from(asked.stream ? events.join('') : JSON.stringify(writer.whole()));
  const json = { 'content-type': 'application/json', 'content-length': String(body.length) };
  exchange.begin(200, asked.stream ? streamHeaders : json);
  exchange.response.write(body);
  exchange.end();
};

const readWhole = async (call: Call, answer: UpstreamAnswer, guard: KeyGuard, mostBytes: number): Promise<string> => {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const bytes of answer.body) {
    call.exchange.firstByte();
    size += bytes.length;
    if (size > mostBytes) throw new UpstreamFault(`the reply has more than ${mostBytes} bytes`);
    parts.push(guard.pass(bytes));
  }
  const whole = Buffer.concat([...parts, guard.rest()]);
  await call.reply.add(whole);
  return whole.toString('utf8');
};

/** A whole chat reply of a provider, told to the agent in its own protocol. */
export const translatedWhole = async (
  call: Call,
  answer: UpstreamAnswer,
  guard: KeyGuard,
  options: { readonly deltas: ChatDeltas; readonly writer: ReplyWriter; readonly mostBytes: number },
): Promise<CallOutcome> => {
  try {
    const response = parsedJson(await readWhole(call, answer, guard, options.mostBytes));
    if (listAt(response, 'choices').length === 0) throw new UpstreamFault('what the provider sent is no reply');
    call.exchange.own(() => writeWhole(call, response, options));
    return { ...usageOfReply('chat', response), status: 200, fault: null, notes: [] };
  } catch (error) {
    return failedCall(call, error);
  }
};
