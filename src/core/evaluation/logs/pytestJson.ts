import type { TestStatus } from '../testResult';
import { jsonDocumentParser } from './jsonDocuments';
import { objectsOf, textOf } from './jsonReader';

const outcomes: ReadonlyMap<string | null, TestStatus> = new Map<string, TestStatus>([
  ['passed', 'PASSED'],
  ['failed', 'FAILED'],
  ['error', 'ERROR'],
  ['skipped', 'SKIPPED'],
  ['xfailed', 'XFAIL'],
  // A strict one is reported as failed; what is left passed.
  ['xpassed', 'PASSED'],
]);

/** pytest-json-report (`--json-report`): the id is the node id. A file that could not be collected is an error. */
export const pytestJsonParser = jsonDocumentParser('pytest-json', ({ root, placeOf }, set) => {
  for (const collector of objectsOf(root.get('collectors'))) {
    const id = textOf(collector.get('nodeid'));
    if (id !== null && id !== '' && textOf(collector.get('outcome')) === 'failed') set(id, 'ERROR', placeOf(collector));
  }
  for (const test of objectsOf(root.get('tests'))) {
    const id = textOf(test.get('nodeid'));
    const status = outcomes.get(textOf(test.get('outcome')));
    if (id !== null && status !== undefined) set(id, status, placeOf(test));
  }
});
