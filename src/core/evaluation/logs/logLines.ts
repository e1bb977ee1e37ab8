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

const lineWith = (lines: readonly string[], text: string, from: number): number => {
  for (let at = from; at < lines.length; at += 1) if (lines[at]?.includes(text)) return at;
  return -1;
};

/** Which of the two markers the log lacks; null where both are there. */
export const missingMarker = (lines: readonly string[]): 'start' | 'end' | null => {
  if (lineWith(lines, START_MARKER, 0) === -1) return 'start';
  return lineWith(lines, END_MARKER, 0) === -1 ? 'end' : null;
};

/** What stands after the first `marker` of `text`, and what stands before it. */
const after = (text: string, marker: string): string => text.slice(text.indexOf(marker) + marker.length);
const before = (text: string, marker: string): string => {
  const at = text.indexOf(marker);
  return at === -1 ? text : text.slice(0, at);
};

/**
 * The test section: from the first start marker to the next marker of either kind, or to the end of the log
 * (SWE-bench `get_logs_eval`). The rests of the marker lines belong to it, as they do there.
 */
export const testSection = (lines: readonly string[]): LogSection => {
  const start = lineWith(lines, START_MARKER, 0);
  const section: string[] = [];
  for (let at = start; at >= 0 && at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const rest = at === start ? after(line, START_MARKER) : line;
    const kept = before(before(rest, START_MARKER), END_MARKER);
    section.push(kept);
    if (kept.length < rest.length) break;
  }
  return { lines: section, firstLine: start + 1 };
};
