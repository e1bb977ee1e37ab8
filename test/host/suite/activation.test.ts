import assert from 'node:assert/strict';
import * as vscode from 'vscode';

const touchstone = () => {
  const extension = vscode.extensions.getExtension('touchstone.touchstone');
  assert.ok(extension, 'VS Code does not know the extension');
  return extension;
};

describe('activation', () => {
  it('succeeds in a folder that holds nothing of ours', async () => {
    await touchstone().activate();
    assert.equal(touchstone().isActive, true);
  });

  it('registers every command of the manifest', async () => {
    await touchstone().activate();
    const registered = new Set(await vscode.commands.getCommands(true));
    const declared: { readonly command: string }[] = touchstone().packageJSON.contributes.commands;
    assert.ok(declared.length > 0);
    const missing = declared.map(({ command }) => command).filter((command) => !registered.has(command));
    assert.deepEqual(missing, []);
  });
});
