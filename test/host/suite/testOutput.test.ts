import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { testOutputUri } from '../../../src/editor/documents/uris';
import { answering } from './dialogs';
import { closeAllEditors, itemOf, openSample, removeScratch, scratch, until } from './study';

const open = async (): Promise<vscode.TextEditor> => {
  await vscode.commands.executeCommand('touchstone.openTestOutput', await itemOf(14, 'kestrel-1'));
  const isOurs = () => vscode.window.activeTextEditor?.document.languageId === 'touchstone-test-output';
  await until('the test output', isOurs);
  assert.ok(vscode.window.activeTextEditor);
  return vscode.window.activeTextEditor;
};

const lineAt = ({ document, selection }: vscode.TextEditor): string => document.lineAt(selection.active.line).text;

describe('test output', () => {
  before(async function () {
    this.timeout(180_000);
    await openSample();
  });
  afterEach(closeAllEditors);

  it('is the log on disk byte for byte, opened at the first required test that failed', async () => {
    const editor = await open();
    const { run } = await itemOf(14, 'kestrel-1');
    const log = fs.readFileSync(path.join(run.evaluations[0]?.folder ?? '', 'test_output.txt'));
    assert.deepEqual(Buffer.from(await vscode.workspace.fs.readFile(editor.document.uri)), log);
    await until('the failure in view', () => /^not ok .*carries through minutes/.test(lineAt(editor)));
  });

  it('folds what comes before the tests, and each test', async () => {
    const { document } = await open();
    const folds = await until('folds', async () => {
      const found = await vscode.commands.executeCommand<vscode.FoldingRange[]>(
        'vscode.executeFoldingRangeProvider',
        document.uri,
      );
      return found.length > 0 && found;
    });
    const start = folds.find(({ start: line }) => line === 0);
    assert.match(document.lineAt((start?.end ?? 0) + 1).text, />>>>> Start Test Output/);
    const tests = folds.filter(({ start: line }) => /^(not )?ok \d+/.test(document.lineAt(line).text));
    assert.ok(tests.length > 25, `${tests.length} tests fold`);
    const failed = folds.find(({ start: line }) => document.lineAt(line).text.startsWith('not ok'));
    assert.notEqual(failed?.kind, vscode.FoldingRangeKind.Imports, 'a failed test starts folded');
  });

  it('says above the log and above each required test what the rules made of it', async () => {
    const { document } = await open();
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      document.uri,
      100,
    );
    const titles = lenses.map(({ command }) => command?.title ?? '');
    assert.ok(
      titles.some((title) => /^unresolved \(swebench-v5\): 1 of 2 FAIL_TO_PASS, \d+ of \d+ PASS_TO_PASS/.test(title)),
      titles.join('\n'),
    );
    assert.ok(
      titles.some((title) => /\$\(law\) v5\.tests: 1 FAIL_TO_PASS/.test(title)),
      titles.join('\n'),
    );
    const failed = lenses.find(({ command }) => /FAIL_TO_PASS: failed/.test(command?.title ?? ''));
    assert.ok(failed);
    assert.match(document.lineAt(failed.range.start.line).text, /^not ok/);
  });

  it('lists its tests in the outline, in the order of the log', async () => {
    const { document } = await open();
    const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[]>(
      'vscode.executeDocumentSymbolProvider',
      document.uri,
    );
    const failed = symbols.filter(({ detail }) => detail.startsWith('failed'));
    assert.deepEqual(
      failed.map(({ name }) => name),
      ['format: carries through minutes into an hour'],
    );
    const lines = symbols.map(({ range }) => range.start.line);
    assert.deepEqual(
      lines,
      [...lines].sort((a, b) => a - b),
    );
  });

  it('puts signs of the environment into Problems, and F8 walks failures and signs', async () => {
    const item = await itemOf(14, 'kestrel-1');
    const folder = scratch('evaluation');
    fs.cpSync(item.run.evaluations[0]?.folder ?? '', folder, { recursive: true });
    const log = path.join(folder, 'test_output.txt');
    fs.writeFileSync(log, `${fs.readFileSync(log, 'utf8')}OSError: [Errno 28] No space left on device\n`);
    const uri = testOutputUri(item, 'made', 'up', folder);
    const editor = await vscode.window.showTextDocument(uri);
    const [problem] = await until('the sign', () => {
      const problems = vscode.languages.getDiagnostics(uri);
      return problems.length > 0 && problems;
    });
    assert.match(problem?.message ?? '', /\(disk\).*never changes the score/s);
    const next = async () => {
      await vscode.commands.executeCommand('touchstone.nextSign');
      return lineAt(editor);
    };
    assert.match(await next(), /^not ok/);
    assert.match(await next(), /No space left/);
    assert.match(await next(), /^not ok/);
    removeScratch(folder);
  });

  it('of a patch whose tests were not run is said to be missing, and no other is shown in its place', async () => {
    const item = await itemOf(21, 'heron-2');
    const shown = await answering({}, () => vscode.commands.executeCommand('touchstone.openTestOutput', item));
    assert.match(shown.join(), /no test output/);
    assert.equal(vscode.window.activeTextEditor, undefined);
  });
});
