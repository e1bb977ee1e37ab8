import { symlinkSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readDataset, streamDataset } from '../../../src/app/readDataset';
import { readInstance } from '../../../src/app/readDatasetInstance';
import { folderFormats } from '../../../src/core/dataset/folders/folderFormats';
import { nodeFiles } from '../../../src/io/files/nodeFiles';
import {
  oddPatch,
  writeExercise,
  writeHarborTask,
  writeLancerTask,
  writeTaskRepo,
  writeTerminalTask,
} from '../../fakes/taskFolders';
import { type TempFolder, tempFolder } from '../../fakes/tempFolder';

let folder: TempFolder;
beforeEach(() => {
  folder = tempFolder();
});
afterEach(() => folder.remove());

const read = (at = '') => readDataset(nodeFiles, path.join(folder.path, at));

describe('SWE-bench task repo', () => {
  it('opens a task byte for byte: CRLF, a lone CR and the missing final newline survive', async () => {
    writeTaskRepo(folder, 'repo/tasks/acme__ledger-7');
    folder.write('repo/sweb.yaml', 'datasets: [acme/Tasks]\nsplits: [test]\n');
    const dataset = await read('repo');
    expect(dataset).toMatchObject({ format: 'swebench-task-repo', skipped: [], notes: [] });
    expect(dataset.instances).toHaveLength(1);
    expect(dataset.instances[0]).toMatchObject({
      id: 'acme__ledger-7',
      repo: 'acme/ledger',
      goldPatch: oddPatch,
      statement: 'Totals are wrong\r\n',
      hints: '',
      failToPass: ['sums '],
      passToPass: ['keeps', 'a "quoted" one'],
      logParser: 'parse_log_tap',
      evalType: 'pass_and_fail',
    });
    expect(dataset.instances[0]?.evalScript).toContain('>>>>> Start Test Output');
  });

  it('keeps numbers of task.yaml as they are written', async () => {
    writeTaskRepo(folder, 'acme__ledger-7');
    const [task] = (await read('acme__ledger-7')).instances;
    expect(task).toMatchObject({ version: '1.20', baseCommit: '0123456789012345678901234567890123456789' });
  });

  it('opens a task with its gold patch alone, and says what is missing', async () => {
    folder.write('tasks/acme__ledger-8/gold.patch', oddPatch);
    const dataset = await read();
    expect(dataset.instances[0]).toMatchObject({
      id: 'acme__ledger-8',
      goldPatch: oddPatch,
      repo: null,
      failToPass: null,
    });
    expect(dataset.notes.map(({ field }) => field).sort()).toEqual([
      'problem_statement.md',
      'task.yaml',
      'test.patch',
      'tests.json',
    ]);
  });

  it('says bytes that are no UTF-8 and a broken task.yaml, and opens the task', async () => {
    const gold = Uint8Array.from([...new TextEncoder().encode('diff --git a/x b/x\n+'), 0xff, 0x0a]);
    writeTaskRepo(folder, 'a__b-1', { 'gold.patch': gold, 'task.yaml': 'repo: [acme\n' });
    const dataset = await read();
    expect(dataset.instances[0]?.id).toBe('a__b-1');
    const said = dataset.notes.map(({ reason }) => reason).join('\n');
    expect(said).toContain('no UTF-8');
    expect(said).toContain("task.yaml can't be read");
  });
});

