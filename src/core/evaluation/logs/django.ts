import type { LogParser, TestResult, TestStatus } from '../testResult';
import { trimBlanks, words } from './blanks';

const BETWEEN = ' ... ';
const passEndings = [' ... ok', ' ... OK', ' ...  OK'];
const VERSION = '--version is equivalent to version';
const MIGRATION = 'Applying sites.0002_alter_domain_unique...test_no_migrations';

/** What stands before `text`, or the whole where it isn't there. */
const before = (line: string, text: string): string => {
  const at = line.indexOf(text);
  return at === -1 ? line : line.slice(0, at);
};

type Report = (id: string | undefined, status: TestStatus) => void;

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

/** The headlines of the summary of failures. */
const readHeadline = (line: string, report: Report): void => {
  if (line.startsWith('FAIL:')) report(words(line, 2)[1], 'FAILED');
  if (line.startsWith('ERROR:')) report(words(line, 2)[1], 'ERROR');
};

/** Output that a test or the runner prints between a name and its `ok`, by how it begins and how it ends. */
const interruptions: readonly { readonly opening: string; readonly closing: string; readonly many: boolean }[] = [
  { opening: ' ... Testing against Django installed in ', closing: ' silenced).', many: true },
  { opening: ' ... Internal Server Error: /', closing: '/', many: false },
  { opening: ' ... System check identified no issues (0 silenced)', closing: '', many: false },
];

/**
 * Finds names (on the lines `named`) whose `ok` stands alone on a later line, after a known interruption; one that is
 * `many` may go on for several lines.
 */
const readInterrupted = (
  lines: readonly string[],
  named: readonly number[],
  found: (id: string, index: number) => void,
): void => {
  for (const { opening, closing, many } of interruptions) {
    let next = 0;
    for (const at of named) {
      const line = lines[at] ?? '';
      const start = at < next ? -1 : line.indexOf(opening);
      if (start === -1) continue;
      const closes = (index: number): boolean => {
        const text = index === at ? line.slice(start + opening.length) : (lines[index] ?? '');
        return lines[index + 1] === 'ok' && (closing === '' ? text === '' : text.endsWith(closing));
      };
      if (!many && !closes(at)) continue;
      let end = at;
      while (many && end < lines.length && !closes(end)) end += 1;
      if (end >= lines.length) break;
      found(line.slice(0, start), end + 1);
      next = end + 2;
    }
  }
};

/**
 * Django's runner as `parse_log_django` reads it: `name ... ok`, `FAIL`, `ERROR`, `skipped`, `FAIL: name`,
 * `ERROR: name`. A line that begins with `ok` passes the last name seen, since output often stands between the two.
 * Ids may be docstrings, and anything before ` ... ` is one.
 */
export const djangoParser: LogParser = {
  name: 'parse_log_django',
  parse(lines, firstLine) {
    const results = new Map<string, TestResult>();
    let last: string | null = null;
    const named: number[] = [];
    for (const [index, raw] of lines.entries()) {
      if (raw.includes(BETWEEN)) named.push(index);
      let line = trimBlanks(raw);
      const report: Report = (id, status) => {
        if (id !== undefined) results.set(id, { status, line: firstLine + index });
      };
      if (line.includes(VERSION)) report(VERSION, 'PASSED');
      if (named.at(-1) === index && line.includes(BETWEEN)) {
        last = before(line, BETWEEN);
        line = readPass(line, report);
        readOthers(line, report);
      }
      readHeadline(line, report);
      if (line.startsWith('ok') && last !== null) report(last, 'PASSED');
    }
    readInterrupted(lines, named, (id, index) => results.set(id, { status: 'PASSED', line: firstLine + index }));
    return results;
  },
};
