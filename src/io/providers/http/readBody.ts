import type { AskedWhom } from '../../../core/run/model/httpFault';
import { ModelFault } from '../../../core/run/model/modelProvider';
import { withoutKeys } from '../../../core/run/model/redact';
import { type ServerEvent, ServerEvents } from '../../../core/run/model/stream/serverEvents';

async function* piecesOf(response: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  if (response.body === null) return;
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>)
    yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

/** The events of a streamed reply as they come. */
export async function* eventsOf(response: Response): AsyncGenerator<ServerEvent> {
  const events = new ServerEvents();
  for await (const piece of piecesOf(response)) yield* events.add(piece);
  yield* events.end();
}

/** Whether a reply is a stream of events, as its server says. */
export const isEventStream = (response: Response): boolean =>
  /^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '');

/** Deeper than any reply is. What is a multiple of it can't be written back as JSON: the stack ends before. */
const mostDepth = 500;

const isDeeper = (value: unknown, most: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (most === 0 || Object.values(value).some((inner) => isDeeper(inner, most - 1)));

/** JSON that a server sent. Throws ModelFault (`bad-reply`) with the beginning of what is none. */
export const jsonOf = (text: string, { address, keys }: AskedWhom): unknown => {
  const value = parsed(text, address, keys);
  if (isDeeper(value, mostDepth))
    throw new ModelFault('bad-reply', `${address} answered with JSON of over ${mostDepth} levels.`);
  return value;
};

const parsed = (text: string, address: string, keys: readonly string[]): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    const start = withoutKeys(text, keys).slice(0, 120).replace(/\s+/g, ' ').trim();
    const what = start === '' ? 'nothing' : `what is no JSON: ${start}`;
    throw new ModelFault('bad-reply', `${address} answered with ${what}.`);
  }
};
