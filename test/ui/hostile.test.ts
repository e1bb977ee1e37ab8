import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { instanceRow, jsonLines, predictionRow } from '../fakes/rows';
import { whyNoWorkbench } from './machine';
import { useWorkbench } from './session';
import { patience } from './steps';

const missing = whyNoWorkbench();

const link = '[click](command:workbench.action.files.newUntitledFile)';
const icon = '$(trash) icon__x-2';
const reversed = '\u202Egnirts__rtl-3';

const hostileStudy = (folder: string): void => {
  const ids = [link, icon, reversed];
  const write = (file: string, text: string) => {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), text);
  };
  const rows = ids.map((id) => instanceRow(id, { problem_statement: `<b>${id}</b> ${'x'.repeat(100_000)}` }));
  write('rows.jsonl', jsonLines(rows));
  write('runs/evil/predictions.jsonl', jsonLines(ids.map((id) => predictionRow(id, 'x'))));
};

describe.skipIf(missing !== null)('rows whose ids are signs to VS Code', () => {
  const workbench = useWorkbench(hostileStudy);

  it('are no links in messages', async () => {
    await workbench().showTouchstone();
    await (await workbench().row('[click]')).click();
    await workbench().webview('h1');
    await workbench().command('Touchstone: Open Test Output');
    const toast = workbench().toast('no test output');
    await toast.waitFor();
    expect(await toast.textContent()).toContain('command:workbench');
    expect(await toast.locator('a[href]').count()).toBe(0);
  });

  it('are no icons in lists, and reverse nothing beside them', async () => {
    await workbench().command('Touchstone: Open Instance...');
    const rows = workbench().page.locator('.quick-input-list .monaco-list-row');
    await expect.poll(() => rows.count(), patience).toBe(3);
    expect(await rows.locator('.codicon-trash').count()).toBe(0);
    expect((await rows.allTextContents()).join()).not.toContain('\u202E');
    await workbench().page.keyboard.press('Escape');
  });

  it('stand as text in the matrix', async () => {
    await workbench().command('Touchstone: Show Matrix');
    const page = await workbench().webview('[role=gridcell] svg');
    const heads = await page.locator('[role=rowheader]').allTextContents();
    expect(heads.join()).toContain('<b>');
    expect(await page.locator('[role=rowheader] b').count()).toBe(0);
    expect(Math.max(...heads.map((text) => text.length)), 'a title of any length').toBeLessThan(1000);
  });
});
