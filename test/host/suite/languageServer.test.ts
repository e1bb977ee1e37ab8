import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { spandrel } from '../../fakes/evaluatedStudy';
import { closeAllEditors, openSample, removeScratch, scratch, services, until } from './study';

const patch = 'diff --git a/a.py b/a.py\n--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-1\n+2';

const textOf = (hovers: readonly vscode.Hover[]): string =>
  hovers
    .flatMap(({ contents }) => contents)
    .map((part) => (typeof part === 'string' ? part : part.value))
    .join('\n')
    .replaceAll('\\', '');

const hoverAt = async (uri: vscode.Uri, position: vscode.Position): Promise<string> =>
  textOf(await vscode.commands.executeCommand<vscode.Hover[]>('vscode.executeHoverProvider', uri, position));

describe('the language server on rows', () => {
  let study = '';
  let folder = '';
  let document: vscode.TextDocument;
  const placeOf = (words: string, plus = 2) => document.positionAt(document.getText().indexOf(words) + plus);

  before(async function () {
    this.timeout(180_000);
    study = await openSample();
    folder = scratch('rows');
    fs.mkdirSync(folder);
    const rows = [spandrel(14), 'nobody'].map((instance_id) => ({ instance_id, model_patch: patch }));
    const file = path.join(folder, 'answers.jsonl');
    fs.writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    document = (await vscode.window.showTextDocument(vscode.Uri.file(file))).document;
  });
  after(async () => {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await closeAllEditors();
    removeScratch(folder);
  });

  it('says what is wrong, at the very place', async () => {
    const found = await until('diagnostics of both rows', () => {
      const all = vscode.languages.getDiagnostics(document.uri).filter(({ source }) => source === 'touchstone');
      return all.some(({ code }) => code === 'unknown-id') && all;
    });
    const shown = found.map(({ code, range }) => [range.start.line, code, document.getText(range)]);
    assert.deepEqual(shown, [
      [0, 'patch-newline', '+2'],
      [1, 'patch-newline', '+2'],
      [1, 'unknown-id', '"nobody"'],
    ]);
  });

  it('tells the instance of an id, and what a field is', async () => {
    assert.match(await hoverAt(document.uri, placeOf(`"${spandrel(14)}`)), /spandrel\.jsonl, row \d/);
    assert.match(await hoverAt(document.uri, placeOf('"model_patch"')), /git diff/);
  });

  it('completes ids of the study', async () => {
    const list = await vscode.commands.executeCommand<vscode.CompletionList>(
      'vscode.executeCompletionItemProvider',
      document.uri,
      placeOf(`"${spandrel(14)}`, 4),
    );
    const labels = list.items.map(({ label }) => (typeof label === 'string' ? label : label.label));
    for (const number of [14, 17, 21]) assert.ok(labels.includes(spandrel(number)), labels.join(', '));
  });

  it('leads from an id to its row in the dataset', async () => {
    const places = await vscode.commands.executeCommand<(vscode.Location | vscode.LocationLink)[]>(
      'vscode.executeDefinitionProvider',
      document.uri,
      placeOf(`"${spandrel(14)}`),
    );
    const [first] = places.map((place) =>
      'targetUri' in place ? { uri: place.targetUri, range: place.targetRange } : place,
    );
    assert.equal(first?.uri.fsPath, path.join(study, 'datasets', 'spandrel.jsonl'));
    const dataset = await vscode.workspace.openTextDocument(first.uri);
    assert.equal(dataset.getText(first.range), `"${spandrel(14)}"`);
  });

  it('lists rows as symbols', async () => {
    const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[]>(
      'vscode.executeDocumentSymbolProvider',
      document.uri,
    );
    assert.deepEqual(
      symbols.map(({ name }) => name),
      [spandrel(14), 'nobody'],
    );
  });

  it('adds the final newline to a patch where one asks for it', async () => {
    const [action] = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      new vscode.Range(placeOf('+2', 0), placeOf('+2', 1)),
    );
    assert.equal(action?.title, 'Add the final newline to model_patch');
    assert.ok(action.edit && (await vscode.workspace.applyEdit(action.edit)));
    assert.equal(JSON.parse(document.lineAt(0).text).model_patch, `${patch}\n`);
    await until('the diagnostic to go', () => {
      const lines = vscode.languages.getDiagnostics(document.uri).map(({ range }) => range.start.line);
      return !lines.includes(0);
    });
  });

  it('answers on a row that is open as a read-only document', async () => {
    const datasetPath = await (await services()).study.locate(spandrel(14));
    assert.ok(datasetPath);
    const item = { datasetPath, instanceId: spandrel(14), run: null };
    await vscode.commands.executeCommand('touchstone.openRow', item);
    const { document: row } = vscode.window.activeTextEditor ?? {};
    assert.equal(row?.uri.scheme, 'touchstone');
    const written = fs.readFileSync(datasetPath, 'utf8').split('\n');
    const own = written.find((line) => line.includes(`"${spandrel(14)}"`)) ?? '';
    assert.deepEqual(JSON.parse(row.getText()), JSON.parse(own));
    assert.equal(vscode.workspace.fs.isWritableFileSystem('touchstone'), false);
    const at = row.positionAt(row.getText().indexOf(`"${spandrel(14)}"`) + 2);
    assert.match(await hoverAt(row.uri, at), /FAIL_TO_PASS/);
    await vscode.window.showTextDocument(document);
  });
});
