import type { Instance } from '../../instance/instance';
import { isCommit } from '../../workspace/commit';
import { commandsOf, type RepositoryCommands } from './repositoryCommands';
import { shellWord } from './shellWord';
import { testFilesOf } from './testFiles';

/** The script that runs an instance's tests, and who wrote it: the row, our table of repositories, or a person. */
export interface EvalScript {
  readonly text: string;
  readonly source: 'row' | 'table' | 'setting';
}

export interface EvalScriptOptions {
  /** Test command of a person's settings or study file for rows without `eval_script`; null where there is none. */
  readonly testCommand: string | null;
  readonly testbed: string;
}

const conda = [
  'if [ -f /opt/miniconda3/bin/activate ]; then',
  '  source /opt/miniconda3/bin/activate',
  '  conda activate testbed',
  'fi',
];

/** A heredoc's end word that no line of the text is. */
const endWordFor = (text: string): string => {
  const lines = new Set(text.split(/\r?\n/));
  let word = 'EOF_114329324912';
  while (lines.has(word)) word += '0';
  return word;
};

const applyTestPatch = (testPatch: string): string => {
  const word = endWordFor(testPatch);
  return `git apply -v - <<'${word}'\n${testPatch}${testPatch.endsWith('\n') ? '' : '\n'}${word}`;
};

const words = (files: readonly string[]): string => files.map(shellWord).join(' ');

const resetTests = (base: string, files: ReturnType<typeof testFilesOf>): string[] => [
  ...(files.existing.length > 0 ? [`git checkout ${base} -- ${words(files.existing)}`] : []),
  ...(files.added.length > 0 ? [`rm -f -- ${words(files.added)}`] : []),
];

const write = (
  instance: Instance & { readonly baseCommit: string },
  commands: RepositoryCommands,
  testbed: string,
): string => {
  const testPatch = instance.testPatch ?? '';
  const files = testFilesOf(testPatch, instance.repo);
  const reset = resetTests(instance.baseCommit, files);
  return [
    '#!/bin/bash',
    'set -uxo pipefail',
    ...conda,
    `cd ${shellWord(testbed)} || exit 1`,
    ...(commands.before ?? []),
    `git config --global --add safe.directory ${shellWord(testbed)}`,
    'git status',
    'git show',
    `git -c core.fileMode=false diff ${instance.baseCommit}`,
    ...(commands.install === null ? [] : [commands.install]),
    ...reset,
    ...(testPatch === '' ? [] : [applyTestPatch(testPatch)]),
    ": '>>>>> Start Test Output'",
    commands.test.replaceAll('{files}', words(files.directives)),
    'TOUCHSTONE_TEST_EXIT_CODE=$?',
    ": '>>>>> End Test Output'",
    'echo ">>>>> Test Exit Code: $TOUCHSTONE_TEST_EXIT_CODE"',
    ...reset,
    '',
  ].join('\n');
};

/**
 * The script that the tests are run by. A row of the harness 5.0 brings its own. For a classic row one is written as
 * the harness 4.1 does, with the marker of the exit code that 5.0 added; the command is the person's, else the
 * table's. Null where neither knows the repository, or the row has no usable base commit.
 */
export const evalScriptOf = (instance: Instance, options: EvalScriptOptions): EvalScript | null => {
  if (instance.evalScript !== null && instance.evalScript !== '') return { text: instance.evalScript, source: 'row' };
  const { baseCommit } = instance;
  if (baseCommit === null || !isCommit(baseCommit)) return null;
  const known = commandsOf(instance.repo, instance.version);
  const { testCommand } = options;
  const commands = testCommand === null ? known : { ...known, test: testCommand, install: known?.install ?? null };
  if (commands === null) return null;
  const text = write({ ...instance, baseCommit }, commands, options.testbed);
  return { text, source: testCommand === null ? 'table' : 'setting' };
};
