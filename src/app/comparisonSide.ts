import { applyToText } from '../core/patch/applyToText';
import type { FilePatch } from '../core/patch/patch';
import { type SidesOfBoth, sidesOfBoth } from '../core/patch/sidesFromHunks';
import { partsOf, sideBySide } from './planComparison';

/** The base file by path, byte for byte; null where base has none. Absent as a whole where no history is at hand. */
export type BaseReader = (path: string) => Promise<Uint8Array | null>;

export interface SideQuestion {
  /** The row's path, as `planComparison` gave it. */
  readonly path: string;
  readonly side: 'base' | 'gold' | 'model';
  readonly goldPatch: string | null;
  readonly modelPatch: string | null;
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

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
 * its side is base. Without a history, or where the change does not fit the base file, the sides come from the hunks,
 * gaps marked; a patch that fits is never approximated.
 */
export const comparisonSide = async (question: SideQuestion, readBase: BaseReader | null): Promise<Uint8Array> => {
  const { path, side, goldPatch, modelPatch } = question;
  const both = sideBySide(goldPatch, modelPatch);
  const row = both.files.find((file) => file.path === path);
  const gold = partsOf(both.gold, row?.gold ?? null);
  const model = partsOf(both.model, row?.model ?? null);
  const fromHunks = (): SidesOfBoth => sidesOfBoth(gold, model);
  if (readBase === null) return encode(fromHunks()[side].text);
  const patched = side === 'gold' ? gold : side === 'model' ? model : [];
  const old = patched[0] ?? gold[0] ?? model[0];
  const base = await readBase(old?.oldPath ?? path);
  if (patched.length === 0) return base ?? new Uint8Array();
  return withParts(base, patched, () => fromHunks()[side].text);
};

/** The file with the parts' changes in turn; from the hunks, with the reason above, where one does not fit. */
const withParts = (base: Uint8Array | null, parts: readonly FilePatch[], fromHunks: () => string): Uint8Array => {
  const binary = parts.find((part) => part.binary !== null);
  if (binary)
    return encode(
      `[binary file: ${binary.binary === 'data' ? 'the patch carries its bytes' : 'named by the patch alone'}]\n`,
    );
  let text = base === null ? null : decode(base);
  if (base !== null && text === null) return encode(`[not UTF-8, shown from the hunks]\n${fromHunks()}`);
  for (const part of parts) {
    const strict = applyToText(text, part);
    const applied = strict.ok ? strict : applyToText(text, part, { lines: 'found' });
    if (!applied.ok)
      return encode(`[does not fit the base file, shown from the hunks: ${applied.error.reason}]\n${fromHunks()}`);
    text = applied.value.text;
  }
  return encode(text ?? '');
};
