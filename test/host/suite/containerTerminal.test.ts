import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { spandrel } from '../../fakes/evaluatedStudy';
import { terminalContainers } from '../../fakes/terminalContainers';
import { answering } from './dialogs';
import { foldersOpened, untrusted, withFolderOpen } from './stubs';
import { closeAllEditors, itemOf, openSample, services, until } from './study';

const command = 'touchstone.openContainerTerminal';

/** The terminal that the command opens, and everything that it shows. */
const opened = async (): Promise<{ readonly terminal: vscode.Terminal; text(): string }> => {
  const before = new Set(vscode.window.terminals);
  await vscode.commands.executeCommand(command);
  const terminal = vscode.window.terminals.find((each) => !before.has(each));
  assert.ok(terminal, 'no terminal was opened');
  const { pty } = terminal.creationOptions as vscode.ExtensionTerminalOptions;
  let shown = '';
  pty?.onDidWrite((text) => {
    shown += text;
  });
  return { terminal, text: () => shown };
};

describe('Open Container Terminal', () => {
  let folder = '';
  before(async function () {
    this.timeout(180_000);
    await openSample();
    const item = await itemOf(14, 'kestrel-1');
    const made = await answering({ button: 'Open It As It Is' }, async () => {
      folder = (await foldersOpened(() => vscode.commands.executeCommand('touchstone.openWorkspace', item)))[0] ?? '';
    });
    assert.ok(folder !== '', made.join());
  });
  after(async () => {
    for (const terminal of vscode.window.terminals) terminal.dispose();
    await closeAllEditors();
  });

  it('refuses in a folder that is not trusted', async () => {
    const before = vscode.window.terminals.length;
    const shown = await answering({}, () =>
      untrusted(() => withFolderOpen(folder, () => vscode.commands.executeCommand(command))),
    );
    assert.match(shown.join(), /Trust this folder/);
    assert.equal(vscode.window.terminals.length, before);
  });

  it("is a shell in a container without network, with a copy of the workspace's files, and goes when it is closed", async function () {
    this.timeout(180_000);
    const { app } = await services();
    if (!(await app.remote.pingEngine({ backend: 'docker', endpoint: null })).ok) this.skip();
    const file = path.join(folder, 'mine.txt');
    fs.writeFileSync(file, 'of the workspace\n');
    await answering({ button: 'Build' }, async () => {
      const { terminal, text } = await withFolderOpen(folder, opened);
      terminal.sendText('cat mine.txt; echo "net: $(ls /sys/class/net)"; echo changed > mine.txt; pwd');
      await until(`the shell's answer in ${text()}`, () => /net: lo\s+\/testbed/.test(text())).catch((error) => {
        throw new Error(`${String(error)} It shows: ${JSON.stringify(text())}`);
      });
      assert.match(text(), /A container of touchstone-sample\/[\w./:-]+, without network\./);
      assert.match(text(), /\/testbed is a copy: .*changed files? of the workspace/);
      assert.match(text(), /of the workspace\r\n/);
      assert.equal(fs.readFileSync(file, 'utf8'), 'of the workspace\n');
      assert.equal((await terminalContainers(spandrel(14)))?.length, 1);
      terminal.dispose();
      await until('the container to go', async () => (await terminalContainers(spandrel(14)))?.length === 0);
    });
    fs.rmSync(file);
  });

  it('is an ordinary terminal in the folder where no engine is to be used, and says so', async () => {
    const configuration = vscode.workspace.getConfiguration('touchstone');
    await configuration.update('backend.kind', 'local', vscode.ConfigurationTarget.Global);
    try {
      await answering({ button: 'Run Without a Sandbox' }, async () => {
        const before = new Set(vscode.window.terminals);
        await withFolderOpen(folder, () => vscode.commands.executeCommand(command));
        const terminal = vscode.window.terminals.find((each) => !before.has(each));
        const { cwd, message } = (terminal?.creationOptions ?? {}) as vscode.TerminalOptions;
        assert.equal(cwd, folder);
        assert.match(message ?? '', /No container: .* runs as you/);
      });
    } finally {
      await configuration.update('backend.kind', undefined, vscode.ConfigurationTarget.Global);
    }
  });
});
