import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { instanceUri, patchUri, textUri } from '../../../src/editor/documents/uris';
import { spandrel } from '../../fakes/evaluatedStudy';
import { answering } from './dialogs';
import { closeAllEditors, itemOf, openSample, services, until } from './study';

const activeInput = () => vscode.window.tabGroups.activeTabGroup.activeTab?.input;

describe('an instance', () => {
  let study = '';
  let row: Readonly<Record<string, string>> = {};
  before(async function () {
    this.timeout(180_000);
    study = await openSample();
    const lines = fs
      .readFileSync(path.join(study, 'datasets', 'spandrel.jsonl'), 'utf8')
      .trim()
      .split('\n');
    row = lines.map((line) => JSON.parse(line)).find(({ instance_id }) => instance_id === spandrel(23));
  });
  afterEach(closeAllEditors);

  it('opens in its own editor, once, and stays open while the study is read again', async () => {
    const item = await itemOf(23, 'kestrel-1');
    const open = () => vscode.commands.executeCommand('vscode.openWith', instanceUri(item), 'touchstone.instance');
    await open();
    await open();
    const isOurs = () => {
      const input = activeInput();
      return input instanceof vscode.TabInputCustom && input.viewType === 'touchstone.instance' ? input : null;
    };
    const input = await until('the page', isOurs);
    assert.equal(input.uri.toString(), instanceUri(item).toString());
    assert.equal(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).length, 1);
    await vscode.commands.executeCommand('touchstone.refresh');
    assert.ok(isOurs(), 'reading the study again closed the page');
  });

  it('opens by the command from an id, whatever is open, and makes itself the current item', async () => {
    const other = await itemOf(14, 'heron-2');
    await answering({ pick: spandrel(31) }, async () => {
      (await services()).current.set(other);
      await vscode.commands.executeCommand('touchstone.openInstance');
    });
    await until('the page', () => activeInput() instanceof vscode.TabInputCustom);
    assert.equal((await services()).current.value?.instanceId, spandrel(31));
  });

  it('has its texts as read-only documents, byte for byte', async () => {
    const item = await itemOf(23, 'kestrel-1');
    const bytes = async (uri: vscode.Uri) => Buffer.from(await vscode.workspace.fs.readFile(uri));
    assert.deepEqual(await bytes(textUri(item, 'goldPatch')), Buffer.from(row['patch'] ?? ''));
    assert.deepEqual(await bytes(textUri(item, 'testPatch')), Buffer.from(row['test_patch'] ?? ''));
    assert.deepEqual(await bytes(textUri(item, 'statement')), Buffer.from(row['problem_statement'] ?? ''));
    assert.deepEqual(await bytes(textUri(item, 'evalScript')), Buffer.from(row['eval_script'] ?? ''));
    assert.equal(JSON.parse((await bytes(textUri(item, 'row'))).toString()).id, spandrel(23));
    const predictions = fs
      .readFileSync(path.join(study, 'runs', 'kestrel-1', 'predictions.jsonl'), 'utf8')
      .trim()
      .split('\n');
    const own = predictions.map((line) => JSON.parse(line)).find(({ instance_id }) => instance_id === spandrel(23));
    assert.deepEqual(await bytes(patchUri(item, item.run.predictionsPath ?? '')), Buffer.from(own.model_patch));
  });

  it('cannot be written to', async () => {
    const uri = textUri(await itemOf(23, 'kestrel-1'), 'goldPatch');
    const editor = await vscode.window.showTextDocument(uri);
    assert.equal(editor.document.languageId, 'diff');
    assert.equal(vscode.workspace.fs.isWritableFileSystem(uri.scheme), false);
    await assert.rejects(async () => vscode.workspace.fs.writeFile(uri, new Uint8Array()));
  });

  it('has a link that leads back to it and its run', async () => {
    const item = await itemOf(14, 'heron-2');
    await vscode.commands.executeCommand('touchstone.copyLink', item);
    const link = await vscode.env.clipboard.readText();
    assert.match(link, /:\/\/touchstone\.touchstone\/instance\?id=/);
    assert.doesNotMatch(link, /heron/);
    const { current } = await services();
    current.set(null);
    const shown = await answering({ input: link }, () => vscode.commands.executeCommand('touchstone.openLink'));
    assert.deepEqual(shown, []);
    await until('the page', () => activeInput() instanceof vscode.TabInputCustom);
    assert.equal(current.value?.instanceId, item.instanceId);
  });

  it('that is not in the open study is said so', async () => {
    const link = 'vscode://touchstone.touchstone/instance?id=nobody__nothing-1';
    const shown = await answering({ input: link }, () => vscode.commands.executeCommand('touchstone.openLink'));
    assert.match(shown.join(), /nobody__nothing-1 isn't in the study/);
  });
});
