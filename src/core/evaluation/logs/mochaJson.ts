import type { TestStatus } from '../testResult';
import { jsonDocumentParser } from './jsonDocuments';
import { objectsOf, textOf } from './jsonReader';

const lists: readonly (readonly [list: string, status: TestStatus])[] = [
  ['passes', 'PASSED'],
  ['pending', 'SKIPPED'],
  ['failures', 'FAILED'],
];

/** Mocha's `--reporter json`: the id is the full title, suites and test joined by blanks. */
export const mochaJsonParser = jsonDocumentParser('mocha-json', ({ root, placeOf }, set) => {
  for (const [list, status] of lists)
    for (const test of objectsOf(root.get(list))) {
      const title = textOf(test.get('fullTitle'));
      if (title !== null) set(title, status, placeOf(test));
    }
});
