import type { TestStatus } from '../testResult';
import type { Cue, LineParser } from './lineParser';

/** What one line says: an id and its status. */
export type LineResult = readonly [id: string, status: TestStatus];

/** A parser that reads every line by itself. */
export const parserByLine = (
  name: string,
  cues: readonly Cue[],
  read: (text: string) => LineResult | null,
): LineParser => ({
  name,
  cues,
  read: (sink) => ({
    line(line) {
      const found = read(line.text);
      if (found) sink.set(found[0], found[1], line);
    },
  }),
});
