import type { TestResult } from '../testResult';
import type { LineParser } from './lineParser';
import { splitLog } from './logLines';

/** What a parser reads in a whole log, held in memory: all results, in the order of their first lines. */
export const resultsOf = (parser: LineParser, log: string): Map<string, TestResult> =>
  readLines(parser, splitLog(log), 1);

export const readLines = (parser: LineParser, lines: readonly string[], firstLine: number): Map<string, TestResult> => {
  const results = new Map<string, TestResult>();
  const reading = parser.read({
    set: (id, status, { line, start, end }) => results.set(id, { status, line, start, end }),
    has: (id) => results.has(id),
    next: () => {},
  });
  for (const [index, text] of lines.entries()) reading.line({ text, line: firstLine + index, start: 0, end: 0 });
  reading.end?.();
  return results;
};
