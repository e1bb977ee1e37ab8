import { parsedJson } from '../../core/run/gateway/gatewayJson';
import { headersDown } from '../../core/run/gateway/policy/headers';
import { SseSplitter } from '../../core/run/gateway/sse/sseSplitter';
import { StreamEnd, usageOfReply } from '../../core/run/gateway/usage/streamEnd';
import { isUsageChunk } from '../../core/run/gateway/usage/usageChunk';
import type { Call, CallOutcome } from './call';
import { failedCall } from './failedCall';
import { type UpstreamAnswer, UpstreamFault } from './httpUpstream';
import type { KeyGuard } from './keyGuard';

/** An event that is larger is not read for its usage, but goes through all the same. */
const mostEventBytes = 16 * 1024 ** 2;

const isStream = (answer: UpstreamAnswer): boolean =>
  (answer.headers['content-type'] ?? '').toLowerCase().startsWith('text/event-stream');

/** Reads a stream's usage while its bytes go by, and takes out the chunk that only we asked for. */
class StreamPass {
  readonly end: StreamEnd;
  readonly #splitter = new SseSplitter();
  #tooLarge = false;

  constructor(
    call: Call,
    private readonly dropUsageChunk: boolean,
  ) {
    this.end = new StreamEnd(call.protocol);
  }

  /** What of these bytes goes on: all of them at once, or whole events where one of them may have to be taken out. */
  push(bytes: Uint8Array): Uint8Array {
    if (this.#tooLarge) return bytes;
    const events = this.#splitter.push(bytes);
    for (const event of events) this.end.see(event);
    this.#tooLarge = this.#splitter.waiting > mostEventBytes;
    if (!this.dropUsageChunk) return bytes;
    const kept = events.filter((event) => !isUsageChunk(event));
    return Buffer.concat(this.#tooLarge ? [...kept, this.#splitter.rest()] : kept);
  }

  /** An event that never ended goes on as it is. */
  rest(): Uint8Array {
    const rest = this.#splitter.rest();
    this.end.see(rest);
    return this.dropUsageChunk && !isUsageChunk(rest) ? rest : new Uint8Array();
  }
}

const streamed = async (
  call: Call,
  answer: UpstreamAnswer,
  guard: KeyGuard,
  dropUsageChunk: boolean,
): Promise<CallOutcome> => {
  const { exchange, reply } = call;
  const pass = new StreamPass(call, dropUsageChunk);
  const outcome = { status: answer.status, notes: [] as string[] };
  const send = async (bytes: Uint8Array): Promise<void> => {
    await exchange.write(exchange.own(() => pass.push(bytes)));
    await reply.add(bytes);
  };
  exchange.begin(answer.status, headersDown(answer.headers));
  try {
    for await (const bytes of answer.body) {
      exchange.firstByte();
      await send(guard.pass(bytes));
    }
    await send(guard.rest());
    await exchange.write(pass.rest());
    if (!pass.end.finished) throw new UpstreamFault('the provider ended the reply in its middle');
  } catch (error) {
    return failedCall(call, error, { ...pass.end.told(), ...outcome });
  }
  exchange.end();
  return { ...outcome, ...pass.end.told(), fault: null };
};

const whole = async (call: Call, answer: UpstreamAnswer, guard: KeyGuard, mostBytes: number): Promise<CallOutcome> => {
  const { exchange, reply, protocol } = call;
  const kept: Uint8Array[] = [];
  let size = 0;
  const send = async (bytes: Uint8Array): Promise<void> => {
    await exchange.write(bytes);
    await reply.add(bytes);
  };
  const length = answer.headers['content-length'];
  exchange.begin(answer.status, { ...headersDown(answer.headers), ...(length && { 'content-length': length }) });
  try {
    for await (const bytes of answer.body) {
      exchange.firstByte();
      size += bytes.length;
      if (size <= mostBytes) kept.push(bytes);
      await send(guard.pass(bytes));
    }
    await send(guard.rest());
  } catch (error) {
    return failedCall(call, error);
  }
  exchange.end();
  const told = usageOfReply(protocol, size > mostBytes ? null : parsedJson(Buffer.concat(kept).toString('utf8')));
  return { ...told, status: answer.status, fault: null, notes: [] };
};

/** Hands a provider's answer on, byte by byte, and reads along. */
export const passThrough = (
  call: Call,
  answer: UpstreamAnswer,
  guard: KeyGuard,
  options: { readonly dropUsageChunk: boolean; readonly mostBytes: number },
): Promise<CallOutcome> =>
  isStream(answer)
    ? streamed(call, answer, guard, options.dropUsageChunk)
    : whole(call, answer, guard, options.mostBytes);
