import type { ServerResponse } from 'node:http';
import type { GatewayProtocol } from '../../core/run/gateway/gatewayCount';
import { errorBody } from '../../core/run/gateway/policy/errorBody';
import type { Headers } from '../../core/run/gateway/policy/headers';

/** Why an exchange was ended before its time. */
export class ExchangeEnded extends Error {
  override readonly name = 'ExchangeEnded';
}

/** Answers an agent without having asked anybody. */
export const refuse = (
  response: ServerResponse,
  protocol: GatewayProtocol,
  refusal: { readonly status: number; readonly words: string; readonly code: string; readonly headers?: Headers },
): void => {
  const { status, words, code, headers = {} } = refusal;
  const body = Buffer.from(errorBody(protocol, status, words, code));
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': String(body.length),
    ...headers,
  });
  response.end(body);
};

/** The answer to one request: its bytes, its times, and the signal that ends the asking when the agent hangs up. */
export class Exchange {
  readonly #controller = new AbortController();
  readonly #began = performance.now();
  readonly #callTimer: NodeJS.Timeout;
  #ownMs = 0;
  #firstByteMs: number | null = null;

  constructor(
    readonly response: ServerResponse,
    callMs: number,
  ) {
    response.on('close', () => {
      if (!response.writableFinished) this.abort('the agent hung up');
    });
    const words = `the call took longer than ${Math.round(callMs / 1000)} seconds`;
    this.#callTimer = setTimeout(() => this.abort(words), callMs);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get begun(): boolean {
    return this.response.headersSent;
  }

  get times(): { readonly firstByteMs: number | null; readonly wallMs: number; readonly ownMs: number } {
    return { firstByteMs: this.#firstByteMs, wallMs: performance.now() - this.#began, ownMs: this.#ownMs };
  }

  abort(words: string): void {
    this.#controller.abort(new ExchangeEnded(words));
  }

  /** Counts what `work` takes as our own time. */
  own<T>(work: () => T): T {
    const began = performance.now();
    try {
      return work();
    } finally {
      this.#ownMs += performance.now() - began;
    }
  }

  /** The model's first byte came. */
  firstByte(): void {
    this.#firstByteMs ??= performance.now() - this.#began;
  }

  begin(status: number, headers: Headers): void {
    this.response.writeHead(status, headers);
    this.response.flushHeaders();
  }

  /** Waits for a slow agent. Throws what the exchange was ended with. */
  async write(bytes: Uint8Array | string): Promise<void> {
    this.signal.throwIfAborted();
    if (bytes.length === 0 || this.response.write(bytes)) return;
    await new Promise<void>((resolve, reject) => {
      const ended = (): void => reject(this.signal.reason);
      this.signal.addEventListener('abort', ended, { once: true });
      this.response.once('drain', () => {
        this.signal.removeEventListener('abort', ended);
        resolve();
      });
    });
  }

  end(): void {
    this.response.end();
  }

  /** The connection is cut: what was promised can't be sent any more. */
  cut(): void {
    this.response.destroy();
  }

  close(): void {
    clearTimeout(this.#callTimer);
  }
}
