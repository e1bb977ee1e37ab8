import { applyToText } from '../core/patch/applyToText';
import { parsePatch } from '../core/patch/parsePatch';
import { type FilePatch, pathOf } from '../core/patch/patch';
import { sidesFromHunks } from '../core/patch/sidesFromHunks';

/** The base file by path, byte for byte; null where base has none. Absent as a whole where no history is at hand. */
export type BaseReader = (path: string) => Promise<Uint8Array | null>;

export interface SideQuestion {
  readonly path: string;
  readonly side: 'base' | 'gold' | 'model';
  readonly goldPatch: string | null;
  readonly modelPatch: string | null;
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

const fileOf = (patch: string | null, path: string): FilePatch | null =>
  patch === null ? null : (parsePatch(patch).files.find((file) => file.unsafe === null && pathOf(file) === path) ?? null);

/** Bytes that are no UTF-8 can't carry a text patch back to the same bytes; such a file is shown from its hunks. */
const decode = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
};

/**
 * One side of one file: the base file, or the base file with a patch's change. Where a patch does not touch the file,
 * its side is base. Without a history, or where the change does not fit the base file, both sides come from the hunks
 * alone, gaps marked; a patch that fits is never approximated.
 */
export const comparisonSide = async (question: SideQuestion, readBase: BaseReader | null): Promise<Uint8Array> => {
  const { path, side } = question;
  const patched = side === 'base' ? null : fileOf(side === 'gold' ? question.goldPatch : question.modelPatch, path);
  if (readBase === null) return encode(fromHunks(question));
  const oldPath = (patched ?? fileOf(question.goldPatch, path) ?? fileOf(question.modelPatch, path))?.oldPath ?? path;
  const base = await readBase(patched ? (patched.oldPath ?? path) : oldPath);
  if (patched === null) return base ?? new Uint8Array();
  return withPatch(base, patched);
};

const withPatch = (base: Uint8Array | null, file: FilePatch): Uint8Array => {
  const text = base === null ? null : decode(base);
  if (file.binary !== null) return encode(`[binary file: ${file.binary === 'data' ? 'the patch carries its bytes' : 'named by the patch alone'}]\n`);
  if (base !== null && text === null) return encode(newSide(file));
  const applied = applyToText(text, file);
  if (!applied.ok) return encode(`[does not fit the base file: ${applied.error.reason}]\n${newSide(file)}`);
  return encode(applied.value.text ?? '');
};

const newSide = (file: FilePatch): string => sidesFromHunks(file).after.text;

const fromHunks = ({ path, side, goldPatch, modelPatch }: SideQuestion): string => {
  const own = side === 'base' ? (fileOf(goldPatch, path) ?? fileOf(modelPatch, path)) : fileOf(side === 'gold' ? goldPatch : modelPatch, path);
  if (!own) {
    const other = fileOf(side === 'gold' ? modelPatch : goldPatch, path);
    return other ? sidesFromHunks(other).before.text : '';
  }
  const sides = sidesFromHunks(own);
  return side === 'base' ? sides.before.text : sides.after.text;
};
