import type { RuleSetName } from '../report';
import type { TestStatus } from '../testResult';
import { isBlank, trimBlanks, words } from './blanks';
import { flatText } from './flatText';
import { cuesAt, type LineParser, type LogPlace, type ResultSink } from './lineParser';

const OPTION = '-Dtest=';
const builds: readonly (readonly [ending: string, status: TestStatus])[] = [
  ['BUILD SUCCESS', 'PASSED'],
  ['BUILD FAILURE', 'FAILED'],
];

/** The test that a traced command names: the last `-Dtest=` that something follows. */
const testOf = (text: string): string | null => {
  for (let at = text.lastIndexOf(OPTION); at !== -1; at = at === 0 ? -1 : text.lastIndexOf(OPTION, at - 1)) {
    const start = at + OPTION.length;
    if (start < text.length && !isBlank(text.charCodeAt(start))) return flatText(words(text.slice(start), 1)[0] ?? '');
  }
  return null;
};

interface Pairing {
  test(name: string): void;
  build(status: TestStatus, place: LogPlace): void;
  end(): void;
}

/** swebench-v4: a build is the result of the command that was traced last. */
const latest = (sink: ResultSink): Pairing => {
  let name = '---NO TEST NAME FOUND YET---';
  return {
    test: (next) => {
      name = next;
    },
    build: (status, place) => sink.set(name, status, place),
    end: () => {},
  };
};

/** swebench-v5: commands and builds are paired in their order, since the shell's trace may run ahead of Maven. */
const inOrder = (sink: ResultSink): Pairing => {
  const waiting: string[] = [];
  const unmatched: { readonly status: TestStatus; readonly place: LogPlace }[] = [];
  let next = 0;
  const settle = (status: TestStatus, place: LogPlace): void => {
    const name = waiting[next];
    next += 1;
    if (name !== undefined) sink.set(name, status, place);
  };
  return {
    test: (name) => waiting.push(name),
    build: (status, { line, start, end }) => {
      if (next < waiting.length) settle(status, { line, start, end });
      else unmatched.push({ status, place: { line, start, end } });
    },
    end: () => {
      for (const { status, place } of unmatched) if (next < waiting.length) settle(status, place);
    },
  };
};

/**
 * One Maven build per test, as `parse_log_maven` reads it: the shell's trace names the test (`-Dtest=X#y`), and the
 * line that ends with `BUILD SUCCESS` or `BUILD FAILURE` decides it.
 */
export const mavenParser = (rules: RuleSetName): LineParser => ({
  name: 'parse_log_maven',
  cues: cuesAt('anywhere', OPTION, 'BUILD SUCCESS', 'BUILD FAILURE'),
  read(sink) {
    const pairing = rules === 'swebench-v5' ? inOrder(sink) : latest(sink);
    return {
      line(line) {
        const text = trimBlanks(line.text);
        const name = testOf(text);
        if (name !== null) pairing.test(name);
        const build = builds.find(([ending]) => text.endsWith(ending));
        if (build) pairing.build(build[1], line);
      },
      end: pairing.end,
    };
  },
});
