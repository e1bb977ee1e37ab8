import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';
import { ModelFault } from '../../../core/run/model/modelProvider';

/** More than any reply has; an endless one ends here. */
export const mostReplyBytes = 64 * 1024 * 1024;

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

const responseOf = (message: IncomingMessage, mostBytes: number): Response => {
  const status = message.statusCode ?? 0;
  if (status < 200 || status > 599) {
    message.destroy();
    throw new ModelFault('bad-reply', `The server answered with the status ${status}, which is none.`);
  }
  const headers = new Headers();
  for (const [name, value] of Object.entries(message.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  const hasBody = ![204, 205, 304].includes(status);
  if (!hasBody) message.resume();
  const body = hasBody ? (Readable.toWeb(Readable.from(bounded(message, mostBytes))) as ReadableStream) : null;
  return new Response(body, { status, headers });
};

/**
 * A `fetch` for the SDKs over Node's own sockets. Its abort closes the socket, at whatever point; it has no limit of its
 * own on time (Node's fetch gives up after five minutes without a header), follows no redirects, for a key must not
 * follow, asks for no compression, and bounds what comes. `hasKey`: whether headers with a key are sent at all.
 */
export const socketFetch =
  (hasKey: boolean, mostBytes: number = mostReplyBytes) =>
  (input: string | URL | Request, init: RequestInit = {}): Promise<Response> =>
    new Promise((resolve, reject) => {
      const url = new URL(input instanceof Request ? input.url : input);
      const body = typeof init.body === 'string' ? Buffer.from(init.body) : null;
      const length = body === null ? {} : { 'content-length': String(body.length) };
      const options = {
        method: init.method ?? 'GET',
        headers: { ...headersOf(init.headers, hasKey), ...length },
        ...(init.signal ? { signal: init.signal } : {}),
      };
      const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, options, (message) => {
        try {
          resolve(responseOf(message, mostBytes));
        } catch (error) {
          reject(error);
        }
      });
      request.on('error', reject);
      request.end(body ?? undefined);
    });
