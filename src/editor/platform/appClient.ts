import { Worker } from 'node:worker_threads';
import * as vscode from 'vscode';
import type { AppApi, HostApi } from '../../protocol/app';
import { type Remote, RpcConnection } from '../../protocol/rpc';

/**
 * The app, in a worker thread: reading, git, containers and the store never run on the extension host's main thread.
 * Started by the first call; started anew after it died (what it was doing fails with the reason).
 */
export class AppClient implements vscode.Disposable {
  private worker: Worker | undefined;
  private connection: RpcConnection<AppApi> | undefined;
  private readonly ended = new vscode.EventEmitter<void>();

  /** The worker died; what it was doing has failed. */
  readonly onDidEnd = this.ended.event;

  constructor(
    private readonly script: string,
    private readonly host: HostApi,
    private readonly log: vscode.LogOutputChannel,
  ) {}

  get remote(): Remote<AppApi> {
    this.connection ??= this.start();
    return this.connection.remote;
  }

  dispose(): void {
    this.connection?.dispose();
    void this.worker?.terminate();
    this.connection = undefined;
    this.worker = undefined;
    this.ended.dispose();
  }

  private start(): RpcConnection<AppApi> {
    const started = performance.now();
    const worker = new Worker(this.script, { stdout: true, stderr: true });
    worker.on('online', () => this.log.debug(`app worker ready after ${Math.round(performance.now() - started)} ms`));
    worker.on('error', (error) => this.log.error(`app worker: ${error.stack ?? error.message}`));
    worker.stderr.on('data', (data: Buffer) => this.log.warn(`app worker: ${data.toString().trimEnd()}`));
    const connection = new RpcConnection<AppApi>(channelOf(worker), this.host);
    worker.on('exit', () => {
      if (this.worker !== worker) return;
      this.worker = undefined;
      this.connection = undefined;
      connection.dispose();
      this.ended.fire();
    });
    this.worker = worker;
    return connection;
  }
}

const channelOf = (worker: Worker) => ({
  post: (message: unknown) => worker.postMessage(message),
  listen: (handler: (message: unknown) => void) => {
    worker.on('message', handler);
    return () => worker.off('message', handler);
  },
});
