import type { TestStatus } from '../testResult';
import { trimBlanks, words } from './blanks';
import type { LineParser } from './lineParser';

const HEADLINE = /=[^\S\n]{0,1000}short test summary info[^\S\n]{0,1000}=+/i;
const statuses: ReadonlyMap<string, TestStatus> = new Map([
  ['PASSED', 'PASSED'],
  ['FAILED', 'FAILED'],
  ['ERROR', 'ERROR'],
  ['SKIPPED', 'SKIPPED'],
  ['XFAIL', 'XFAIL'],
  // Terminal-Bench counts an unexpected pass as a failure.
  ['XPASS', 'FAILED'],
]);

/** The test's own name: no path, no message. */
const nameOf = (text: string): string => {
  const dash = text.indexOf(' - ');
  const id = trimBlanks(dash === -1 ? text : text.slice(0, dash));
  return id.includes('::') ? id.slice(id.lastIndexOf('::') + 2) : id;
};

/**
 * pytest's short summary as Terminal-Bench 1 reads it: after the first headline `short test summary info`, lines that
 * begin with a status; the id is the test's own name, without its path.
 */
export const terminalBenchParser: LineParser = {
  name: 'terminal_bench',
  cues: 'every',
  read(sink) {
    let inside = false;
    return {
      line(line) {
        const headline = inside ? null : HEADLINE.exec(line.text);
        if (!inside && headline === null) return;
        const text = trimBlanks(headline ? line.text.slice(headline.index + headline[0].length) : line.text);
        inside = true;
        const [word = ''] = words(text, 1);
        const status = statuses.get(word.replace(/^:+/, '').replace(/(?<!:):+$/, ''));
        const name = nameOf(text.slice(word.length));
        if (status !== undefined && name !== '') sink.set(name, status, line);
      },
    };
  },
};
