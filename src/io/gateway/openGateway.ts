import { chmod } from 'node:fs/promises';
import http from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { EnvironmentFault } from '../../core/shared/problem';
import type { OpenUpstream } from './call';
import { CallLedger } from './callLedger';
import { CallRecord } from './callRecord';
import type { Exchange } from './exchange';
import { type Gateway, type GatewayBounds, type GatewayOptions, usualBounds } from './gatewayOptions';
import { HttpAnswer } from './httpAnswer';
import { ProviderAnswer } from './providerAnswer';
import { RequestHandler } from './requestHandler';
import { prepareSocketFolder, removeSocket } from './socketFolder';

const openUpstream = ({ upstream, model }: GatewayOptions, bounds: GatewayBounds): OpenUpstream =>
  upstream.kind === 'http' ? new HttpAnswer(upstream, model, bounds) : new ProviderAnswer(upstream.model, bounds);

/** What is no request of ours is told so and cut off: tunnels, other protocols, what can't be read. */
const cutOff = (socket: Socket, status: string, words: string): void => {
  const body = JSON.stringify({ error: { message: words, type: 'invalid_request_error', param: null, code: null } });
  const head = `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n`;
  socket.on('error', () => {});
  socket.end(`${head}connection: close\r\n\r\n${body}`);
};

const makeServer = (handler: RequestHandler, running: Set<Promise<void>>): http.Server => {
  const server = http.createServer({ maxHeaderSize: 65_536, keepAliveTimeout: 120_000, noDelay: true });
  server.maxConnections = 256;
  server.headersTimeout = 30_000;
  server.requestTimeout = 120_000;
  server.on('request', (request, response) => {
    response.on('error', () => {});
    const work = handler.handle(request, response).catch(() => void response.destroy());
    running.add(work);
    void work.finally(() => running.delete(work));
  });
  server.on('connect', (_, socket: Socket) =>
    cutOff(socket, '405 Method Not Allowed', 'This gateway is no proxy: it opens no tunnel.'),
  );
  server.on('upgrade', (_, socket: Socket) =>
    cutOff(socket, '426 Upgrade Required', 'This gateway speaks HTTP/1.1 and changes to no other protocol.'),
  );
  server.on('clientError', (_, socket: Socket) => {
    if (socket.writable) cutOff(socket, '400 Bad Request', 'This is no request that can be read.');
    else socket.destroy();
  });
  return server;
};

const listen = async (server: http.Server, socketPath: string): Promise<void> => {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(socketPath, resolve);
  });
  server.on('error', () => {});
  await chmod(socketPath, 0o600);
};

interface Running {
  readonly server: http.Server;
  readonly open: ReadonlySet<Exchange>;
  readonly handlers: ReadonlySet<Promise<void>>;
}

/** A model that is deaf to its signal isn't waited for longer. */
const mostClosingMs = 2000;

const closer = ({ server, open, handlers }: Running, after: () => Promise<void>): (() => Promise<void>) => {
  let closing: Promise<void> | null = null;
  const close = async (): Promise<void> => {
    const ended = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const exchange of open) exchange.abort('the run was ended');
    server.closeAllConnections();
    await Promise.all([ended, Promise.race([Promise.all(handlers), pause(mostClosingMs, null, { ref: false })])]);
    await after();
  };
  return () => {
    closing ??= close();
    return closing;
  };
};

/**
 * Opens the model gateway of one attempt: a server on a unix socket that asks the run's model and nothing else, counts what is
 * asked, keeps it, and ends the talk at its limits. The key stays in this process. A sandbox without network reaches it through
 * its folder, mounted read-only, and a forwarder (`forwarderFor`). Throws InputFault for an address or a folder that can't be,
 * EnvironmentFault where the socket or the record can't be made.
 */
export const openGateway = async (options: GatewayOptions): Promise<Gateway> => {
  const bounds = { ...usualBounds, ...options.bounds };
  const upstream = openUpstream(options, bounds);
  const socketPath = await prepareSocketFolder(options.socketFolder);
  const record = await CallRecord.open(options.recordFile);
  // A record may hold several attempts: each begins with its line.
  await record.line({ kind: 'opened', at: new Date().toISOString(), model: options.model, limits: options.limits });
  const ledger = new CallLedger(options.limits, (limit) => options.onLimit?.(limit));
  const open = new Set<Exchange>();
  const handlers = new Set<Promise<void>>();
  const server = makeServer(new RequestHandler({ options, bounds, upstream, ledger, record, open }), handlers);
  try {
    await listen(server, socketPath);
  } catch (error) {
    await record.close();
    throw new EnvironmentFault('disk', `The gateway's socket ${socketPath} could not be opened: ${String(error)}.`);
  }
  const close = closer({ server, open, handlers }, async () => {
    upstream.close();
    await record.close();
    await removeSocket(options.socketFolder);
  });
  return {
    socketPath,
    counts: () => ledger.counts(),
    calls: () => [...ledger.calls],
    reached: () => ledger.reached,
    fault: () => record.fault,
    close,
  };
};
