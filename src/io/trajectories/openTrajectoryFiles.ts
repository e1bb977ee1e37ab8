import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { valueAt } from '../../core/run/trajectory/fields';
import type { RawRef } from '../../core/run/trajectory/step';
import type { OpenTrajectoryFiles, TrajectoryFiles } from '../../core/run/trajectory/trajectoryFiles';
import type { RawRecord, RecordCut } from '../../core/run/trajectory/trajectoryFormat';
import { InputFault } from '../../core/shared/problem';
import { fileFault, readHead } from '../files/byteStream';
import { type ByteSource, diskSource } from './byteSource';
import type { HeldPiece } from './cutValue';
import { heldRange } from './heldRange';
import { occurrences } from './occurrences';
import { maxRecordBytes, rawRecord } from './rawRecord';
import { recordStream } from './recordStream';
import { sampleFile } from './sampleFile';
import { pathsOfFile, pathsOfFolder } from './trajectoryPaths';
import { openZipSource } from './zipSource';

type Listed = Pick<TrajectoryFiles, 'kind' | 'paths' | 'leftOut'>;

/** A text of over a million letters is kept beside the heap, so that a search leaves nothing to be cleaned up. */
const searchedAtOnce = 2 * 1024 * 1024;

/** The port over sources by path; only paths that were listed are opened. */
const filesOver = (listed: Listed, open: (path: string) => Promise<ByteSource>): TrajectoryFiles => {
  const known = new Set(listed.paths);
  const sourceOf = async (path: string): Promise<ByteSource> => {
    if (!known.has(path)) throw new InputFault(`${path}: no such file in this trajectory.`);
    return open(path);
  };
  const range: TrajectoryFiles['bytes'] = async (path, start, end) => (await sourceOf(path)).range(start, end);
  const pieceOf = async ({ file, start, end }: RawRef, { kind }: RecordCut): Promise<HeldPiece> => {
    if (end - start <= maxRecordBytes) return { bytes: await range(file, start, end) };
    return heldRange(await sourceOf(file), start, end, kind !== 'text');
  };
  /** The record of which a part was read last: the next part is often of the same. */
  let last: RawRecord | null = null;
  return {
    ...listed,
    sample: async (path) => sampleFile(path, await sourceOf(path)),
    async *records(path, cut, signal, from = 0) {
      yield* recordStream((await sourceOf(path)).stream(signal, from), path, cut, { from });
    },
    identity: async (path) => (await sourceOf(path)).identity ?? null,
    record: async (ref, place, cut) => {
      const { file, start, end, at } = ref;
      const isHeld = at.length > 0 && last?.ref.file === file && last.ref.start === start && last.ref.end === end;
      if (!isHeld) last = null;
      const found = last ?? rawRecord(file, cut.kind, { place, start, end, ...(await pieceOf(ref, cut)) });
      if (at.length === 0) return found;
      last = found;
      return { ...found, ref, place, value: valueAt(found.value, ...at) ?? null };
    },
    bytes: range,
    async *occurrences(path, word, ignoreCase, signal) {
      yield* occurrences((await sourceOf(path)).stream(signal, 0, searchedAtOnce), word, ignoreCase);
    },
  };
};

const isZip = (head: Uint8Array): boolean => Buffer.from(head).toString('latin1') === 'PK\u0003\u0004';

const openPath = async (path: string): Promise<TrajectoryFiles> => {
  const found = await stat(path);
  if (!found.isFile() && !found.isDirectory())
    throw new InputFault(`${path}: a pipe or a device, not a file; save what it gives to a file.`);
  if (found.isFile() && isZip(await readHead(path, 4))) {
    const { paths, open } = await openZipSource(path);
    return filesOver({ kind: 'archive', paths, leftOut: 0 }, open);
  }
  const kind = found.isFile() ? 'file' : 'folder';
  const { root, ...listed } = kind === 'file' ? await pathsOfFile(path) : await pathsOfFolder(path);
  return filesOver({ kind, ...listed }, (below) => diskSource(join(root, below)));
};

/** Opens a file or folder of this machine for trajectories. */
export const openTrajectoryFiles: OpenTrajectoryFiles = async (path) => {
  try {
    return await openPath(path);
  } catch (error) {
    throw error instanceof InputFault ? error : fileFault(path, error);
  }
};
