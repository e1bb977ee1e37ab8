import type { TestStatus } from '../testResult';
import { isBlank } from './blanks';
import { flatText } from './flatText';
import type { LineParser, LogLine } from './lineParser';
import { indentOf } from './suiteStack';

const marks: Readonly<Record<string, TestStatus>> = { '✔': 'PASSED', '✖': 'FAILED' };
const LONGEST = 16_384;

interface Suites {
  /** False where more suites were left than entered: the harness breaks off there. */
  enter(indent: number, name: string): boolean;
  idOf(test: string): string;
}

/** One step in opens one suite and one step out closes one, however far the steps go. */
const suites = (): Suites => {
  const paths: string[] = [];
  let current = -1;
  return {
    enter(indent, name) {
      if (indent > current) paths.push(flatText([...paths.slice(-1), name].join(' > ').slice(0, LONGEST)));
      const left = indent < current ? paths.pop() : '';
      current = indent;
      return left !== undefined;
    },
    idOf: (test) => [...paths.slice(-1), test].join(' > '),
  };
};

/**
 * Karma's mocha reporter as `parse_log_karma` reads it: indented suites, `✔` and `✖`, from `Starting browser` to
 * `SUMMARY:`; the id is `suite > suite > test`. The harness breaks off where more suites
 * are left than entered.
 */
export const karmaParser: LineParser = {
  name: 'parse_log_karma',
  cues: 'every',
  read(sink) {
    const tree = suites();
    let state: 'before' | 'tests' | 'after' = 'before';
    const test = (line: LogLine): TestStatus | null => {
      const { text } = line;
      const indent = indentOf(text);
      const status = marks[text[indent] ?? ''];
      const marked = status !== undefined && isBlank(text.charCodeAt(indent + 1));
      if (!marked && indent > 1 && !tree.enter(indent - 1, text.slice(indent))) sink.breakOff(line);
      return marked ? status : null;
    };
    return {
      line(line) {
        const { text } = line;
        if (state === 'after') return;
        if (text.startsWith('SUMMARY:')) state = 'after';
        else if (text.includes('Starting browser')) state = 'tests';
        else if (state === 'tests') {
          const status = test(line);
          if (status) sink.set(tree.idOf(text.slice(indentOf(text) + 2)), status, line);
        }
      },
    };
  },
};
