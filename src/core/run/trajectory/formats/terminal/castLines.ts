import { type Fields, isFields, numberAt, textAt } from '../../fields';

/** A line's JSON value; undefined where it is none. */
export const jsonLine = (line: unknown): unknown => {
  if (typeof line !== 'string') return undefined;
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};

/** The first line of a recording: `{ "version": 2, "width", "height", "timestamp" }`, in 3 `term` instead of the size. */
export const castHeader = (line: unknown): Fields | null => {
  if (!isFields(line)) return null;
  const version = numberAt(line, 'version');
  const hasSize = numberAt(line, 'width') !== null || isFields(line['term']);
  return (version === 2 || version === 3) && hasSize ? line : null;
};

export interface CastEvent {
  /** Since the start of the recording; in version 3 since the event before. */
  readonly seconds: number;
  /** `i` typed, `o` shown, `m` a mark, `r` resized, `x` ended with an exit code. */
  readonly code: string;
  readonly data: string;
}

export const castEvent = (line: unknown): CastEvent | null => {
  const seconds = numberAt(line, 0);
  const code = textAt(line, 1);
  const data = textAt(line, 2);
  return seconds === null || code === null || data === null ? null : { seconds, code, data };
};
