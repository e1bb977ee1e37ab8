import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readlinkSync, readSync } from 'node:fs';
import path from 'node:path';
import { endMark, filling, type HeadToWrite, tarHead } from './writeHead';

const chunkBytes = 1024 * 1024;
const none = Buffer.alloc(0);
const slash = Buffer.from('/');

type Owner = HeadToWrite['owner'];

/** Collects small pieces until there are enough to hand on: one write for hundreds of small files. */
class Chunks {
  #parts: Uint8Array[] = [];
  #bytes = 0;

  add(part: Uint8Array): void {
    this.#parts.push(part);
    this.#bytes += part.length;
  }

  get full(): boolean {
    return this.#bytes >= chunkBytes;
  }

  /** One piece, or none where nothing was added. */
  take(): Uint8Array[] {
    const taken = this.#bytes === 0 ? [] : [Buffer.concat(this.#parts)];
    this.#parts = [];
    this.#bytes = 0;
    return taken;
  }
}

/** A file's bytes in pieces, exactly as many as were announced: one that shrinks meanwhile is filled up with zeros. */
function* fileBytes(handle: number, size: number): Generator<Uint8Array> {
  for (let left = size; left > 0; ) {
    const buffer = Buffer.allocUnsafe(Math.min(left, chunkBytes));
    const read = readSync(handle, buffer, 0, buffer.length, null);
    if (read === 0) buffer.fill(0);
    const piece = read === 0 ? buffer : buffer.subarray(0, read);
    left -= piece.length;
    yield piece;
  }
}

/** Told of what is left out, by its name in the archive. Without one, what can't be read is thrown. */
export type LeftOut = (name: Buffer, why: string) => void;

/** Null where it can't be read and that was told. */
const readOr = <T>(read: () => T, name: Buffer, leftOut: LeftOut | undefined): T | null => {
  try {
    return read();
  } catch (error) {
    if (leftOut === undefined) throw error;
    leftOut(name, `it can't be read (${(error as NodeJS.ErrnoException).code})`);
    return null;
  }
};

const readingFlags = constants.O_RDONLY | constants.O_NONBLOCK | (constants.O_NOFOLLOW ?? 0);

function* packFile(file: Buffer, name: Buffer, owner: Owner, leftOut?: LeftOut): Generator<Uint8Array> {
  const handle = readOr(() => openSync(file, readingFlags), name, leftOut);
  if (handle === null) return;
  try {
    const { size, mode, mtimeMs } = fstatSync(handle);
    const mtime = Math.floor(mtimeMs / 1000);
    yield tarHead({ name, kind: 'file', link: none, mode: mode & 0o777, size, owner, mtime });
    yield* fileBytes(handle, size);
    yield filling(size);
  } finally {
    closeSync(handle);
  }
}

function* packTree(folder: Buffer, prefix: Buffer, owner: Owner, leftOut?: LeftOut): Generator<Uint8Array> {
  const entries = readOr(() => readdirSync(folder, { withFileTypes: true, encoding: 'buffer' }), prefix, leftOut);
  for (const entry of entries ?? []) {
    const file = Buffer.concat([folder, Buffer.from(path.sep), entry.name]);
    const name = Buffer.concat([prefix, entry.name]);
    if (entry.isFile()) yield* packFile(file, name, owner, leftOut);
    else if (!entry.isDirectory() && !entry.isSymbolicLink()) leftOut?.(name, 'a socket, pipe or device');
    if (!entry.isDirectory() && !entry.isSymbolicLink()) continue;
    const found = readOr(() => lstatSync(file), name, leftOut);
    if (found === null) continue;
    const { mode, mtimeMs } = found;
    const head = { name, mode: mode & 0o777, size: 0, owner, mtime: Math.floor(mtimeMs / 1000) };
    if (entry.isSymbolicLink())
      yield tarHead({ ...head, kind: 'symlink', link: readlinkSync(file, { encoding: 'buffer' }) });
    else {
      yield tarHead({ ...head, name: Buffer.concat([name, slash]), kind: 'folder', link: none });
      yield* packTree(file, Buffer.concat([name, slash]), owner, leftOut);
    }
  }
}

/** Where a tree is put, and whether that folder is made for it, as its owner's. */
export interface Place {
  /** Path from where the archive is unpacked, without slashes at its ends; empty for that place itself. */
  readonly folder: string;
  readonly isNew: boolean;
}

const here: Place = { folder: '', isNew: false };

function* packPlace({ folder, isNew }: Place, owner: Owner): Generator<Uint8Array> {
  const name = Buffer.from(`${folder}/`);
  if (isNew) yield tarHead({ name, kind: 'folder', link: none, mode: 0o755, size: 0, owner, mtime: 0 });
}

/**
 * What a host folder holds as a tar archive (GNU), in pieces of about a MiB: files, folders and links as links, with the
 * rwx bits and times, owned by `owner` below `place`. Sockets, pipes and devices are left out; names keep their bytes. Reads
 * synchronously, a piece at a time, which for many small files is many times faster: for a worker thread.
 */
export function* packFolder(
  folder: string,
  owner: Owner,
  place: Place = here,
  leftOut?: LeftOut,
): Generator<Uint8Array> {
  const prefix = Buffer.from(place.folder === '' ? '' : `${place.folder}/`);
  const chunks = new Chunks();
  for (const part of packPlace(place, owner)) chunks.add(part);
  for (const part of packTree(Buffer.from(folder), prefix, owner, leftOut)) {
    if (part.length >= chunkBytes / 2) {
      yield* chunks.take();
      yield part;
    } else chunks.add(part);
    if (chunks.full) yield* chunks.take();
  }
  chunks.add(endMark);
  yield* chunks.take();
}
