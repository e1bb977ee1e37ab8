import http from 'node:http';
import https from 'node:https';
import type { Headers } from '../../core/run/gateway/policy/headers';
import { InputFault } from '../../core/shared/problem';
import type { GatewayBounds } from './gatewayOptions';

export interface UpstreamAnswer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  /** Ends with an error where the provider hung up before its end. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** Why a provider gave no answer, or only a part of one; `timeOut`: it took longer than it may. */
export class UpstreamFault extends Error {
  override readonly name = 'UpstreamFault';
  constructor(
    message: string,
    readonly timeOut = false,
  ) {
    super(message);
  }
}

/** Reads and checks a provider's address. Throws InputFault. */
export const providerUrl = (baseUrl: string): URL => {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new InputFault(`The model's baseUrl has to begin with http:// or https://: ${baseUrl.slice(0, 100)}.`);
  if (url.username !== '' || url.password !== '')
    throw new InputFault("The model's baseUrl holds a name or a password: put the key where its keyName says.");
  if (url.search !== '' || url.hash !== '')
    throw new InputFault("The model's baseUrl has to end with its path: no ? and no #.");
  return url;
};

/** Words of a failed connection: which host, and what the system said. No header is in them. */
const faultWords = (url: URL, error: NodeJS.ErrnoException): string =>
  `${url.host} gave no whole answer: ${error.code ?? error.message}`;

/** A server: connections are kept, TLS is verified, redirects are answers like all others. */
export class HttpUpstream {
  readonly #agent: http.Agent;
  readonly #secure: boolean;

  constructor(
    readonly url: URL,
    private readonly bounds: GatewayBounds,
  ) {
    this.#secure = url.protocol === 'https:';
    const options = { keepAlive: true, noDelay: true, maxSockets: bounds.atOnce };
    this.#agent = this.#secure ? new https.Agent(options) : new http.Agent(options);
  }

  /** Throws UpstreamFault, and what the signal was aborted with. */
  async post(address: string, headers: Headers, body: string, signal: AbortSignal): Promise<UpstreamAnswer> {
    try {
      return await this.#once(address, headers, body, signal);
    } catch (error) {
      // A kept connection that the server had just closed: nothing of the request was seen.
      if (error instanceof StaleConnection) return this.#once(address, headers, body, signal);
      throw error;
    }
  }

  close(): void {
    this.#agent.destroy();
  }

  #once(address: string, headers: Headers, body: string, signal: AbortSignal): Promise<UpstreamAnswer> {
    const { firstByteMs } = this.bounds;
    const bytes = Buffer.from(body);
    return new Promise((resolve, reject) => {
      const options = {
        method: 'POST',
        agent: this.#agent,
        signal,
        headers: { ...headers, 'content-length': String(bytes.length) },
      };
      const request = (this.#secure ? https : http).request(address, options);
      const slow = setTimeout(() => request.destroy(this.#tooSlow(firstByteMs)), firstByteMs);
      request.on('response', (answer) => {
        clearTimeout(slow);
        resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body: this.#bodyOf(answer, signal) });
      });
      request.on('error', (error: NodeJS.ErrnoException) => {
        clearTimeout(slow);
        const stale = request.reusedSocket && error.code === 'ECONNRESET' && !signal.aborted;
        reject(stale ? new StaleConnection() : this.#fault(error, signal));
      });
      request.end(bytes);
    });
  }

  async *#bodyOf(answer: http.IncomingMessage, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    const { idleMs } = this.bounds;
    const idle = setTimeout(() => answer.destroy(this.#tooSlow(idleMs)), idleMs);
    try {
      for await (const bytes of answer) {
        idle.refresh();
        yield bytes as Uint8Array;
        idle.refresh();
      }
    } catch (error) {
      throw this.#fault(error as NodeJS.ErrnoException, signal);
    } finally {
      clearTimeout(idle);
    }
  }

  #tooSlow(ms: number): UpstreamFault {
    return new UpstreamFault(`${this.url.host} said nothing for ${Math.round(ms / 1000)} seconds`, true);
  }

  #fault(error: NodeJS.ErrnoException, signal: AbortSignal): unknown {
    if (signal.aborted) return signal.reason;
    return error instanceof UpstreamFault ? error : new UpstreamFault(faultWords(this.url, error));
  }
}

class StaleConnection extends Error {}
