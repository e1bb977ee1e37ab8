import type { TestStatus } from '../testResult';
import { jsonDocumentParser } from './jsonDocuments';
import { type JsonObject, objectsOf, textOf } from './jsonReader';
import type { LineParser } from './lineParser';

const statuses: ReadonlyMap<string | null, TestStatus> = new Map<string, TestStatus>([
  ['passed', 'PASSED'],
  ['failed', 'FAILED'],
  ['pending', 'SKIPPED'],
  ['skipped', 'SKIPPED'],
  ['todo', 'SKIPPED'],
  ['disabled', 'SKIPPED'],
]);

const idOf = (test: JsonObject): string | null => {
  const title = textOf(test.get('title'));
  const suites = test.get('ancestorTitles');
  if (title === null || !Array.isArray(suites)) return textOf(test.get('fullName'));
  return [...suites.filter((suite) => typeof suite === 'string'), title].join(' > ');
};

/**
 * Jest's `--json` and Vitest's `--reporter=json`, which share a form: the id is `suite > suite > test`. A file that
 * failed without any test (it did not load) is an error under its own name.
 */
export const jestReportParser = (name: string): LineParser =>
  jsonDocumentParser(name, ({ root, placeOf }, set) => {
    for (const file of objectsOf(root.get('testResults'))) {
      const tests = objectsOf(file.get('assertionResults'));
      const path = textOf(file.get('name'));
      if (tests.length === 0 && path !== null && file.get('status') === 'failed') set(path, 'ERROR', placeOf(file));
      for (const test of tests) {
        const id = idOf(test);
        const status = statuses.get(textOf(test.get('status')));
        if (id !== null && status !== undefined) set(id, status, placeOf(test));
      }
    }
  });
