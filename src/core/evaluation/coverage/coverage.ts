/** One source file of a coverage report. Lines are those that the reporter takes for code; it decides which these are. */
export interface FileCoverage {
  /** As the report writes it: relative, or absolute on the machine that made it. */
  readonly path: string;
  readonly lines: number;
  readonly executed: number;
  /** Numbers of the executed lines, from 1, in order; left out where the report has counts alone. */
  readonly executedLines?: readonly number[];
}

/** A coverage report of any format, as far as line coverage needs it. */
export interface Coverage {
  /** By path, each once, in the order of the report. */
  readonly files: readonly FileCoverage[];
  readonly lines: number;
  readonly executed: number;
  /** `executed / lines`, 0 to 1; null where there is no line. */
  readonly share: number | null;
}

/** The whole of some files (SWE-Compass: executed lines of all lines). */
export const coverageOf = (files: readonly FileCoverage[]): Coverage => {
  const lines = files.reduce((sum, file) => sum + file.lines, 0);
  const executed = files.reduce((sum, file) => sum + file.executed, 0);
  return { files, lines, executed, share: lines === 0 ? null : executed / lines };
};

/** One file from how often each of its lines ran. */
export const fileOfHits = (path: string, hits: ReadonlyMap<number, number>): FileCoverage => {
  const executedLines = [...hits]
    .filter(([, count]) => count > 0)
    .map(([line]) => line)
    .sort((a, b) => a - b);
  return { path, lines: hits.size, executed: executedLines.length, executedLines };
};

/** Largest number of a line that is believed: more is no source file. */
const lastLine = 100_000_000;

/** Whether a value from outside can be the number of a line. */
export const isLine = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= lastLine;

/** Whether a value from outside can be a count of lines. */
export const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= lastLine;

/** An object of a parsed document; its keys are read as data alone. */
export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A field of the document's own; null where it has none of this name. */
export const field = (value: unknown, name: string): unknown =>
  isFields(value) && Object.hasOwn(value, name) ? value[name] : null;
