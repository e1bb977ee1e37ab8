import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { closeAllEditors, openSample, removeScratch, scratch, until } from './study';

/** Opens a broken file as a person does, and waits for what the language server says of it. */
const diagnosticsOf = async (file: string): Promise<readonly vscode.Diagnostic[]> => {
  const uri = vscode.Uri.file(file);
  await vscode.window.showTextDocument(uri);
  return until(`diagnostics of ${path.basename(file)}`, () => {
    const found = vscode.languages.getDiagnostics(uri).filter(({ source }) => source === 'touchstone');
    return found.length > 0 && found;
  });
};

describe('the language server', () => {
  let study = '';
  let folder = '';
  before(async function () {
    this.timeout(180_000);
    study = await openSample();
    folder = scratch('broken');
    fs.mkdirSync(folder);
  });
  after(async () => {
    await closeAllEditors();
    removeScratch(folder);
  });

  it('marks the value of a broken row, and the line that is no JSON', async () => {
    const lines = fs
      .readFileSync(path.join(study, 'datasets', 'spandrel.jsonl'), 'utf8')
      .trim()
      .split('\n');
    const broken = { ...JSON.parse(lines[1] ?? ''), patch: 7 };
    const file = path.join(folder, 'rows.jsonl');
    fs.writeFileSync(file, [lines[0], JSON.stringify(broken), '{"instance_id": ', ''].join('\n'));
    const found = await diagnosticsOf(file);
    const errors = found.filter(({ severity }) => severity === vscode.DiagnosticSeverity.Error);
    assert.deepEqual(
      errors.map(({ range }) => range.start.line),
      [1, 2],
    );
    const document = await vscode.workspace.openTextDocument(file);
    assert.equal(document.getText(errors[0]?.range), '7');
    assert.match(errors[1]?.message ?? '', /JSON/);
  });

  it('marks what is wrong with a study file at its line, by code', async () => {
    const file = path.join(folder, 'touchstone.yaml');
    fs.writeFileSync(file, 'touchstone: 1\nstudy:\n  id: "Has Blanks"\n  seed: 1\ndatasets: 7\n');
    const found = await diagnosticsOf(file);
    assert.ok(
      found.some(({ range }) => range.start.line === 4),
      JSON.stringify(found),
    );
    assert.ok(found.every(({ code, message }) => typeof code === 'string' && message !== ''));
  });
});
