/**
 * One request/reply class for every boundary of ours: host and webview, host and worker. Both ends describe what
 * they offer as a map of functions; the types of both maps live in one protocol file per surface, so that both ends
 * break together.
 */
export interface Channel {
  post(message: unknown): void;
  /** Returns a function that stops listening. */
  listen(handler: (message: unknown) => void): () => void;
}

type Method = (argument: never) => unknown;
export type Api = { readonly [name: string]: Method };

/** The same functions seen from the other side: asynchronous. */
export type Remote<T extends Api> = {
  readonly [K in keyof T]: (argument: Parameters<T[K]>[0]) => Promise<Awaited<ReturnType<T[K]>>>;
};

type Message =
  | { readonly rpc: 'call'; readonly id: number; readonly name: string; readonly argument: unknown }
  | { readonly rpc: 'done'; readonly id: number; readonly value: unknown }
  | { readonly rpc: 'failed'; readonly id: number; readonly message: string };

const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && 'rpc' in value && 'id' in value && typeof value.id === 'number';

/** Connects `local` to the channel and returns the other side's functions. Unknown names fail the call, never the channel. */
export class RpcConnection<Theirs extends Api> {
  private nextId = 1;
  private readonly waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  private readonly stop: () => void;
  readonly remote: Remote<Theirs>;

  constructor(
    private readonly channel: Channel,
    private readonly local: Api,
  ) {
    this.stop = channel.listen((message) => this.receive(message));
    this.remote = new Proxy({} as Remote<Theirs>, {
      get: (_target, name) => (argument: unknown) => this.call(String(name), argument),
    });
  }

  dispose(): void {
    this.stop();
    for (const { reject } of this.waiting.values()) reject(new Error('The connection was closed.'));
    this.waiting.clear();
  }

  private call(name: string, argument: unknown): Promise<unknown> {
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.channel.post({ rpc: 'call', id, name, argument } satisfies Message);
    });
  }

  private receive(message: unknown): void {
    if (!isMessage(message)) return;
    if (message.rpc === 'call') {
      void this.answer(message.id, message.name, message.argument);
      return;
    }
    const waiter = this.waiting.get(message.id);
    if (!waiter) return;
    this.waiting.delete(message.id);
    if (message.rpc === 'done') waiter.resolve(message.value);
    else waiter.reject(new Error(message.message));
  }

  private async answer(id: number, name: string, argument: unknown): Promise<void> {
    try {
      const method = Object.hasOwn(this.local, name) ? this.local[name] : undefined;
      if (!method) throw new Error(`No function "${name}" on this side.`);
      const value = await method(argument as never);
      this.channel.post({ rpc: 'done', id, value } satisfies Message);
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      this.channel.post({ rpc: 'failed', id, message: text } satisfies Message);
    }
  }
}
