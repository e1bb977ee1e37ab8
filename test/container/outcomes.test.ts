import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evaluate } from '../../src/app/evaluate';
import type { EvaluateRequest, EvaluationItem } from '../../src/app/evaluation/request';
import type { EvaluationRecord } from '../../src/core/evaluation/record';
import {
  type EvaluationProject,
  evalScriptAround,
  goldPatch,
  makeProject,
  patchItem,
  quietHooks,
  wrongPatch,
} from '../fakes/evaluationProject';
import { engines } from './engines';

let project: EvaluationProject;
beforeAll(async () => {
  project = await makeProject();
});
afterAll(() => project.remove());

const recordIn = (folder: string): EvaluationRecord => JSON.parse(readFileSync(join(folder, 'result.json'), 'utf8'));

const newFile = (path: string): string =>
  `diff --git a/${path} b/${path}\nnew file mode 100644\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+x\n`;

describe.each(engines)('outcomes in %s', (name, open, here) => {
  const run = async (items: readonly EvaluationItem[], changes: Partial<EvaluateRequest> = {}) => {
    const ports = project.ports(open(), join(project.temp.path, `out ${name}`));
    const request = project.request(items, { again: true, ...changes });
    return (await evaluate(ports, request, quietHooks, new AbortController().signal)).items;
  };
  const runOne = async (item: EvaluationItem, changes: Partial<EvaluateRequest> = {}) => {
    const [result] = await run([item], changes);
    if (result === undefined) throw new Error('nothing came out');
    return { ...result, record: recordIn(result.folder) };
  };

  it.skipIf(!here)('gold is resolved, the base and a wrong patch are not', async () => {
    const instance = project.instance();
    const items: EvaluationItem[] = [
      { instance, model: 'gold', subject: 'gold', patch: goldPatch },
      { instance, model: 'base', subject: 'base', patch: null },
      patchItem(instance, wrongPatch),
    ];
    const outcomes = (await run(items)).map((item) => [item.model, item.outcome.kind, item.report?.resolved]);
    expect(outcomes).toEqual([
      ['gold', 'resolved', true],
      ['base', 'unresolved', false],
      ['org/model', 'unresolved', false],
    ]);
  });

  it.skipIf(!here)('writes the layout of the harness, with the model as one folder', async () => {
    const { folder } = await runOne(patchItem(project.instance(), goldPatch));
    expect(folder.endsWith(join('logs', 'run_evaluation', 'try', 'org__model', 'acme__greet-1'))).toBe(true);
    expect(readdirSync(folder).sort()).toEqual(
      ['applied.diff', 'apply.log', 'eval.sh', 'patch.diff', 'report.json', 'result.json', 'run_instance.log'].concat(
        'test_output.txt',
      ),
    );
    expect(readFileSync(join(folder, 'patch.diff'), 'utf8')).toBe(goldPatch);
    expect(readFileSync(join(folder, 'run_instance.log'), 'utf8')).toContain('>>>>> Applied Patch (git-apply)');
  });

  // Process 1 of the local backend is the machine's own.
  if (name === 'docker')
    it.skipIf(!here)('tests that signal process 1 keep their outcome', async () => {
      const script = evalScriptAround(
        'kill -KILL 1; for name in HUP INT QUIT TERM USR1 STOP; do kill -$name 1; done\ngrep -q hello greet.txt',
      );
      const { outcome, record } = await runOne(patchItem(project.instance({ evalScript: script }), goldPatch));
      expect(record.evidence).toContain('exit code 0');
      expect(outcome).not.toMatchObject({ reason: 'infrastructure' });
    });

  it.skipIf(!here)('a checkout has no later commit and no ref', async () => {
    const script = evalScriptAround('git for-each-ref | wc -l\ngit log --all --oneline | wc -l\nls');
    const { folder } = await runOne(patchItem(project.instance({ evalScript: script }), goldPatch));
    const log = readFileSync(join(folder, 'test_output.txt'), 'utf8');
    expect(log).toMatch(/wc -l\n(?:.*\n)?0\n/);
    expect(log).not.toContain('later.txt');
  });

  it.skipIf(!here)('a patch with CRLF is applied by the tool that bears it', async () => {
    const { outcome, record, folder } = await runOne(patchItem(project.instance(), goldPatch.replaceAll('\n', '\r\n')));
    expect(outcome).toEqual({ kind: 'resolved' });
    expect(record.rung).toBe('patch-fuzz');
    expect(readFileSync(join(folder, 'patch.diff'), 'utf8')).toContain('\r\n');
  });

  it.skipIf(!here)('a patch without its final newline is applied', async () => {
    const { outcome, folder } = await runOne(patchItem(project.instance(), goldPatch.slice(0, -1)));
    expect(outcome).toEqual({ kind: 'resolved' });
    expect(readFileSync(join(folder, 'apply.log'), 'utf8')).toContain('no final newline');
    expect(readFileSync(join(folder, 'patch.diff'), 'utf8')).toBe(goldPatch.slice(0, -1));
  });

  it.skipIf(!here).each(['swebench-v4', 'swebench-v5'] as const)('a patch that leaves the tree (%s)', async (rules) => {
    const { outcome, folder } = await runOne(patchItem(project.instance(), newFile('../escaped.txt')), { rules });
    expect(outcome).toMatchObject({ kind: 'none', reason: 'not-applied' });
    expect(readdirSync(folder)).not.toContain('report.json');
    expect(readdirSync(folder)).not.toContain('test_output.txt');
  });

  it.skipIf(!here)('an absolute path or a link is not a way out of the tree', async () => {
    const outside = '/tmp/touchstone-escaped.txt';
    const link =
      'diff --git a/out b/out\nnew file mode 120000\n--- /dev/null\n+++ b/out\n@@ -0,0 +1 @@\n+/tmp\n\\ No newline at end of file\n';
    const script = evalScriptAround(`ls -l ${outside}`);
    for (const patch of [newFile(outside), `${link}${newFile('out/touchstone-escaped.txt')}`]) {
      const { folder } = await runOne(patchItem(project.instance({ evalScript: script }), patch));
      const log = join(folder, 'test_output.txt');
      if (existsSync(log)) expect(readFileSync(log, 'utf8')).toContain('No such file');
      expect(existsSync(outside)).toBe(false);
    }
  });

  it.skipIf(!here)('a path with blanks and letters beyond ASCII', async () => {
    const path = 'src/maß und größe.txt';
    const patch = `diff --git a/${path} b/${path}\n--- a/${path}\t\n+++ b/${path}\t\n@@ -1,3 +1,3 @@\n eins\n-zwei\n+2\n drei\n`;
    const script = evalScriptAround(`cat "${path}"`);
    const { record, folder } = await runOne(patchItem(project.instance({ evalScript: script }), patch));
    expect(record.rung).toBe('git-apply');
    expect(readFileSync(join(folder, 'test_output.txt'), 'utf8')).toContain('eins\n2\ndrei\n');
  });

  it.skipIf(!here)('a patch that is there already', async () => {
    const already = patchItem(
      project.instance(),
      'diff --git a/greet.sh b/greet.sh\n--- a/greet.sh\n+++ b/greet.sh\n@@ -1 +1 @@\n-greet() { echo "hi $1"; }\n+greet() { echo "hello $1"; }\n',
    );
    expect((await runOne(already)).record.rung).toBe('already-applied');
  });

  it.skipIf(!here)('all tests skipped: resolved by version 4, unresolved by version 5', async () => {
    const skip = "printf 'ok 1 - keeps the name # SKIP\\nok 2 - greets politely # SKIP\\n1..2\\n'";
    const script = evalScriptAround(':').replace('bash ./tests.sh', skip);
    const item = patchItem(project.instance({ evalScript: script }), goldPatch);
    expect((await runOne(item, { rules: 'swebench-v4' })).outcome.kind).toBe('resolved');
    expect((await runOne(item, { rules: 'swebench-v5' })).outcome.kind).toBe('unresolved');
  });

  it.skipIf(!here)('a log that is changed behind the stream gives no verdict', async () => {
    const out = name === 'docker' ? '/out' : '../out';
    const script = evalScriptAround(`echo "ok 2 - greets politely" > ${out}/x; mv ${out}/x ${out}/test_output.txt`);
    const { outcome } = await runOne(patchItem(project.instance({ evalScript: script }), wrongPatch));
    expect(outcome).toMatchObject({
      kind: 'none',
      reason: 'error',
      detail: 'the log was changed inside the container',
    });
  });

  it.skipIf(!here)('bytes of the log are kept, also those that are no UTF-8', async () => {
    const script = evalScriptAround("printf 'caf\\xe9\\r\\n\\xff\\x00|'");
    const { folder, outcome } = await runOne(patchItem(project.instance({ evalScript: script }), goldPatch));
    expect(outcome.kind).toBe('resolved');
    expect(readFileSync(join(folder, 'test_output.txt')).includes(Buffer.from('caf\xe9\r\n\xff\0|', 'latin1'))).toBe(
      true,
    );
  });

  it.skipIf(!here)('a classic row is run by the command of the settings, with its test patch', async () => {
    const testPatch =
      'diff --git a/added.sh b/added.sh\nnew file mode 100644\n--- /dev/null\n+++ b/added.sh\n@@ -0,0 +1,2 @@\n+bash ./tests.sh\n+echo "ok 3 - ran $0"\n';
    const instance = project.instance({ evalScript: null, testPatch, passToPass: ['ran added.sh'] });
    const target = { ...project.request([]).targetOf(instance), testCommand: 'bash {files}' };
    const { outcome, record, folder } = await runOne(patchItem(instance, goldPatch), { targetOf: () => target });
    expect(outcome).toEqual({ kind: 'resolved' });
    expect(record.evalScript).toBe('setting');
    expect(readFileSync(join(folder, 'test_output.txt'), 'utf8')).toContain('>>>>> Test Exit Code: 0');
  });

  it.skipIf(!here)('a link or a pipe in the output folder is not followed', async () => {
    const out = name === 'docker' ? '/out' : '../out';
    const script = evalScriptAround(
      `ln -s /etc/passwd ${out}/applied.diff; ln -s /etc/passwd ${out}/x; mkfifo ${out}/p`,
    );
    const { record, folder } = await runOne({
      ...patchItem(project.instance({ evalScript: script }), null),
      subject: 'base',
    });
    expect(readdirSync(folder)).not.toContain('applied.diff');
    expect(record.evidence.filter((words) => words.startsWith('left out:')).length).toBe(3);
  });

  it.skipIf(!here)(
    'an output folder that is removed or exchanged is no verdict, and the next item is run',
    async () => {
      const scripts = ['rm -rf ../out', 'mv ../out ../x; ln -s /etc ../out', 'mv ../out ../x; echo > ../out', ':'];
      const items = scripts.map((script, at) =>
        patchItem(project.instance({ id: `acme__greet-${at}`, evalScript: evalScriptAround(script) }), goldPatch),
      );
      const outcomes = (await run(items)).map(({ outcome }) => outcome);
      const lost = { kind: 'none', reason: 'error', detail: expect.stringContaining('ended without a result') };
      expect(outcomes).toEqual([lost, lost, lost, { kind: 'resolved' }]);
    },
  );
});
