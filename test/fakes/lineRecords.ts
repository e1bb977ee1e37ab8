import type { RawRecord } from '../../src/core/run/trajectory/trajectoryFormat';

const parsed = (line: string): { readonly value: unknown; readonly broken: string | null } => {
  try {
    return { value: JSON.parse(line), broken: null };
  } catch (error) {
    return { value: null, broken: String(error) };
  }
};

/** Records of a file of JSON lines, with their byte ranges; a line that is no JSON is broken. */
export const lineRecords = (text: string, file = 'session.jsonl'): readonly RawRecord[] => {
  let start = 0;
  return text
    .split('\n')
    .map((line): RawRecord => {
      const end = start + Buffer.byteLength(line);
      const ref = { file, start, end, at: [] };
      start = end + 1;
      return { ref, place: '', ...parsed(line) };
    })
    .filter(({ ref }) => ref.end > ref.start);
};
