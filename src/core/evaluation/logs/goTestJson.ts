import type { TestStatus } from '../testResult';
import { jsonLine } from './jsonLine';
import { textOf } from './jsonReader';
import { cuesAt, type LineParser } from './lineParser';

const actions: ReadonlyMap<string | null, TestStatus> = new Map<string, TestStatus>([
  ['pass', 'PASSED'],
  ['fail', 'FAILED'],
  ['skip', 'SKIPPED'],
]);

/**
 * `go test -json` (`go doc test2json`): one object a line. The id is `package.TestName/case`. A package that failed
 * without any test of its own (it did not build) is an error under its own name.
 */
export const goTestJsonParser: LineParser = {
  name: 'go-test-json',
  cues: cuesAt('indented', '{'),
  read(sink) {
    const tested = new Set<string>();
    return {
      line(line) {
        const event = jsonLine(line.text);
        const status = actions.get(textOf(event?.get('Action')));
        if (!event || status === undefined) return;
        const name = textOf(event.get('Test'));
        const home = textOf(event.get('Package'));
        if (name !== null) {
          if (home !== null) tested.add(home);
          sink.set(home === null ? name : `${home}.${name}`, status, line);
        } else if (home !== null && status === 'FAILED' && !tested.has(home)) sink.set(home, 'ERROR', line);
      },
    };
  },
};
