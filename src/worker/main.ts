import { parentPort } from 'node:worker_threads';
import { nodeFiles } from '../io/files/nodeFiles';
import { sha256 } from '../io/store/sha256';
import type { HostApi } from '../protocol/app';
import { RpcConnection } from '../protocol/rpc';
import { readingApi } from './readingApi';
import { Tasks } from './tasks';

/** The worker thread of the extension: one connection, all functions. Started by the extension, ends with it. */
const start = (port: NonNullable<typeof parentPort>): RpcConnection<HostApi> =>
  new RpcConnection<HostApi>(
    {
      post: (message) => port.postMessage(message),
      listen: (handler) => {
        port.on('message', handler);
        return () => port.off('message', handler);
      },
    },
    readingApi(nodeFiles, sha256, new Tasks()),
  );

if (parentPort) start(parentPort);
