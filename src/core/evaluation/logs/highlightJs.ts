import { trimBlanks } from './blanks';
import { DIGIT } from './characterClasses';
import { flatText } from './flatText';
import type { LineParser } from './lineParser';

const SUMMARY = new RegExp(`^[ \\t]*[${DIGIT}]+ passing`, 'u');
const DURATION = new RegExp(`\\([${DIGIT}]+ms\\)`, 'gu');
const NUMBER = new RegExp(`^[${DIGIT}]+\\)`, 'u');

/** The rest of a line after `mark`, without durations. */
const after = (text: string, mark: string): string =>
  trimBlanks(text.slice(text.indexOf(mark) + mark.length).replace(DURATION, ''));

/**
 * Mocha's tree as `parse_log_highlightjs` reads it: `✓ name` or `✔ name` passed, `1) name` failed; the id is
 * `headline.name` with the last indented headline alone. It ends at the `N passing` summary.
 */
export const highlightJsParser: LineParser = {
  name: 'parse_log_highlightjs',
  cues: 'every',
  read(sink) {
    let suite = '';
    let first = true;
    let ended = false;
    const idOf = (name: string): string => suite + name;
    return {
      line(line) {
        const { text } = line;
        ended ||= !first && SUMMARY.test(text);
        first = false;
        if (ended) return;
        const shown = trimBlanks(text);
        const mark = ['✓', '✔'].find((one) => shown.startsWith(one));
        if (mark) sink.set(idOf(after(text, mark)), 'PASSED', line);
        else if (NUMBER.test(shown)) sink.set(idOf(after(text, ')')), 'FAILED', line);
        else if (text.startsWith('  ')) suite = flatText(`${shown.slice(0, 16_384)}.`);
      },
    };
  },
};
