import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { answering } from './dialogs';

const command = 'touchstone.cleanUp';
const configuration = () => vscode.workspace.getConfiguration('touchstone');

/** A log of a build in the cache folder that the worker shares. */
const log = (): string => {
  const folder = path.join(process.env['XDG_CACHE_HOME'] ?? '', 'touchstone', 'builds');
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'touchstone-a-1.log');
  fs.writeFileSync(file, 'Step 1/2 : FROM x\n');
  return file;
};

describe('Clean Up', () => {
  // An engine that isn't there: other people's containers and images are on the real one.
  before(() => configuration().update('backend.endpoint', 'unix:///nowhere.sock', vscode.ConfigurationTarget.Global));
  after(() => configuration().update('backend.endpoint', undefined, vscode.ConfigurationTarget.Global));

  it('removes nothing where the list is closed', async () => {
    const file = log();
    assert.deepEqual(await answering({}, () => vscode.commands.executeCommand(command)), []);
    assert.ok(fs.existsSync(file));
  });

  it('removes what is ticked, and says so', async () => {
    const file = log();
    const shown = await answering({ pick: '1 build log' }, () => vscode.commands.executeCommand(command));
    assert.match(shown.join(), /Removed: 1 build log\./);
    assert.ok(!fs.existsSync(file));
  });

  it('says that nothing is left, and what could not be looked at', async () => {
    fs.rmSync(log());
    const shown = await answering({}, () => vscode.commands.executeCommand(command));
    assert.match(shown.join(), /Nothing to clean up\. No engine at/);
  });
});
