import type { FilePatch } from './patch';
import type { PatchText } from './patchText';

const BASE85 = /^[A-Za-z][0-9A-Za-z!#$%&()*+;<=>?@^_`{|}~-]+$/;

/** Index after one `literal` or `delta` block with its blank line; null where none begins here. */
const skipBlock = (text: PatchText, index: number): number | null => {
  if (!/^(?:literal|delta) \d+$/.test(text.header(index))) return null;
  let i = index + 1;
  while (i < text.count && BASE85.test(text.header(i))) i++;
  return i < text.count && text.header(i) === '' ? i + 1 : i;
};

export interface BinaryRead {
  readonly binary: NonNullable<FilePatch['binary']>;
  /** 0-based index after the binary part. */
  readonly next: number;
}

/** Reads what a header of a binary file is followed by; null where it isn't binary. Data is kept raw, not decoded. */
export const readBinary = (text: PatchText, index: number): BinaryRead | null => {
  const line = text.header(index);
  if (/^(?:Binary files|Files) .* differ$/s.test(line)) return { binary: 'named', next: index + 1 };
  if (line !== 'GIT binary patch') return null;
  const forward = skipBlock(text, index + 1);
  if (forward === null) return { binary: 'data', next: index + 1 };
  return { binary: 'data', next: skipBlock(text, forward) ?? forward };
};
