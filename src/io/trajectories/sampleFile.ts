import type { TrajectorySample } from '../../core/run/trajectory/trajectoryFormat';
import type { ByteSource } from './byteSource';
import { JsonCutter } from './jsonCutter';
import { rawRecord } from './rawRecord';

const headBytes = 256 * 1024;
const mostLines = 40;
/** Elements of each array that a sample holds, and the longest piece of it. */
const mostElements = 8;
const mostPiece = 4 * 1024 * 1024;

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const isHolder = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** Lines that are JSON, where at least half of the first ones are; empty for a document over several lines. */
const lineValues = (text: string, isCut: boolean): readonly unknown[] => {
  const lines = text.split('\n').slice(0, mostLines + 1);
  if (lines.length > mostLines || isCut) lines.pop();
  const written = lines.filter((line) => line.trim() !== '');
  const values = written.map(parsed).filter(isHolder);
  return values.length * 2 >= written.length ? values : [];
};

/** One document's shape: its members, of each array the first elements. Reads to its end, and no further. */
const skim = async (source: ByteSource): Promise<unknown> => {
  const counts = new Map<string, number>();
  const cutter = new JsonCutter(() => true, mostPiece);
  const members: [string, unknown][] = [];
  const elements = new Map<string, unknown[]>();
  for await (const chunk of source.stream()) {
    for (const piece of cutter.take(chunk)) {
      const count = (counts.get(piece.place) ?? 0) + 1;
      counts.set(piece.place, count);
      if (count > mostElements || counts.size > 1000) continue;
      const { value } = rawRecord('', 'whole', piece);
      if (!piece.inArray) members.push([piece.place, value]);
      else {
        const list = elements.get(piece.place) ?? [];
        if (list.length === 0) members.push([piece.place, list]);
        list.push(value);
        elements.set(piece.place, list);
      }
    }
    if (cutter.rest().trailing !== null) break;
  }
  return cutter.isArray ? (elements.get('') ?? []) : Object.fromEntries(members);
};

const headOf = async (source: ByteSource): Promise<{ readonly text: string; readonly isCut: boolean }> => {
  const bytes = await source.range(0, headBytes + 1);
  const text = new TextDecoder().decode(bytes.subarray(0, headBytes));
  return { text, isCut: bytes.length > headBytes };
};

/** What detection looks at. A large document is read once to its end for its shape, a file of lines only at its head. */
export const sampleFile = async (path: string, source: ByteSource): Promise<TrajectorySample> => {
  const { text, isCut } = await headOf(source);
  if (!/^\s*[[{]/.test(text)) return { path, text, values: lineValues(text, isCut) };
  const lines = lineValues(text, isCut);
  if (lines.length > 0) return { path, text, values: lines };
  const whole = isCut ? undefined : parsed(text);
  return { path, text, values: [whole ?? (await skim(source))] };
};
