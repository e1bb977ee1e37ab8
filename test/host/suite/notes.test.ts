import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { uriOfNote } from '../../../src/editor/documents/noteSites';
import { sideUri, testOutputUri } from '../../../src/editor/documents/uris';
import { closeAllEditors, itemOf, openSample, services } from './study';

/** What VS Code hands to the command of a thread in which a text was written. */
const reply = (uri: vscode.Uri, line: number, text: string) => {
  let isDisposed = false;
  const thread = { uri, range: new vscode.Range(line, 0, line, 0), dispose: () => (isDisposed = true) };
  return { thread, text, wasTaken: () => isDisposed };
};

describe('notes on comparisons and on test output', () => {
  let study = '';
  before(async function () {
    this.timeout(180_000);
    study = await openSample();
  });
  after(() => fs.rmSync(path.join(study, '.touchstone', 'notes'), { recursive: true, force: true }));
  afterEach(closeAllEditors);

  const written = async (uri: vscode.Uri, line: number, text: string) => {
    const given = reply(uri, line, text);
    await vscode.commands.executeCommand('touchstone.addNote', given);
    assert.ok(given.wasTaken(), 'the empty thread goes');
    const { notes } = await services();
    const note = (await notes.all()).find((each) => each.text === text);
    assert.ok(note);
    return note;
  };

  it('on the patch are bound to the patch and found again in its comparison, under whatever run', async () => {
    const item = await itemOf(23, 'kestrel-1');
    const uri = sideUri(item, item.run.predictionsPath, 'src/set.js', 'model');
    const document = await vscode.workspace.openTextDocument(uri);
    const note = await written(uri, 40, 'breaks need not be sorted');
    assert.equal(note.on.kind, 'side');
    assert.deepEqual(
      { ...note.on },
      {
        ...{ kind: 'side', instanceId: item.instanceId, path: 'src/set.js', side: 'model', patch: item.run.patchHash },
        ...{ line: 40, lineText: document.lineAt(40).text },
        ...{ before: document.lineAt(39).text, after: document.lineAt(41).text },
      },
    );
    assert.equal((await uriOfNote(await services(), note))?.toString(), uri.toString());
  });

  it('on gold are bound to no patch', async () => {
    const item = await itemOf(23, 'heron-2');
    const note = await written(sideUri(item, item.run.predictionsPath, 'src/set.js', 'gold'), 3, 'one loop');
    assert.equal(note.on.kind === 'side' && note.on.patch, null);
  });

  it('on test output name its folder below the study’s', async () => {
    const item = await itemOf(23, 'kestrel-1');
    const [evaluation] = item.run.evaluations;
    assert.ok(evaluation);
    const uri = testOutputUri(item, evaluation.runId, evaluation.model, evaluation.folder);
    const note = await written(uri, 5, 'slow machine');
    assert.equal(note.on.kind === 'log' && note.on.folder.startsWith('logs/run_evaluation/'), true);
    assert.equal((await uriOfNote(await services(), note))?.toString(), uri.toString());
  });
});
