import type { Engine, ImageHooks, ImageRequest, PreparedImage } from '../../core/run/container/engine';
import { EnvironmentFault } from '../../core/shared/problem';

const unlessAborted = <T>(asked: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    asked.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });

/**
 * Prepares each image once for all that wait for it. An image that can't be had is asked for no more in this run: the
 * next evaluation that names it gets the same fault at once, and people are told once.
 */
export class ImageDesk {
  readonly #asked = new Map<string, Promise<PreparedImage>>();
  readonly #missing = new Map<string, EnvironmentFault>();

  constructor(
    private readonly engine: Pick<Engine, 'prepareImage'>,
    private readonly tell: (text: string) => void,
    private readonly runSignal: AbortSignal,
  ) {}

  /** `signal` ends the waiting of the one who asks; what is prepared for others goes on. */
  async prepare(request: ImageRequest, hooks: ImageHooks, signal: AbortSignal): Promise<PreparedImage> {
    const { namedByData: _asked, ...wanted } = request;
    const name = JSON.stringify(wanted);
    const missing = this.#missing.get(name);
    if (missing !== undefined) throw missing;
    return unlessAborted(this.#asked.get(name) ?? this.#ask(name, request, hooks), signal);
  }

  #ask(name: string, request: ImageRequest, hooks: ImageHooks): Promise<PreparedImage> {
    const asked = this.engine
      .prepareImage(request, hooks, this.runSignal)
      .catch((error: unknown) => {
        const lacking = error instanceof EnvironmentFault && (error.what === 'image' || error.what === 'trust');
        if (lacking && !this.#missing.has(name)) {
          this.#missing.set(name, error);
          this.tell(error.message);
        }
        throw error;
      })
      .finally(() => this.#asked.delete(name));
    this.#asked.set(name, asked);
    return asked;
  }
}
