import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';
import { type AskedWhom, httpFault } from '../../../core/run/model/httpFault';
import { ModelFault } from '../../../core/run/model/modelProvider';
import { shownText } from '../../../core/shared/shownText';

/** More than any reply has; an endless one ends here. */
const mostReplyBytes = 64 * 1024 * 1024;

/**
 * What leaves the machine with a request. The SDKs would also say which system and version they run on, and what the
 * environment's variables for further headers hold, which may be meant for another server.
 */
const sentHeaders = [
  'accept',
  'content-type',
  'user-agent',
  'authorization',
  'x-api-key',
  'anthropic-version',
  'anthropic-beta',
];

const headersOf = (given: RequestInit['headers'], hasKey: boolean): Record<string, string> => {
  const headers = new Headers(given);
  const kept = sentHeaders.flatMap((name) => {
    const value = headers.get(name);
    const isKey = name === 'authorization' || name === 'x-api-key';
    return value === null || (isKey && !hasKey) ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(kept), 'user-agent': 'touchstone' };
};

/**
 * A connection for each call: one that a server closed behind its last reply is found out by the next request only, and
 * then it is a fault that costs a wait of seconds. A new one costs milliseconds.
 */
const http = { request: httpRequest, agent: new HttpAgent({ keepAlive: false }) };
const https = { request: httpsRequest, agent: new HttpsAgent({ keepAlive: false }) };

/** A refusal's text is for one line of words. */
const mostRefusalBytes = 64 * 1024;

const textOf = async (message: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of message) {
    parts.push(part as Buffer);
    bytes += (part as Buffer).length;
    if (bytes > mostRefusalBytes) break;
  }
  return Buffer.concat(parts).toString('utf8');
};

const parsedOrText = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const headerOf = ({ headers }: IncomingMessage, name: string): string | null => {
  const value = headers[name];
  return typeof value === 'string' ? value : null;
};

/** The SDKs see no refusals: of a body they keep only what OpenAI or Anthropic would write. */
const refusalOf = async (message: IncomingMessage, status: number, whom: AskedWhom): Promise<ModelFault> => {
  const body = parsedOrText(await textOf(message).catch(() => ''));
  const waits = { retryAfter: headerOf(message, 'retry-after'), retryAfterMs: headerOf(message, 'retry-after-ms') };
  return httpFault({ status, body, ...waits }, whom, Date.now());
};

/** The body's bytes up to a limit; beyond it the socket is closed and the reader gets the fault. */
async function* bounded(message: IncomingMessage, mostBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of message) {
    bytes += (chunk as Buffer).length;
    if (bytes > mostBytes) {
      message.destroy();
      throw new ModelFault('bad-reply', `The reply has over ${mostBytes} bytes and was broken off.`);
    }
    yield chunk as Buffer;
  }
}

/** Never asked for, so that only a server, or what stands before it, that looks at no request sends it. */
const refuseCompressed = (message: IncomingMessage, { address }: AskedWhom): void => {
  const coding = headerOf(message, 'content-encoding')?.trim().toLowerCase() ?? '';
  if (coding === '' || coding === 'identity') return;
  message.destroy();
  throw new ModelFault(
    'bad-reply',
    `${address} compressed its reply (content-encoding ${shownText(coding.slice(0, 40))}), which was not asked for. Turn that off at the server, or at the proxy before it.`,
  );
};

const responseOf = async (message: IncomingMessage, whom: AskedWhom, mostBytes: number): Promise<Response> => {
  const status = message.statusCode ?? 0;
  if (status < 200 || status > 299) throw await refusalOf(message, status, whom);
  refuseCompressed(message, whom);
  const headers = new Headers();
  for (const [name, value] of Object.entries(message.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  const hasBody = status !== 204 && status !== 205;
  if (!hasBody) message.resume();
  const body = hasBody ? (Readable.toWeb(Readable.from(bounded(message, mostBytes))) as ReadableStream) : null;
  return new Response(body, { status, headers });
};

/**
 * A `fetch` for the SDKs over Node's own sockets. Its abort closes the socket, at whatever point; it has no limit of its
 * own on time (Node's fetch gives up after five minutes without a header), follows no redirects, for a key must not
 * follow, asks for no compression, and bounds what comes. A status that is no success rejects with the ModelFault of it.
 * Headers with a key are sent only where `whom` has one.
 */
export const socketFetch =
  (whom: AskedWhom, mostBytes: number = mostReplyBytes) =>
  (input: string | URL | Request, init: RequestInit = {}): Promise<Response> =>
    new Promise((resolve, reject) => {
      const url = new URL(input instanceof Request ? input.url : input);
      const body = typeof init.body === 'string' ? Buffer.from(init.body) : null;
      const length = body === null ? {} : { 'content-length': String(body.length) };
      const { request: ask, agent } = url.protocol === 'https:' ? https : http;
      const options = {
        agent,
        method: init.method ?? 'GET',
        headers: { ...headersOf(init.headers, whom.keys.length > 0), ...length },
        ...(init.signal ? { signal: init.signal } : {}),
      };
      const request = ask(url, options, (message) => {
        resolve(responseOf(message, whom, mostBytes));
      });
      request.on('error', reject);
      request.end(body ?? undefined);
    });
