import type { TestStatus } from '../testResult';
import { flatText } from './flatText';
import type { Cue, LineParser, LogPlace } from './lineParser';

const separators = [0x1c, 0x1d, 0x1e].map((code) => String.fromCharCode(code)).join('');
/** What SWE-rebench V2's parsers also take for a line end, beside those of a log. */
const ENDS = new RegExp(`[\\v\\f${separators}\\u0085\\u2028\\u2029]`);

/** Where results go; `first` keeps an earlier result of the id, `last` replaces it. */
export interface SoftSink {
  last(id: string, status: TestStatus): void;
  first(id: string, status: TestStatus): void;
}

/** A parser that reads each line by itself, or in a state of its own, as SWE-rebench V2's do. */
export const softLineParser = (
  name: string,
  cues: readonly Cue[] | 'every',
  start: () => (text: string, sink: SoftSink) => void,
): LineParser => ({
  name,
  cues,
  read(sink) {
    const read = start();
    const known = new Set<string>();
    let place: LogPlace = { line: 1, start: 0, end: 0 };
    const last = (id: string, status: TestStatus): void => {
      known.add(flatText(id));
      sink.set(id, status, place);
    };
    const first = (id: string, status: TestStatus): void => {
      if (!known.has(id)) last(id, status);
    };
    return {
      line(line) {
        place = line;
        const texts = ENDS.test(line.text) ? line.text.split(ENDS) : [line.text];
        for (const text of texts) read(text, { last, first });
      },
    };
  },
});
