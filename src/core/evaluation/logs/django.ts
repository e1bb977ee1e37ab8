import type { TestStatus } from '../testResult';
import { trimBlanks, words } from './blanks';
import { DjangoInterruptions, interruptionCues } from './djangoInterruptions';
import { cuesAt, type LineParser } from './lineParser';

const BETWEEN = ' ... ';
/** The end of it: a dot is rarer than a blank, so it is found faster. */
const AFTER_DOTS = '... ';
const passEndings = [' ... ok', ' ... OK', ' ...  OK'];
const VERSION = '--version is equivalent to version';
const MIGRATION = 'Applying sites.0002_alter_domain_unique...test_no_migrations';

/** What stands before `text`, or the whole where it isn't there. */
const before = (line: string, text: string): string => {
  const at = line.indexOf(text);
  return at === -1 ? line : line.slice(0, at);
};

type Report = (id: string, status: TestStatus) => void;

/** A pass on one line. Returns the line as the checks after it see it: django-7188's migration note is cut off. */
const readPass = (line: string, report: Report): string => {
  const ending = passEndings.find((one) => line.endsWith(one));
  if (ending === undefined) return line;
  const text = line.startsWith(MIGRATION) ? trimBlanks(line.slice(line.indexOf('...') + 3)) : line;
  report(text.endsWith(ending) ? text.slice(0, -ending.length) : text, 'PASSED');
  return text;
};

const readOthers = (line: string, report: Report): void => {
  if (line.includes(' ... skipped')) report(before(line, ' ... skipped'), 'SKIPPED');
  if (line.endsWith(' ... FAIL')) report(before(line, ' ... FAIL'), 'FAILED');
  if (line.endsWith(' ... ERROR')) report(before(line, ' ... ERROR'), 'ERROR');
};

/** The name in a headline of the summary of failures; undefined where it has none, and the harness breaks off. */
const headlineOf = (line: string): readonly [name: string | undefined, status: TestStatus] | null => {
  if (line.startsWith('FAIL:')) return [words(line, 2)[1], 'FAILED'];
  return line.startsWith('ERROR:') ? [words(line, 2)[1], 'ERROR'] : null;
};

/**
 * Django's runner as `parse_log_django` reads it: `name ... ok`, `FAIL`, `ERROR`, `skipped`, `FAIL: name`,
 * `ERROR: name`. A line that begins with `ok` passes the last name seen, since output often stands between the two.
 * Ids may be docstrings, and anything before ` ... ` is one. The harness breaks off at `FAIL:` or `ERROR:` alone.
 */
export const djangoParser: LineParser = {
  name: 'parse_log_django',
  cues: [
    ...cuesAt('anywhere', AFTER_DOTS, VERSION),
    ...cuesAt('indented', 'FAIL:', 'ERROR:', 'ok'),
    ...interruptionCues,
  ],
  read(sink) {
    const interruptions = new DjangoInterruptions();
    let last: string | null = null;
    return {
      line(line) {
        const report: Report = (id, status) => sink.set(id, status, line);
        interruptions.line(line);
        let text = trimBlanks(line.text);
        if (text.includes(VERSION)) report(VERSION, 'PASSED');
        if (text.includes(BETWEEN)) {
          last = before(text, BETWEEN);
          text = readPass(text, report);
          readOthers(text, report);
        }
        const headline = headlineOf(text);
        if (headline?.[0] !== undefined) report(headline[0], headline[1]);
        else if (headline !== null) sink.breakOff(line);
        if (text.startsWith('ok') && last !== null) report(last, 'PASSED');
      },
      end() {
        for (const [name, place] of interruptions.end()) sink.set(name, 'PASSED', place);
      },
    };
  },
};