describe('the other benchmarks whose tasks are folders', () => {
  it('opens Terminal-Bench 1 with its scripts and tests in extra', async () => {
    writeTerminalTask(folder, 'mend-link');
    const dataset = await read();
    expect(dataset).toMatchObject({ format: 'terminal-bench-1', skipped: [], notes: [] });
    expect(dataset.instances[0]).toMatchObject({
      id: 'mend-link',
      benchmark: 'terminal-bench',
      statement: 'Mend the link.',
      repo: null,
      goldPatch: null,
      logParser: 'pytest',
      labels: { difficulty: [{ value: 'easy', source: 'data' }] },
      extra: { 'solution.sh': '#!/bin/bash\nln -sf a b\n', max_agent_timeout_sec: 180, tags: ['links'] },
    });
    expect(dataset.instances[0]?.extra).toHaveProperty(['tests/test_outputs.py']);
  });

  it('takes the base description of an early Terminal-Bench task', async () => {
    const yaml = 'descriptions:\n- key: hard\n  description: less\n- key: base\n  description: all of it\n';
    writeTerminalTask(folder, 'old', { 'task.yaml': yaml });
    expect((await read()).instances[0]?.statement).toBe('all of it');
  });

  it('opens Harbor by task.toml', async () => {
    writeHarborTask(folder, 'mend-link');
    const dataset = await read('mend-link');
    expect(dataset).toMatchObject({ format: 'harbor-task', skipped: [], notes: [] });
    expect(dataset.instances[0]).toMatchObject({
      id: 'acme/mend-link',
      statement: 'Mend the link.\n',
      repo: 'acme/ledger',
      baseCommit: '0123456789012345678901234567890123456789',
      image: 'acme/mend-link:1',
      version: '1.1',
      labels: { difficulty: [{ value: 'easy', source: 'data' }] },
    });
    expect(await readInstance(nodeFiles, folder.path, 'acme/mend-link')).toMatchObject({ id: 'acme/mend-link' });
    expect(await readInstance(nodeFiles, folder.path, 'acme/other')).toBeNull();
  });

  it('gives the steps of a multi-step Harbor task in their order', async () => {
    const toml =
      '[task]\nname = "acme/two"\n[[steps]]\nname = "second-first"\n[[steps]]\nname = "a-last"\n[environment]\n';
    folder.write('two/task.toml', toml);
    folder.write('two/steps/second-first/instruction.md', 'Begin.\n');
    folder.write('two/steps/second-first/tests/test.sh', '#!/bin/bash\n');
    folder.write('two/steps/a-last/instruction.md', 'End.\n');
    const dataset = await read();
    expect(dataset.notes).toEqual([]);
    expect(dataset.instances[0]?.statement).toBe('## Step second-first\n\nBegin.\n\n\n## Step a-last\n\nEnd.\n');
  });

  it('says a broken task.toml and opens the rest', async () => {
    writeHarborTask(folder, 'mend-link', { 'task.toml': '[task\nname=' });
    const dataset = await read();
    expect(dataset.instances[0]).toMatchObject({ id: 'mend-link', statement: 'Mend the link.\n' });
    expect(dataset.notes[0]?.reason).toContain("task.toml can't be read");
  });

  it('opens SWE-Lancer: gold is the reverse of the patch that brings the bug back', async () => {
    writeLancerTask(folder, '100_1');
    writeLancerTask(folder, '100-manager-0', { 'manager_data.json': '{"correct_proposal": {"id": 2}}' });
    const dataset = await read();
    expect(dataset).toMatchObject({ format: 'swe-lancer', skipped: [], notes: [] });
    const [manager, coding] = dataset.instances;
    expect(coding).toMatchObject({
      id: '100_1',
      statement: '[$500] Totals are wrong\n\n1. Add\r\n2. Look',
      baseCommit: '0123456789012345678901234567890123456789',
      extra: { variant: 'ic_swe', price: 500 },
      labels: { taskTypes: [{ value: 'BF', source: 'inferred' }], languages: [{ value: 'TypeScript' }] },
    });
    expect(coding?.goldPatch).toContain('-return a - b;\n+return a + b;\n');
    expect(manager).toMatchObject({ id: '100-manager-0', extra: { variant: 'swe_manager' } });
    expect(manager?.labels.taskTypes).toBeUndefined();
  });

  it('opens SWE-Lancer as its public repository spells it; an empty patch is no gold patch, and said', async () => {
    writeLancerTask(folder, '100_1');
    const issue = '{"title": "[$500] Totals are wrong", "price": 500, "issue_repo_steps": "1. Add\\r\\n2. Look"}';
    const [first] = (await read()).instances;
    for (const [id, patch] of [
      ['200', String(first?.extra['bug_reintroduce.patch'])],
      ['201', ''],
    ] as const) {
      folder.write(`${id}/issue_data.json`, issue);
      folder.write(`${id}/commit_id.txt`, '0123456789012345678901234567890123456789');
      folder.write(`${id}/issue_introduction.patch`, patch);
      folder.write(`${id}/test.py`, 'def test(): pass\n');
    }
    const { instances, notes } = await read();
    const [, patched, reverted] = instances;
    expect(patched).toMatchObject({ id: '200', goldPatch: first?.goldPatch, statement: first?.statement });
    expect(reverted).toMatchObject({ id: '201', goldPatch: null, statement: first?.statement });
    expect(notes.map(({ field, reason }) => [field, reason])).toEqual([
      ['issue_introduction.patch', expect.stringContaining('is empty: the bug comes by revert_command.txt')],
    ]);
  });

  it('opens tasks of several data sets in one folder', async () => {
    writeLancerTask(folder, 'datasets/first/100_1');
    writeLancerTask(folder, 'datasets/second/100_2');
    expect((await read()).instances.map(({ id }) => id)).toEqual(['100_1', '100_2']);
  });

  it('a task whose settings hold themselves or a stack of brackets opens without them; the others open whole', async () => {
    const files = { 'run-tests.sh': 'true\n', 'docker-compose.yaml': 'services: {}\n' };
    const settings = {
      whole: 'instruction: add\n',
      loop: 'instruction: &a [*a]\n',
      self: 'x: &x {y: *x}\ninstruction: a\n',
    };
    const deep = { ...settings, deep: `instruction: add\nx: ${'['.repeat(900)}${']'.repeat(900)}\n` };
    for (const [name, yaml] of Object.entries(deep))
      for (const [file, text] of Object.entries({ ...files, 'task.yaml': yaml })) folder.write(`${name}/${file}`, text);
    const { instances, notes } = await read();
    expect(instances.map(({ id, statement }) => [id, statement])).toEqual([
      ['deep', null],
      ['loop', null],
      ['self', null],
      ['whole', 'add'],
    ]);
    for (const id of ['deep', 'loop', 'self'])
      expect(notes.find(({ where }) => where === id)?.reason).toMatch(/task\.yaml can't be read/);
    expect(JSON.stringify(instances)).toBeTruthy();
  });

  it('opens Aider exercises of all languages, with the language in the id', async () => {
    writeExercise(folder, 'python/exercises/practice/adder');
    writeExercise(folder, 'go/exercises/practice/adder', {
      '.meta/config.json': '{"files": {"solution": ["adder.go"], "test": ["adder_test.go"], "example": []}}',
      'adder.go': 'package adder\n',
    });
    const dataset = await read();
    expect(dataset).toMatchObject({ format: 'aider-polyglot', skipped: [], notes: [] });
    expect(dataset.instances.map(({ id }) => id)).toEqual(['go/adder', 'python/adder']);
    expect(dataset.instances[1]).toMatchObject({
      statement: '# Instructions\n\nAdd two numbers.\n\nRaise on text.\n',
      labels: { languages: [{ value: 'Python', source: 'inferred' }] },
      extra: { '.meta/example.py': 'def add(a, b):\n    return a + b\n' },
    });
  });
});

describe('bounds', () => {
  it('follows no link, neither to a task nor out of one, and says each', async () => {
    const elsewhere = tempFolder();
    writeTaskRepo(elsewhere, 'a__b-9');
    elsewhere.write('secret.md', 'secret');
    writeTaskRepo(folder, 'tasks/a__b-1', { 'task.yaml': 'instance_id: a__b-1\n' });
    symlinkSync(path.join(elsewhere.path, 'a__b-9'), path.join(folder.path, 'tasks/linked'));
    symlinkSync(path.join(elsewhere.path, 'secret.md'), path.join(folder.path, 'tasks/a__b-1/notes.md'));
    const dataset = await read();
    elsewhere.remove();
    expect(dataset.instances.map(({ id }) => id)).toEqual(['a__b-1']);
    expect(dataset.skipped[0]).toMatchObject({ where: expect.stringContaining('linked') });
    expect(dataset.notes[0]?.reason).toContain('links are not followed');
    expect(JSON.stringify(dataset.instances)).not.toContain('secret');
  });

  it('reads no file over 8 MiB, and says so', async () => {
    writeTaskRepo(folder, 'a__b-1', { 'test.patch': `${'+'.repeat(8 * 1024 * 1024)}\n\n` });
    const dataset = await read();
    expect(dataset.instances[0]?.testPatch).toBeNull();
    expect(dataset.notes.some(({ reason }) => reason === 'test.patch: over 8 MiB; not read.')).toBe(true);
  });

  it('leaves out the second task of an id, with the folder of the first', async () => {
    writeTaskRepo(folder, 'tasks/one');
    writeTaskRepo(folder, 'tasks/two');
    const dataset = await read();
    expect(dataset.instances).toHaveLength(1);
    expect(dataset.skipped[0]?.reason).toContain('first in');
  });

  it('looks no further than two levels below, and calls a folder without tasks no dataset', async () => {
    writeTaskRepo(folder, 'a/b/c/acme__ledger-7');
    await expect(read()).rejects.toThrow('this is a folder');
    expect((await read('a/b')).instances).toHaveLength(1);
  });

  it('stops when it is cancelled', async () => {
    writeTaskRepo(folder, 'tasks/one');
    const stop = AbortSignal.abort();
    await expect(streamDataset(nodeFiles, folder.path, {}, stop)).rejects.toThrow();
  });
});

describe('any bytes in any file of a task', () => {
  const names = ['task.yaml', 'tests.json', 'gold.patch', 'task.toml', 'instruction.md', 'issue_data.json'];
  const paths = [...names, 'bug_reintroduce.patch', '.meta/config.json', '.docs/instructions.md', 'commit_id.txt'];
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.json().map((text) => new TextEncoder().encode(text)),
    fc.string({ unit: 'binary', maxLength: 200 }).map((text) => new TextEncoder().encode(text)),
    fc
      .constantFrom('a: &a [*a]', 'a: !!js/function x', '[[steps]]\n[[steps]]', '{"files":null}', 'steps: 1')
      .map((text) => new TextEncoder().encode(text)),
  );

  it('gives an instance or a reason, and never throws', () => {
    const content = fc.dictionary(fc.constantFrom(...paths), bytes);
    fc.assert(
      fc.property(content, fc.constantFrom(...folderFormats), (files, format) => {
        const read = (name: string): Uint8Array | null => files[name] ?? null;
        const reading = format.read({ name: 'task', where: 'task', paths: Object.keys(files).sort(), read });
        if (reading.kind === 'instance') expect(reading.instance.id).not.toBe('');
        else expect(reading.problem.reason).not.toBe('');
      }),
    );
  });
});
