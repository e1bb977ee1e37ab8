import type { IncomingMessage } from 'node:http';

export interface BodyRefusal {
  readonly status: 400 | 413 | 415;
  readonly words: string;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

const textOf = (parts: readonly Uint8Array[]): string | BodyRefusal => {
  try {
    return utf8.decode(Buffer.concat(parts));
  } catch {
    return { status: 400, words: 'The body is no UTF-8.' };
  }
};

/** Reads a request's body as text, or says why it can't be taken. Nothing above the bound is kept in memory. */
export const readRequestBody = async (request: IncomingMessage, mostBytes: number): Promise<string | BodyRefusal> => {
  const coding = request.headers['content-encoding'];
  if (coding !== undefined && coding !== 'identity')
    return { status: 415, words: `Send the body as it is, without content-encoding ${coding.slice(0, 40)}.` };
  const tooLarge = { status: 413, words: `The body has more than ${mostBytes} bytes.` } as const;
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) return tooLarge;
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > mostBytes) return tooLarge;
    parts.push(part);
  }
  return textOf(parts);
};
