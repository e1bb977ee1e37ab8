import type { Recognised } from './inspection';

const startsWith = (bytes: Uint8Array, ...signature: readonly number[]): boolean =>
  signature.every((byte, at) => bytes[at] === byte);

/** Names of a ZIP's entries stand in it as they are; its first 64 KiB and its last tell what it is. */
const holds = (bytes: Uint8Array, name: string): boolean => {
  const ends = [bytes.subarray(0, 65_536), bytes.subarray(-65_536)];
  return ends.some((part) => new TextDecoder('latin1').decode(part).includes(name));
};

const opened = 'Opened elsewhere: it is named here, not read.';

/** Files that are no text: archives, spreadsheets, pictures. Null for texts and Parquet. */
export const binaryKindOf = (bytes: Uint8Array): Recognised | null => {
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) {
    if (holds(bytes, 'xl/worksheets'))
      return {
        format: 'spreadsheet',
        counts: { bytes: bytes.length },
        warnings: [`A spreadsheet (annotation). ${opened}`],
      };
    return { format: 'zip-archive', counts: { bytes: bytes.length }, warnings: [opened] };
  }
  const isPicture =
    startsWith(bytes, 0x89, 0x50, 0x4e, 0x47) ||
    startsWith(bytes, 0xff, 0xd8, 0xff) ||
    startsWith(bytes, 0x47, 0x49, 0x46, 0x38);
  return isPicture ? { format: 'picture', counts: { bytes: bytes.length }, warnings: [opened] } : null;
};

const refused: readonly (readonly [readonly number[], string])[] = [
  [[0xff, 0xfe], 'UTF-16; save it as UTF-8 to have it read.'],
  [[0xfe, 0xff], 'UTF-16; save it as UTF-8 to have it read.'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'Compressed with zstd; unpack it first (gzip is read as it is).'],
  [[0x42, 0x5a, 0x68], 'Compressed with bzip2; unpack it first (gzip is read as it is).'],
  [[0xfd, 0x37, 0x7a, 0x58, 0x5a], 'Compressed with xz; unpack it first (gzip is read as it is).'],
];

/** Why bytes can't be looked into, and what to do; null where they can. */
export const refusedOf = (bytes: Uint8Array): string | null =>
  refused.find(([signature]) => startsWith(bytes, ...signature))?.[1] ?? null;
