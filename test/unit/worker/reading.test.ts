import { utimesSync } from 'node:fs';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { IndexCache } from '../../../src/core/dataset/rowIndexText';
import { nodeFiles } from '../../../src/io/files/nodeFiles';
import { rowSeek } from '../../../src/io/index/rowSeek';
import { sha256 } from '../../../src/io/store/sha256';
import { type Channel, RpcConnection } from '../../../src/protocol/rpc';
import type { ReadingApi } from '../../../src/protocol/worker';
import { fileMemo } from '../../../src/worker/fileMemo';
import { readingApi } from '../../../src/worker/readingApi';
import { Tasks } from '../../../src/worker/tasks';
import { instanceRow, jsonLines, predictionRow } from '../../fakes/rows';
import { type TempFolder, tempFolder } from '../../fakes/tempFolder';

let folder: TempFolder;
const noCache: IndexCache = { load: async () => null, save: async () => {} };
const readingPorts = { files: nodeFiles, sha256, cache: noCache, seek: rowSeek };
beforeEach(() => {
  folder = tempFolder();
});
afterEach(() => folder.remove());

const channelOf = (port: MessagePort): Channel => ({
  post: (message) => port.postMessage(message),
  listen: (handler) => {
    port.on('message', handler);
    return () => port.off('message', handler);
  },
});

describe('readingApi over a connection', () => {
  it('reads by message, whole and in part, and says faults in words', async () => {
    const { port1, port2 } = new MessageChannel();
    const theirs = new RpcConnection(channelOf(port1), readingApi(readingPorts, new Tasks()));
    const ours = new RpcConnection<ReadingApi>(channelOf(port2), {});
    const datasetPath = folder.write('d.jsonl', jsonLines([instanceRow('a__b-1'), instanceRow('a__b-2')]));
    const predictionsPath = folder.write('p.jsonl', jsonLines([predictionRow('a__b-1', 'diff\r\n')]));
    expect((await ours.remote.listDataset({ path: datasetPath })).instances).toHaveLength(2);
    expect((await ours.remote.readInstance({ datasetPath, instanceId: 'a__b-2' }))?.id).toBe('a__b-2');
    expect(await ours.remote.readInstance({ datasetPath, instanceId: 'nope' })).toBeNull();
    const patch = { datasetPath, predictionsPath, instanceId: 'a__b-1' };
    expect(await ours.remote.readPatch(patch)).toBe('diff\r\n');
    await expect(ours.remote.readDataset({ path: `${folder.path}/nope` })).rejects.toThrow(/no such file/);
    theirs.dispose();
    ours.dispose();
    port1.close();
  });

  it('stops a call by the name of its task', async () => {
    const api = readingApi(readingPorts, new Tasks());
    const path = folder.write('d.jsonl', jsonLines(Array.from({ length: 2000 }, (_, i) => instanceRow(`a__b-${i}`))));
    const reading = api.readDataset({ path, task: 't1' });
    await api.cancel({ task: 'another' });
    await api.cancel({ task: 't1' });
    await expect(reading).rejects.toThrow('Cancelled');
    expect((await api.readDataset({ path, task: 't1' })).instances).toHaveLength(2000);
  });
});

describe('fileMemo', () => {
  it('reads a file once while it stays as it is, and again when it changed or failed', async () => {
    const memo = fileMemo(nodeFiles);
    const path = folder.write('x', 'one');
    let reads = 0;
    const read = async () => ++reads;
    expect([await memo('k', path, read), await memo('k', path, read)]).toEqual([1, 1]);
    expect(await memo('other kind', path, read)).toBe(2);
    utimesSync(path, 1, 1);
    expect(await memo('k', path, read)).toBe(3);
    const failing = memo('bad', path, async () => {
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await memo('bad', path, read)).toBe(4);
  });

  it('forgets the oldest beyond its limit', async () => {
    const memo = fileMemo(nodeFiles, 1);
    const [a, b] = [folder.write('a', 'a'), folder.write('b', 'b')];
    let reads = 0;
    const read = async () => ++reads;
    await memo('k', a, read);
    await memo('k', b, read);
    expect(await memo('k', a, read)).toBe(3);
  });
});
