import { endMark, filling, tarHead } from './writeHead';

/** An archive of one file that everybody may read. */
export const fileArchive = (name: string, bytes: Uint8Array): Uint8Array[] => [
  tarHead({
    name: Buffer.from(name),
    kind: 'file',
    link: Buffer.alloc(0),
    mode: 0o644,
    size: bytes.length,
    owner: { uid: 0, gid: 0 },
    mtime: 0,
  }),
  bytes,
  Buffer.concat([filling(bytes.length), endMark]),
];
