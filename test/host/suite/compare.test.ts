import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { sideUri } from '../../../src/editor/documents/uris';
import { spandrel } from '../../fakes/evaluatedStudy';
import { answering } from './dialogs';
import { closeAllEditors, itemOf, openSample, removeScratch, scratch, services, tabLabels, until } from './study';

const textAt = async (uri: vscode.Uri): Promise<string> =>
  new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));

/** What git itself makes of a patch on the instance's base, in a clone of the sample's bundle. */
const byGit = (study: string, base: string, patch: string, file: string): string => {
  const clone = scratch('clone');
  const git = (...args: readonly string[]) => execFileSync('git', ['-C', clone, ...args], { encoding: 'utf8' });
  execFileSync('git', ['clone', '-q', path.join(study, 'spandrel.bundle'), clone]);
  git('checkout', '-q', base);
  fs.writeFileSync(path.join(clone, '..', 'x.patch'), patch);
  git('apply', path.join(clone, '..', 'x.patch'));
  const text = fs.readFileSync(path.join(clone, file), 'utf8');
  removeScratch(clone);
  return text;
};

describe('gold against model', () => {
  let study = '';
  before(async function () {
    this.timeout(180_000);
    study = await openSample();
  });
  afterEach(closeAllEditors);

  it('opens as one multi-diff per instance, whose title names no model', async () => {
    const item = await itemOf(23, 'kestrel-1');
    const title = `${item.instanceId}: Gold ↔ Patch`;
    await vscode.commands.executeCommand('touchstone.compare', item);
    await until('the comparison', () => tabLabels().some((label) => label.startsWith(title)));
    await vscode.commands.executeCommand('touchstone.compareBaseModel');
    await until('the other sides', () =>
      tabLabels().some((label) => label.startsWith(`${item.instanceId}: Base ↔ Patch`)),
    );
    assert.deepEqual(tabLabels().length, 1, `the first comparison stays open: ${tabLabels().join(' | ')}`);
    assert.doesNotMatch(tabLabels().join(), /kestrel|heron/);
  });

  it('shows base, gold and model byte for byte as git gives them', async () => {
    const item = await itemOf(23, 'kestrel-1');
    const { app } = await services();
    const instance = await app.remote.readInstance(item);
    const predictionsPath = item.run.predictionsPath;
    assert.ok(instance?.baseCommit && instance.goldPatch && predictionsPath);
    const model = await app.remote.readPatch({ ...item, predictionsPath });
    const side = (which: 'base' | 'gold' | 'model') => textAt(sideUri(item, predictionsPath, 'src/set.js', which));
    assert.equal(await side('gold'), byGit(study, instance.baseCommit, instance.goldPatch, 'src/set.js'));
    assert.equal(await side('model'), byGit(study, instance.baseCommit, model ?? '', 'src/set.js'));
    const base = execFileSync('git', ['--git-dir', bareOf(study), 'show', `${instance.baseCommit}:src/set.js`], {
      encoding: 'utf8',
    });
    assert.equal(await side('base'), base);
  });

  it('says of an empty patch that there is nothing to compare', async () => {
    const item = await itemOf(17, 'kestrel-1');
    const compare = () => vscode.commands.executeCommand('touchstone.compare', { ...item });
    const shown = await answering({}, compare);
    assert.match(shown.join('\n'), /has no run|nothing to compare|empty/i);
    assert.deepEqual(tabLabels(), []);
  });
});

const bareOf = (study: string): string => {
  const bare = scratch('bare.git');
  execFileSync('git', ['clone', '-q', '--bare', path.join(study, 'spandrel.bundle'), bare]);
  return bare;
};

describe('patches that cannot be compared as whole files', () => {
  let folder = '';
  before(async () => {
    folder = scratch('loose');
    const study = await openSample();
    const rows = fs
      .readFileSync(path.join(study, 'datasets', 'spandrel.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const row = rows.find(({ instance_id }) => instance_id === spandrel(14));
    fs.mkdirSync(path.join(folder, 'runs', 'prose'), { recursive: true });
    fs.mkdirSync(path.join(folder, 'runs', 'patch'), { recursive: true });
    fs.writeFileSync(path.join(folder, 'rows.jsonl'), `${JSON.stringify({ ...row, repo: 'nobody/nowhere' })}\n`);
    const prediction = (name: string, text: string) =>
      `${JSON.stringify({ instance_id: row.instance_id, model_name_or_path: name, model_patch: text })}\n`;
    fs.writeFileSync(
      path.join(folder, 'runs', 'prose', 'predictions.jsonl'),
      prediction('prose', 'I would round the seconds first.\n'),
    );
    fs.writeFileSync(path.join(folder, 'runs', 'patch', 'predictions.jsonl'), prediction('patch', row.patch));
    await (await services()).study.open(folder);
  });
  after(async () => {
    await openSample();
    removeScratch(folder);
  });
  afterEach(closeAllEditors);

  it('come from their hunks where there is no history, and the title says so', async () => {
    const item = await itemOf(14, 'patch');
    await vscode.commands.executeCommand('touchstone.compare', item);
    await until('the comparison', () => tabLabels().some((label) => label.includes('(hunks only)')));
    const gold = await textAt(sideUri(item, item.run.predictionsPath, 'src/format.js', 'gold'));
    assert.match(gold, /lastUnit/);
  });

  it('are said to be no patch where they are prose', async () => {
    const item = await itemOf(14, 'prose');
    const shown = await answering({}, () => vscode.commands.executeCommand('touchstone.compare', item));
    assert.match(shown.join('\n'), /is no patch/);
    assert.deepEqual(tabLabels(), []);
  });
});
