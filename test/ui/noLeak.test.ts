import fs from 'node:fs';
import path from 'node:path';
import type { Frame } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { fillJudgedSample } from '../fakes/judgedSample';
import { leaksIn, type Secret, secretsOf } from '../fakes/leaks';
import { root } from '../host/root';
import { whyNoWorkbench } from './machine';
import { useWorkbench } from './session';
import { patience } from './steps';

const missing = whyNoWorkbench();

interface Contributed {
  readonly commands: readonly { readonly command: string; readonly title: string; readonly enablement?: string }[];
  readonly views: Readonly<
    Record<string, readonly { readonly id: string; readonly name: string; readonly when?: string }[]>
  >;
  readonly menus: { readonly commandPalette: readonly { readonly command: string; readonly when: string }[] };
}

const contributed: Contributed = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')).contributes;

const views = Object.values(contributed.views).flat();

const hiddenInPalette = new Set(
  contributed.menus.commandPalette.flatMap(({ command, when }) => (when === 'false' ? [command] : [])),
);

/** Commands that leave the study or the window, or end what is tested here; with the reason. */
const leftOut: Readonly<Record<string, string>> = {
  endJudging: 'ends it',
  openSample: 'opens another folder',
  openFolder: 'opens another folder',
  openWorkspace: 'opens another window',
  openWorkspaceWithTests: 'opens another window',
  openWorkspaceFromImage: 'opens another window',
  openContainerTerminal: 'asks the engine',
  compareByRunning: 'runs code',
  openModelsFile: "opens a file of the person's own",
  openWalkthrough: 'tells of the sample in general',
  trustToRun: 'asks for trust',
};

const nameOf = (command: string): string => command.replace(/^touchstone\./, '');

/** What a person can do by the palette while somebody judges. */
const walked = contributed.commands.filter(
  ({ command, enablement = '' }) =>
    !enablement.includes('!touchstone.judging') && !hiddenInPalette.has(command) && !(nameOf(command) in leftOut),
);

/** Everything in a document that is read, by eye, by a screen reader or by the mouse. */
const readable = `(() => {
  const texts = [document.title, document.body?.innerText ?? ''];
  for (const one of document.querySelectorAll('[aria-label], [title], [placeholder], [data-resource-name], input, textarea'))
    texts.push(...['aria-label', 'title', 'placeholder', 'data-resource-name'].map((name) => one.getAttribute(name) ?? ''), one.value ?? '');
  return texts.filter((text) => typeof text === 'string' && text !== '').join('\\n');
})()`;

const textOf = (frame: Frame): Promise<string> => frame.evaluate<string>(readable).catch(() => '');

describe.skipIf(missing !== null)('while somebody judges, in the whole window', () => {
  let secrets: readonly Secret[] = [];
  const workbench = useWorkbench(
    (folder) => {
      fillJudgedSample(folder, { by: ['amber', 'birch', 'cedar', 'dune'] });
      const outcomes = [{ why: 'an outcome', pattern: /(?<![\w-])(?:un)?resolved(?!\w)|[✓✗]\d/ }];
      secrets = [...secretsOf(folder), ...outcomes];
    },
    { size: { width: 1500, height: 1000 } },
  );

  const found: string[] = [];
  const look = async (where: string): Promise<void> => {
    const { page } = workbench();
    await page.waitForTimeout(150);
    const texts = await Promise.all(page.frames().map(textOf));
    for (const leak of new Set(texts.flatMap((text) => leaksIn(text, secrets)))) found.push(`${where}: ${leak}`);
  };

  /** Every row of a view by the mouse: what stands below it, its tooltip, its buttons. */
  const hoverRows = async (view: string): Promise<void> => {
    const { page } = workbench();
    const rows = workbench().view(view).locator('.monaco-list-row');
    for (let at = 0; at < Math.min(await rows.count(), 4); at++) {
      await rows
        .nth(at)
        .hover({ timeout: 2000 })
        .catch(() => undefined);
      await page.waitForTimeout(700);
      await look(`row ${at + 1} of ${view}`);
    }
  };

  const leave = async (): Promise<void> => {
    for (let times = 0; times < 2; times++) await workbench().page.keyboard.press('Escape');
  };

  it('shows everything before it begins, so that this test could find it', async () => {
    await workbench().showTouchstone();
    await workbench().row('kestrel-1', 'Runs');
    await look('before');
    expect(found.some((leak) => leak.includes('a model'))).toBe(true);
    expect(found.some((leak) => leak.includes('an outcome'))).toBe(true);
    found.length = 0;
  });

  it('says in the status bar what is hidden, and that files on disk still tell', async () => {
    await workbench().command('Touchstone: Show Matrix');
    await workbench().tab('Matrix').waitFor();
    await workbench().command('Touchstone: Judge Next Item');
    await workbench().webview('.subject');
    const item = workbench().page.locator('.statusbar-item', { hasText: 'Blind: model, tests, judge' });
    await item.waitFor();
    await item.hover();
    await workbench().page.locator('.monaco-hover', { hasText: 'files on disk still tell' }).waitFor();
    await expect.poll(() => workbench().tab('Matrix').count(), patience).toBe(0);
    await look('the form');
    await workbench().screenshot('blind');
    expect(found).toEqual([]);
  });

  it.each(views.map(({ name }) => name))('no leak in the view %s, nor in what hovers over its rows', async (name) => {
    const isThere = await workbench().offers(`Focus on ${name} View`);
    await workbench().page.keyboard.press(isThere ? 'Enter' : 'Escape');
    await workbench().page.keyboard.press('*');
    await look(name);
    await hoverRows(name);
    expect(found).toEqual([]);
  });

  it('no leak in the page of an instance, in a comparison and their tabs', async () => {
    await workbench().row('spandrel-23');
    await workbench().rows('Instances', 'spandrel-23').first().click();
    await workbench().webview('h1:has-text("spandrel-23")');
    await look('page');
    await workbench().command('Touchstone: Compare Patches');
    await look('comparison');
    await workbench().page.locator('.tabs-container .tab').first().hover();
    await workbench().page.waitForTimeout(700);
    await look('tab');
    expect(found).toEqual([]);
  });

  it('no leak by any command of the palette that is not closed meanwhile', async () => {
    expect(walked.length).toBeGreaterThan(20);
    for (const { command, title } of walked) {
      const isThere = await workbench().offers(`Touchstone: ${title}`);
      await look(`palette for ${nameOf(command)}`);
      if (isThere) {
        await workbench().page.keyboard.press('Enter');
        await workbench().page.waitForTimeout(400);
        await look(nameOf(command));
      }
      await leave();
    }
    await workbench().screenshot('blind after all commands');
    expect(found).toEqual([]);
  });

  it('shows everything again once judging is ended', async () => {
    await workbench().command('Touchstone: End Judging');
    await workbench().row('kestrel-1', 'Runs');
    await expect
      .poll(() => workbench().page.locator('.statusbar-item', { hasText: 'Blind:' }).count(), patience)
      .toBe(0);
  });
});
