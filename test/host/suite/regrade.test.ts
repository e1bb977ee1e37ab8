import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { answering } from './dialogs';
import { closeAllEditors, itemOf, openSample, services, until } from './study';

const shownText = async (): Promise<string> => {
  const document = await until('the changes', () => {
    const shown = vscode.window.activeTextEditor?.document;
    return shown?.uri.path.startsWith('/regrade/') ? shown : null;
  });
  return document.getText();
};

describe('Re-grade Under', () => {
  before(async function () {
    this.timeout(180_000);
    await openSample();
  });
  afterEach(closeAllEditors);

  it('shows what another rule set changes in one evaluation, read only, and why', async () => {
    const item = await itemOf(14, 'kestrel-1');
    await answering({ pick: 'SWE-bench Pro' }, () => vscode.commands.executeCommand('touchstone.regrade', item));
    assert.match(await shownText(), /^swebench-v5 -> pro: \d of 1 evaluations change/);
    assert.match(await shownText(), /Nothing was run and nothing was written/);
  });

  it('grades all evaluations of a run from its row', async () => {
    const { study } = await services();
    const run = study.catalogue?.runs.find(({ id }) => id === 'kestrel-1');
    assert.ok(run);
    const regrade = () => vscode.commands.executeCommand('touchstone.regrade', { kind: 'run', run });
    await answering({ pick: 'SWE-smith' }, regrade);
    const [, total] = /of (\d+) evaluations change/.exec(await shownText()) ?? [];
    assert.ok(Number(total) > 1, `${total} evaluations`);
  });

  it('says so where a run has no evaluation', async () => {
    const run = { id: 'no-such-run' };
    const shown = await answering({}, () => vscode.commands.executeCommand('touchstone.regrade', { kind: 'run', run }));
    assert.match(shown.join(), /no-such-run has no evaluation/);
  });
});
