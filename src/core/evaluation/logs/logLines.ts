/** Some lines of a log and the 1-based number of the first of them. */
export interface LogSection {
  readonly lines: readonly string[];
  readonly firstLine: number;
}

export const START_MARKER = '>>>>> Start Test Output';
export const END_MARKER = '>>>>> End Test Output';

/**
 * Lines of a log. A lone carriage return ends a line, as in the harness (which opens logs with universal line ends)
 * and in the editor, so the numbers agree with what a person sees there.
 */
export const splitLog = (log: string): string[] => log.split(log.includes('\r') ? /\r\n|\r|\n/ : '\n');

const lineWith = (lines: readonly string[], text: string): number => lines.findIndex((line) => line.includes(text));

/** Which of the two markers the log lacks; null where both are there. */
export const missingMarker = (lines: readonly string[]): 'start' | 'end' | null => {
  if (lineWith(lines, START_MARKER) === -1) return 'start';
  return lineWith(lines, END_MARKER) === -1 ? 'end' : null;
};

/** Where the next marker of either kind begins in a line; -1 where there is none. */
const markerIn = (line: string): number => {
  if (!line.includes('>>>>> ')) return -1;
  const places = [line.indexOf(START_MARKER), line.indexOf(END_MARKER)].filter((place) => place !== -1);
  return places.length === 0 ? -1 : Math.min(...places);
};

/**
 * The test section: from the first start marker to the next marker of either kind, or to the end of the log
 * (SWE-bench `get_logs_eval`). The rests of the marker lines belong to it, as they do there.
 */
export const testSection = (lines: readonly string[]): LogSection => {
  const start = lineWith(lines, START_MARKER);
  const first = lines[start] ?? '';
  const rest = first.slice(first.indexOf(START_MARKER) + START_MARKER.length);
  const inFirst = markerIn(rest);
  if (inFirst !== -1) return { lines: [rest.slice(0, inFirst)], firstLine: start + 1 };
  const end = lines.findIndex((line, index) => index > start && markerIn(line) !== -1);
  const last = end === -1 ? [] : [lines[end]?.slice(0, markerIn(lines[end] ?? '')) ?? ''];
  const body = lines.slice(start + 1, end === -1 ? lines.length : end);
  return { lines: [rest].concat(body, last), firstLine: start + 1 };
};
