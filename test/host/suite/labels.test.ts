import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { evaluatedStudy } from '../../fakes/evaluatedStudy';
import { answering } from './dialogs';
import { itemOf, openSample, removeScratch, scratch, services } from './study';

describe('Correct Label', () => {
  after(openSample);

  it('says before it asks anything that a folder without a study keeps no corrections', async () => {
    const folder = scratch('loose');
    await evaluatedStudy(folder);
    fs.rmSync(path.join(folder, 'touchstone.yaml'));
    await (await services()).study.open(folder);
    const item = await itemOf(14, 'heron-2');
    const correct = () => vscode.commands.executeCommand('touchstone.correctLabel', item);
    const shown = await answering({ pick: 'Language', input: 'asked too late' }, correct);
    removeScratch(folder);
    assert.match(shown.join('\n'), /no touchstone\.yaml/);
    assert.doesNotMatch(shown.join('\n'), /could not be corrected/);
  });
});
