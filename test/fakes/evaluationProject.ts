import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { EvaluateHooks, EvaluatePorts, EvaluateRequest, EvaluationItem } from '../../src/app/evaluation/request';
import type { Instance } from '../../src/core/instance/instance';
import { defaultLimits } from '../../src/core/run/container/limits';
import { exportBase } from '../../src/io/git/exportBase';
import { runGit } from '../../src/io/git/runGit';
import { systemClock } from '../../src/io/jobs/systemClock';
import { EvaluationFolder } from '../../src/io/store/evaluationFolder';
import { sha256 } from '../../src/io/store/sha256';
import { commitFiles, git } from './git';
import { type TempFolder, tempFolder } from './tempFolder';

/** Made from the host's own bash, git and patch: seconds once, nothing after. */
export const shellImage = 'touchstone-tests/shell:host';

const files = {
  'greet.sh': 'greet() { echo "hello $1"; }\n',
  'src/maß und größe.txt': 'eins\nzwei\ndrei\n',
};

/** Prints TAP; the tests that an instance expects are `greets politely` and `keeps the name`. */
const tests = `. ./greet.sh
out=$(greet Ada)
case $out in *Ada*) echo "ok 1 - keeps the name" ;; *) echo "not ok 1 - keeps the name" ;; esac
case $out in "good day"*) echo "ok 2 - greets politely" ;; *) echo "not ok 2 - greets politely" ;; esac
echo 1..2
`;

/** A row's eval_script in the v5 shape around the given commands. */
export const evalScriptAround = (commands: string): string => `#!/bin/bash
set -ux
cd /testbed
${commands}
: '>>>>> Start Test Output'
bash ./tests.sh
code=$?
: '>>>>> End Test Output'
echo ">>>>> Test Exit Code: $code"
`;

const patchOf = (path: string, before: string, after: string): string =>
  `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-${before}\n+${after}\n`;

export const goldPatch = patchOf('greet.sh', 'greet() { echo "hello $1"; }', 'greet() { echo "good day $1"; }');
export const wrongPatch = patchOf('greet.sh', 'greet() { echo "hello $1"; }', 'greet() { echo "good day"; }');

/** A repository with a shell function, its tests, and what evaluating it needs; all below one temporary folder. */
export interface EvaluationProject {
  readonly temp: TempFolder;
  readonly base: string;
  readonly source: string;
  instance(changes?: Partial<Instance>): Instance;
  ports(engine: EvaluatePorts['engine'], out?: string): EvaluatePorts;
  request(items: readonly EvaluationItem[], changes?: Partial<EvaluateRequest>): EvaluateRequest;
  remove(): void;
}

export const patchItem = (instance: Instance, patch: string | null, model = 'org/model'): EvaluationItem => ({
  instance,
  model,
  subject: 'patch',
  patch,
});

export const quietHooks: EvaluateHooks = { progress: () => {}, confirmPull: async () => false, evaluated: () => {} };

const blank: Omit<Instance, 'id' | 'baseCommit'> = {
  benchmark: 'swe-bench',
  format: 'swebench-jsonl',
  repo: 'acme/greet',
  statement: null,
  hints: null,
  goldPatch,
  testPatch: null,
  failToPass: ['greets politely'],
  passToPass: ['keeps the name'],
  version: null,
  createdAt: null,
  image: shellImage,
  evalScript: evalScriptAround(':'),
  logParser: 'tap',
  evalType: 'pass_and_fail',
  labels: {},
  extra: {},
};

export const makeProject = async (): Promise<EvaluationProject> => {
  const temp = tempFolder();
  const source = join(temp.path, 'Quelle mit ñ');
  git(temp.path, 'init', '--quiet', '-b', 'main', source);
  const base = await commitFiles(source, { ...files, 'tests.sh': tests }, 'base');
  const later = await commitFiles(source, { 'later.txt': 'later\n' }, 'later');
  const git2 = { cache: join(temp.path, 'cache'), run: runGit };
  return {
    temp,
    base,
    source,
    instance: (changes = {}) => ({ ...blank, id: 'acme__greet-1', baseCommit: base, extra: { later }, ...changes }),
    ports: (engine, out = join(temp.path, 'Ergebnis à')) => ({
      engine,
      store: new EvaluationFolder(out),
      exportBase: (from, commit, signal) => exportBase(from, commit, signal, git2),
      sha256,
      clock: systemClock,
    }),
    request: (items, changes = {}) => ({
      runId: 'try',
      items,
      asked: items.map((item) => item.instance.id),
      rules: 'swebench-v5',
      repeats: 1,
      timeoutMs: 60_000,
      workers: 2,
      limits: { ...defaultLimits, memoryBytes: 512 * 1024 ** 2 },
      again: false,
      summary: true,
      targetOf: (instance) => ({
        image: { image: instance.image ?? '', recipe: { base: 'host', packages: [] }, namedByData: true },
        repository: { kind: 'path', path: source },
        testbed: '/testbed',
        env: {},
        testCommand: null,
        parser: null,
      }),
      ...changes,
    }),
    remove: () => rmSync(temp.path, { recursive: true, force: true }),
  };
};
