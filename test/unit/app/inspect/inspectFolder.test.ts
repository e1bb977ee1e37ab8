import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Inspection, inspectPath } from '../../../../src/app/inspect';
import { inspectTable } from '../../../../src/cli/commands/inspectTable';
import { nodeFiles } from '../../../../src/io/files/nodeFiles';
import { sha256 } from '../../../../src/io/store/sha256';
import { instanceRow, jsonLines, predictionRow } from '../../../fakes/rows';
import { writeHarborTask, writeTaskRepo, writeTerminalTask } from '../../../fakes/taskFolders';
import { type TempFolder, tempFolder } from '../../../fakes/tempFolder';

let folder: TempFolder;
beforeEach(() => {
  folder = tempFolder();
});
afterEach(() => folder.remove());

const inspectAll = (at = ''): Promise<readonly Inspection[]> =>
  inspectPath({ files: nodeFiles, sha256 }, path.join(folder.path, at));
const formats = (all: readonly Inspection[]): Record<string, string | null> =>
  Object.fromEntries(all.map((one) => [path.relative(folder.path, one.path), one.format]));

describe('inspect of a folder that is no study', () => {
  it('lists itself, every task and every file below, at any depth', async () => {
    writeTaskRepo(folder, 'repo/tasks/acme__ledger-7');
    writeHarborTask(folder, 'harbor/mend-link');
    writeTerminalTask(folder, 'tb/mend-link');
    folder.write('a/b/c/d/data.jsonl', jsonLines([instanceRow('a__b-1')]));
    folder.write('runs/heron/preds.jsonl', jsonLines([predictionRow('a__b-1', 'diff --git a/x b/x\n')]));
    const all = await inspectAll();
    expect(formats(all)).toMatchObject({
      '': 'folder',
      'repo/tasks/acme__ledger-7': 'swebench-task-repo',
      'repo/tasks/acme__ledger-7/task.yaml': 'swebench-task-yaml',
      'repo/tasks/acme__ledger-7/tests.json': 'swebench-task-tests',
      'repo/tasks/acme__ledger-7/problem_statement.md': 'problem-statement',
      'repo/tasks/acme__ledger-7/gold.patch': 'unified-diff',
      'repo/tasks/acme__ledger-7/eval.sh': 'eval-script',
      'repo/tasks/acme__ledger-7/Dockerfile': 'dockerfile',
      'harbor/mend-link': 'harbor-task',
      'harbor/mend-link/task.toml': 'harbor-task-toml',
      'tb/mend-link': 'terminal-bench-1',
      'tb/mend-link/docker-compose.yaml': 'docker-compose',
      'tb/mend-link/tests/test_outputs.py': 'source-code',
      'a/b/c/d/data.jsonl': 'swebench-jsonl',
      'runs/heron/preds.jsonl': 'predictions-jsonl',
    });
    const files = all.filter((one) => one.path !== folder.path && one.counts['instances'] === undefined).length;
    expect(all[0]?.counts).toMatchObject({ files: files + 1 });
  });

  it('follows no link, says it, and names folders that it never looks into', async () => {
    folder.write('data.jsonl', jsonLines([instanceRow('a__b-1')]));
    folder.write('node_modules/x/data.jsonl', jsonLines([instanceRow('a__b-2')]));
    symlinkSync(folder.path, path.join(folder.path, 'loop'));
    const all = await inspectAll();
    expect(Object.keys(formats(all))).toEqual(['', 'data.jsonl']);
    expect(all[0]?.skipped).toEqual([
      { where: path.join(folder.path, 'loop'), field: null, reason: expect.stringContaining('link') },
    ]);
    expect(all[0]?.warnings.join()).toContain('node_modules: not looked into');
  });

  it('says an unknown and an empty file, each with its reason, and drops none', async () => {
    folder.write('notes', 'just words\n');
    folder.write('empty.jsonl', '');
    const all = await inspectAll();
    expect(formats(all)).toEqual({ '': 'folder', 'empty.jsonl': null, notes: null });
    expect(all.slice(1).every((one) => one.skipped.length === 1)).toBe(true);
  });

  it('says a study as one', async () => {
    folder.write('data.jsonl', jsonLines([instanceRow('a__b-1')]));
    folder.write('touchstone.yaml', 'touchstone: 1\nstudy: mine\ndatasets: [data.jsonl]\nrubric: patch-review\n');
    expect(await inspectAll()).toMatchObject([{ format: 'touchstone-study', version: '1', counts: { instances: 1 } }]);
    expect(await inspectAll('touchstone.yaml')).toMatchObject([{ format: 'touchstone-study' }]);
  });
});

describe('what inspect prints for people', () => {
  it('groups files by format, unknown ones last, and names no more than a screenful of each', async () => {
    for (let n = 0; n < 30; n += 1) folder.write(`logs/${n}.txt`, 'PASSED a.py::test_a\n');
    folder.write('a-first', 'just words\n');
    const lines = inspectTable(await inspectAll());
    expect(lines[0]).toContain(': folder');
    expect(lines).toContain('pytest-log: 30');
    expect(lines).toContain('  and 5 more; --json names them all');
    expect(lines.indexOf('not recognised: 1')).toBeGreaterThan(lines.indexOf('pytest-log: 30'));
    expect(lines.at(-1)).toContain('left out');
  });
});
