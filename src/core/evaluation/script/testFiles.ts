import { parsePatch } from '../../patch/parsePatch';

/** Endings of files that a test patch brings along and that no runner takes (`reference: SWE-bench NON_TEST_EXTS`). */
const dataEndings = ['.json', '.png', 'csv', '.txt', '.md', '.jpg', '.jpeg', '.pkl', '.yml', '.yaml', '.toml'];

export interface TestFiles {
  /** What the runner is given: test files, for Django as dotted modules. */
  readonly directives: readonly string[];
  /** Files that exist at base: they are set back to it before and after the tests. */
  readonly existing: readonly string[];
  /** Files that the test patch adds: removed before it is applied, for a model may have written them. */
  readonly added: readonly string[];
}

const djangoModule = (file: string): string =>
  file
    .replace(/\.py$/, '')
    .replace(/^tests\//, '')
    .replaceAll('/', '.');

/** What a test patch says of the files to run, as the harness 4.1 reads it from the patch's headers. */
export const testFilesOf = (testPatch: string, repo: string | null): TestFiles => {
  const files = parsePatch(testPatch).files.filter((file) => file.unsafe === null);
  const names = files.map((file) => file.newPath ?? file.oldPath ?? '').filter((name) => name !== '');
  const tests = names.filter((name) => !dataEndings.some((ending) => name.endsWith(ending)));
  return {
    directives: repo?.toLowerCase() === 'django/django' ? tests.map(djangoModule) : tests,
    existing: files.flatMap((file) => (file.oldPath === null ? [] : [file.oldPath])),
    added: files.flatMap((file) => (file.oldPath === null && file.newPath !== null ? [file.newPath] : [])),
  };
};
