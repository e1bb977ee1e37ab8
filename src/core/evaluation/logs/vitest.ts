import type { TestStatus } from '../testResult';
import { BLANKS, isBlank, trimBlanks } from './blanks';
import { DIGIT } from './characterClasses';
import { cuesAt, type LineParser } from './lineParser';

const marks: Readonly<Record<string, TestStatus>> = { '✓': 'PASSED', '×': 'FAILED', '↓': 'SKIPPED' };
const ENDING = new RegExp(`^(.+?)(?:[${BLANKS}](?:[${DIGIT}]+[${BLANKS}]*m?s?|\\[skipped\\]))?$`, 'su');

/** Vitest's verbose lines as `parse_log_vitest` reads them. Colour codes before the mark hide a result from it. */
export const vitestParser: LineParser = {
  name: 'parse_log_vitest',
  cues: cuesAt('indented', ...Object.keys(marks)),
  read: (sink) => ({
    line(line) {
      const text = trimBlanks(line.text);
      const status = marks[text[0] ?? ''];
      if (status === undefined || !isBlank(text.charCodeAt(1))) return;
      const id = ENDING.exec(text.slice(2))?.[1];
      if (id !== undefined) sink.set(id, status, line);
    },
  }),
};
