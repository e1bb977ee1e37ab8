import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { spandrel } from '../../fakes/evaluatedStudy';
import { answering } from './dialogs';
import { foldersOpened, untrusted, withFolderOpen } from './stubs';
import { closeAllEditors, itemOf, openSample, services, until } from './study';

const git = (folder: string, ...args: readonly string[]): string =>
  execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8' }).trim();

const openWorkspace = async (): Promise<readonly string[]> => {
  const item = await itemOf(14, 'kestrel-1');
  return foldersOpened(() => vscode.commands.executeCommand('touchstone.openWorkspace', item));
};

describe('Open Instance as Workspace', () => {
  let folder = '';
  let base = '';
  before(async function () {
    this.timeout(180_000);
    await openSample();
    const instance = await (await services()).app.remote.readInstance(await itemOf(14, 'kestrel-1'));
    base = instance?.baseCommit ?? '';
  });
  after(closeAllEditors);

  it('refuses in a folder that is not trusted', async () => {
    const shown = await answering({}, async () => {
      assert.deepEqual(await untrusted(openWorkspace), []);
    });
    assert.match(shown.join(), /Trust this folder/);
  });

  it('makes a repository of its own at the base commit, with nothing later in it', async () => {
    const opened = await openWorkspace();
    assert.equal(opened.length, 1);
    folder = opened[0] ?? '';
    assert.equal(git(folder, 'rev-parse', 'HEAD'), base);
    assert.equal(git(folder, 'status', '--porcelain'), '');
    assert.equal(git(folder, 'rev-list', '--all', 'HEAD', '--count'), git(folder, 'rev-list', 'HEAD', '--count'));
    assert.equal(git(folder, 'for-each-ref'), '');
  });

  it('takes the same folder the second time, and tells of uncommitted work before it is opened', async () => {
    assert.deepEqual(await openWorkspace(), [folder]);
    const file = path.join(folder, 'src', 'format.js');
    const text = fs.readFileSync(file, 'utf8');
    fs.writeFileSync(file, `${text}// mine\n`);
    const away = await answering({}, async () => assert.deepEqual(await openWorkspace(), []));
    assert.match(away.join(), /open already/);
    await answering({ button: 'Open It As It Is' }, async () => assert.deepEqual(await openWorkspace(), [folder]));
    assert.equal(fs.readFileSync(file, 'utf8'), `${text}// mine\n`, 'uncommitted work was touched');
    fs.writeFileSync(file, text);
  });

  it('knows its study and instance again', async () => {
    const tie = await (await services()).app.remote.workspaceTie({ folder });
    assert.equal(tie?.instanceId, spandrel(14));
    assert.equal(tie.studyFolder, (await services()).study.folder);
  });

  it('opens the files of the image where that is asked for, and says what the image lacks', async function () {
    this.timeout(120_000);
    const item = await itemOf(14, 'kestrel-1');
    const { app } = await services();
    if (!(await app.remote.pingEngine({ backend: 'docker', endpoint: null })).ok) this.skip();
    const open = () => vscode.commands.executeCommand('touchstone.openWorkspaceFromImage', item);
    const away = await answering({}, async () => assert.deepEqual(await foldersOpened(open), []));
    assert.deepEqual(away, []);
    const shown = await answering({ pick: 'Files alone', button: 'Build' }, async () => {
      assert.deepEqual(await foldersOpened(open), []);
    });
    assert.match(shown.join(), /The image has no folder \/testbed; name the one where its tree stands/);
  });

  it('gets a fix by hand, and Run in the Testing view turns FAIL_TO_PASS green', async function () {
    this.timeout(120_000);
    const { app, current, study } = await services();
    const item = await itemOf(14, 'kestrel-1');
    const instance = await app.remote.readInstance(item);
    const patch = path.join(path.dirname(folder), 'fix.patch');
    fs.writeFileSync(patch, instance?.goldPatch ?? '');
    git(folder, 'apply', patch);
    fs.rmSync(patch);
    current.set({ ...item, run: null });
    const logs = path.join(study.folder ?? '', 'logs', 'run_evaluation', 'workspace', 'workspace');
    const report = path.join(logs, item.instanceId, 'report.json');
    const run = () => withFolderOpen(folder, () => vscode.commands.executeCommand('testing.runAll'));
    // The view has the instance's tests a moment after it was chosen; until then there is nothing to run.
    const untilRun = () => until('the tests to be there and run', async () => run().then(() => fs.existsSync(report)));
    await answering({ button: 'Run Without a Sandbox' }, untilRun);
    const { tests_status: status, resolved } = JSON.parse(fs.readFileSync(report, 'utf8'))[item.instanceId];
    assert.equal(status.FAIL_TO_PASS.success.length, 2);
    assert.equal(resolved, true);
  });
});
