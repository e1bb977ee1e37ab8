import fs from 'node:fs';
import path from 'node:path';
import type { Frame } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { spandrel } from '../fakes/evaluatedStudy';
import { fillJudgedSample } from '../fakes/judgedSample';
import { whyNoWorkbench } from './machine';
import { useWorkbench } from './session';
import { formOf, hereOf, openPage, patience } from './steps';

const missing = whyNoWorkbench();
const id = spandrel(31);

/** Gold is shown at once; nobody has judged. */
const study = (folder: string): void => {
  fillJudgedSample(folder, { by: [] });
  const file = path.join(folder, 'touchstone.yaml');
  fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('gold: after-verdict', 'gold: at-once'));
};

describe.skipIf(missing !== null)('the hunk map beside the diff', () => {
  const workbench = useWorkbench(study, { size: { width: 1600, height: 1000 } });
  const press = (key: string) => workbench().page.keyboard.press(key);
  const labels = (map: Frame) =>
    map.getByRole('option').evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label')));
  const here = (map: Frame) => map.locator('.here').getAttribute('aria-label');

  it('explores', async () => {
    await workbench().showTouchstone();
    await openPage(workbench(), id);
    await press('v');
    const form = await formOf(workbench(), id);
    await workbench().command('Touchstone: Hunk Map');
    const map = await workbench().webview('[aria-label="Files and hunks"]');
    await workbench().page.waitForTimeout(1000);
    await workbench().screenshot('map 1');
    console.log(await labels(map));
    const go = async (key: string, where: string) => {
      const before = await here(map);
      const t = performance.now();
      await press(key);
      await expect
        .poll(() => here(map), { interval: 2, timeout: 1500 })
        .not.toBe(before)
        .catch(() => 0);
      const took = performance.now() - t;
      await workbench().page.waitForTimeout(500);
      console.log(
        where,
        key,
        Math.round(took),
        await here(map),
        await workbench().page.locator('.tab.active').allTextContents(),
        await workbench().page.evaluate(() => document.activeElement?.className),
        await workbench().page.locator('.multiDiffEntry .cursor').count(),
      );
      await workbench().screenshot(`map ${where} ${key} ${counter++}`);
    };
    let counter = 0;
    await go('n', 'map');
    await map.getByRole('option', { name: /^src\/iso/ }).click();
    await workbench().page.waitForTimeout(700);
    await workbench().screenshot('map click');
    await press('Enter');
    await workbench().page.waitForTimeout(700);
    console.log('enter', await workbench().page.evaluate(() => document.activeElement?.className));
    await press('n');
    await workbench().page.waitForTimeout(700);

    await press('.');
    await workbench().page.waitForTimeout(300);
    console.log(await labels(map));
    await press('h');
    await workbench().page.waitForTimeout(500);
    console.log('h', await map.evaluate(() => [document.hasFocus(), document.activeElement?.className]));
    await workbench().screenshot('map enter');
    await press('3');
    await workbench().page.waitForTimeout(2500);
    await workbench().screenshot('map three');
    for (const k of ['PageDown']) await press(k);
    await workbench().page.waitForTimeout(1000);
    await workbench().screenshot('map three scrolled');
    await workbench().command('Focus on Verdict View');
    for (const k of ['y', 'y', '1', '0', '1', 'o', '1', 'c', '5', 'Control+Enter']) {
      await press(k);
      await workbench().page.waitForTimeout(300);
      console.log(k, await hereOf(form).catch(String));
    }
    await workbench().page.waitForTimeout(1000);
    await workbench().screenshot('map ask');
    console.log(
      workbench()
        .channelLog()
        .split('\n')
        .filter((l) => /warn|error/i.test(l))
        .slice(-20)
        .join('\n'),
      patience,
    );
  });
});
