import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { evaluatedStudy, spandrel } from '../fakes/evaluatedStudy';
import { whyNoWorkbench } from './machine';
import { useWorkbench } from './session';
import { patience } from './steps';

const missing = whyNoWorkbench();
const id = spandrel(23);

describe.skipIf(missing !== null)('ways to a run', () => {
  let logsOnly = '';
  const workbench = useWorkbench(async (folder) => {
    await evaluatedStudy(folder);
    logsOnly = path.join(path.dirname(folder), 'logs-only');
    fs.cpSync(path.join(folder, 'logs'), path.join(logsOnly, 'logs'), { recursive: true });
  });

  it("opens the page at the run whose row was chosen, and moves there when it's open already", async () => {
    await workbench().showTouchstone();
    await workbench().rows('Instances', id).first().locator('.monaco-tl-twistie').click();
    await (await workbench().row('heron-2, ')).click();
    const page = await workbench().webview(`h1:text-is("${id}")`);
    const selected = () => page.locator('.runs tr.selected').textContent();
    await expect.poll(selected, patience).toMatch(/^heron-2/);
    await (await workbench().row('kestrel-1, ')).click();
    await expect.poll(selected, patience).toMatch(/^kestrel-1/);
  });

  it('says that a filter matches nothing, and clears it', async () => {
    await workbench().command('Touchstone: Search Text');
    await workbench().quickInput().fill('no such words');
    const welcome = workbench().view('Instances').locator('.welcome-view-content');
    await welcome.filter({ hasText: 'No instance matches the filter' }).waitFor();
    await workbench().page.keyboard.press('Enter');
    await welcome.locator('.monaco-button', { hasText: 'Clear Filter' }).click();
    await workbench().row(id);
  });

  it('opens a folder that holds logs/run_evaluation alone, and says that the dataset is missing', async () => {
    await workbench().goTo(logsOnly);
    await workbench().showTouchstone();
    await workbench().rows('Study', 'Evaluations').first().waitFor();
    const run = await workbench().row('run kestrel-1, model kestrel-1', 'Runs');
    await run.locator('.monaco-tl-twistie').click();
    await workbench().rows('Runs', 'spandrel-23').first().click();
    await workbench().toast(`${id} is in no dataset that is open here`).waitFor();
  });

  it('logged no error on the way', () => {
    expect(workbench().channelLog()).not.toMatch(/\[error\]/);
  });
});
