import type { TestStatus } from '../testResult';
import { isBlank } from './blanks';
import { hasTwoCharacters, isWordAt } from './characterClasses';
import { flatText } from './flatText';
import { cuesAt, type LineParser } from './lineParser';

const marks: Readonly<Record<string, TestStatus>> = { '✔': 'PASSED', '✘': 'FAILED', '↩': 'SKIPPED' };

/** `Suite Name (Vendor\SuiteTest)`: what stands before the last bracket. */
const suiteOf = (text: string): string | null => {
  if (!text.endsWith(')') || !isWordAt(text, 0)) return null;
  const suite = text.slice(0, Math.max(0, text.lastIndexOf(' (', text.length - 4)));
  return hasTwoCharacters(suite) ? suite : null;
};

const skipBlanks = (text: string, from: number): number => {
  let at = from;
  while (at < text.length && isBlank(text.charCodeAt(at))) at += 1;
  return at;
};

/** A parser of PHPUnit's `--testdox` that makes the last part of its ids by `nameOf`. */
export const phpunitParserWith = (nameOf: (shown: string) => string): LineParser => ({
  name: 'parse_log_phpunit',
  cues: [...cuesAt('indented', ...Object.keys(marks)), ...cuesAt('end', ')')],
  read(sink) {
    // The harness says `None > test` for a test before the first headline.
    let suite = 'None';
    return {
      line(line) {
        const headline = suiteOf(line.text);
        if (headline !== null) {
          suite = flatText(headline);
          return;
        }
        const at = skipBlanks(line.text, 0);
        const status = marks[line.text[at] ?? ''];
        if (status) sink.set(`${suite} > ${nameOf(line.text.slice(skipBlanks(line.text, at + 1)))}`, status, line);
      },
    };
  },
});

/** PHPUnit's `--testdox` as `parse_log_phpunit` reads it: a suite's headline, then marks; the id is `suite > test`. */
export const phpunitParser = phpunitParserWith((shown) => shown);
