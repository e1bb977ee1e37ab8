import type { TextMatch } from '../../core/run/trajectory/find/findPattern';
import type { Gap } from '../../core/run/trajectory/find/recordRanges';
import type { MatchTexts } from '../../core/run/trajectory/find/stepHits';
import type { OpenedTrajectory } from './openTrajectory';

/** Bytes of a raw piece, and how far behind it a match may go that begins in it. */
const pieceBytes = 131_072;
const beyond = 4096;

/** The piece of a gap in which a byte stands: pieces are counted from the gap's beginning. */
export const rawPiece = (gap: Gap, byte: number): Gap => {
  const start = gap.start + Math.floor((byte - gap.start) / pieceBytes) * pieceBytes;
  return { start, end: Math.min(gap.end, start + pieceBytes) };
};

/** The first byte from there on that is not inside a letter of UTF-8. */
const atLetter = (bytes: Uint8Array, from: number): number => {
  let at = from;
  while (at < bytes.length && at < from + 3 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at++;
  return at;
};

/**
 * The text of a raw piece as it stands (JSON stays escaped) with the matches that begin in it. The piece begins and
 * ends between letters, so a few bytes may belong to its neighbour.
 */
export const rawHits = async (
  opened: OpenedTrajectory,
  place: Gap & { readonly file: string },
  match: MatchTexts,
  most: number,
): Promise<{ readonly text: string; readonly hits: readonly TextMatch[] }> => {
  const bytes = await opened.files.bytes(place.file, place.start, place.end + beyond);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const end = atLetter(bytes, Math.min(place.end - place.start, bytes.length));
  const text = decoder.decode(bytes.subarray(atLetter(bytes, 0), end));
  const whole = text + decoder.decode(bytes.subarray(end));
  const hits = (match([whole], most)?.[0] ?? []).filter(({ start }) => start < text.length);
  const last = hits.at(-1);
  return { text: whole.slice(0, Math.max(text.length, last === undefined ? 0 : last.start + last.length)), hits };
};
