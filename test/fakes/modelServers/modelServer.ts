import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it came. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Record<string, unknown>;
}

/** How a server answers one request. A `reply` is written by the protocol of the server. */
export type Answer<Reply> =
  | { readonly kind: 'reply'; readonly reply: Reply }
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly body: unknown;
      readonly headers?: Record<string, string>;
    }
  /** Bytes as they are, then the end, or (`drops`) a closed socket, or (`hangs`) nothing more. */
  | {
      readonly kind: 'raw';
      readonly type: string;
      readonly text: string;
      readonly after?: 'ends' | 'drops' | 'hangs';
    }
  /** The same text over and over until the other side has had enough. */
  | { readonly kind: 'endless'; readonly type: string; readonly text: string }
  /** Nothing at all comes. */
  | { readonly kind: 'silence' };

/** What a protocol's server does: says what is wrong with a request (null: nothing), and writes replies. */
export interface ServerProtocol<Reply> {
  fault(request: SeenRequest): { readonly status: number; readonly body: unknown } | null;
  write(reply: Reply, request: SeenRequest, response: ServerResponse): void;
}

const bodyOf = async (request: IncomingMessage): Promise<Record<string, unknown>> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return JSON.parse(Buffer.concat(parts).toString('utf8') || '{}') as Record<string, unknown>;
};

const pour = (response: ServerResponse, text: string): void => {
  const more = (): void => {
    while (!response.destroyed && response.write(text));
  };
  response.on('drain', more);
  more();
};

const noAnswer = { kind: 'status', status: 418, body: 'no answer is left' } as const;

/** A model's server on this machine. It answers in the order of `answers`; a request too many gets a 418. */
export class ModelServer<Reply> {
  readonly seen: SeenRequest[] = [];
  /** Connections that the other side closed before the answer was whole. */
  broken = 0;
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  readonly #waiting: (() => void)[] = [];

  constructor(
    private readonly protocol: ServerProtocol<Reply>,
    private readonly answers: Answer<Reply>[],
  ) {}

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  /** Resolves when the other side has closed a connection in the middle of an answer. */
  whenBroken(): Promise<void> {
    return this.broken > 0 ? Promise.resolve() : new Promise((resolve) => this.#waiting.push(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('close', () => {
      if (response.writableFinished) return;
      this.broken += 1;
      for (const resolve of this.#waiting.splice(0)) resolve();
    });
    const { method = '', url = '', headers } = request;
    const seen = { method, path: url, headers, body: await bodyOf(request) };
    this.seen.push(seen);
    const fault = this.protocol.fault(seen);
    if (fault !== null) this.#status(response, fault.status, fault.body);
    else this.#give(this.answers.shift() ?? noAnswer, seen, response);
  }

  #give(answer: Answer<Reply>, request: SeenRequest, response: ServerResponse): void {
    if (answer.kind === 'reply') this.protocol.write(answer.reply, request, response);
    else if (answer.kind === 'status') this.#status(response, answer.status, answer.body, answer.headers);
    else if (answer.kind !== 'silence') this.#bytes(answer, response);
  }

  #bytes(answer: Answer<Reply> & { readonly kind: 'raw' | 'endless' }, response: ServerResponse): void {
    response.writeHead(200, { 'content-type': answer.type });
    if (answer.kind === 'endless') pour(response, answer.text);
    else if (answer.after === 'hangs') response.write(answer.text);
    else if (answer.after === 'drops') response.write(answer.text, () => response.socket?.destroy());
    else response.end(answer.text);
  }

  #status(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(text);
  }
}
