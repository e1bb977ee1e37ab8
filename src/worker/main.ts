import { join } from 'node:path';
import { type MessagePort, parentPort } from 'node:worker_threads';
import type { HostApi } from '../protocol/app';
import { RpcConnection } from '../protocol/rpc';
import { appApi } from './appApi';

/** The rubrics that ship lie beside dist/. */
const rubricFolder = join(__dirname, '..', 'rubrics');

/** Starts with the extension's first call and ends with it. */
const start = (port: MessagePort): void => {
  const channel = {
    post: (message: unknown) => port.postMessage(message),
    listen: (handler: (message: unknown) => void) => {
      port.on('message', handler);
      return () => port.off('message', handler);
    },
  };
  const connection: RpcConnection<HostApi> = new RpcConnection<HostApi>(
    channel,
    appApi({ host: () => connection.remote, rubricFolder }),
  );
};

if (parentPort) start(parentPort);
