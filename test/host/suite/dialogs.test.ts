import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { answering } from './dialogs';

describe('a link that is none of ours', () => {
  it('is refused with a message that says so', async () => {
    const open = () => vscode.commands.executeCommand('touchstone.openLink');
    const shown = await answering({ input: 'https://example.org/' }, open);
    assert.deepEqual(shown, ['That is no link to an instance or a step of Touchstone.']);
  });
});
