import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { answering } from './dialogs';
import { untrusted } from './stubs';
import { itemOf, openSample } from './study';

const command = 'touchstone.compareByRunning';

describe('Compare by Running', () => {
  before(async function () {
    this.timeout(180_000);
    await openSample();
  });

  it('runs nothing in a folder that is not trusted, and says so', async () => {
    const item = await itemOf(14, 'kestrel-1');
    const shown = await untrusted(() => answering({}, () => vscode.commands.executeCommand(command, item)));
    assert.match(shown.join(), /Trust this folder to run/);
  });

  it("shows where gold's and the model's code part, and each line opens the log at its place", async function () {
    this.timeout(180_000);
    const item = await itemOf(14, 'kestrel-1');
    const before = item.run.outcome;
    const run = () => vscode.commands.executeCommand(command, item);
    const shown = await answering({ button: 'Run Without a Sandbox' }, run);
    assert.match(shown.join('\n'), /spandrel-14: one test differs\./);
    const document = vscode.window.activeTextEditor?.document;
    assert.ok(document, 'there is a document in front');
    assert.match(document.uri.path, /^\/by-running\//);
    assert.match(document.getText(), /On the instance's tests:\n {2}gold: resolved; /);
    assert.match(document.getText(), /Gold's patch brings no test files\./);
    const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>(
      'vscode.executeLinkProvider',
      document.uri,
    );
    const ofModel = links.find(({ range }) => document.getText(range).startsWith('model: FAILED, line '));
    assert.ok(ofModel?.target, 'the line of the model is a link');
    const log = await vscode.workspace.openTextDocument(ofModel.target.with({ fragment: '' }));
    const line = Number(/^L(\d+)$/.exec(ofModel.target.fragment)?.[1]);
    assert.match(log.lineAt(line - 1).text, /^not ok \d+ - format: carries through minutes/);
    assert.deepEqual((await itemOf(14, 'kestrel-1')).run.outcome, before, "it is no result of the study's");
  });
});
