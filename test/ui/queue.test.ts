import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { evaluatedStudy } from '../fakes/evaluatedStudy';
import { whyNoWorkbench } from './machine';
import { pickRow } from './quickPick';
import { useWorkbench } from './session';
import { patience } from './steps';

const missing = whyNoWorkbench();

interface Opened {
  readonly type: string;
  readonly body: { readonly probability?: number; readonly queue?: string };
}

describe.skipIf(missing !== null)('the queues', () => {
  let study = '';
  const workbench = useWorkbench(
    (folder) => {
      study = folder;
      return evaluatedStudy(folder);
    },
    { size: { width: 1500, height: 1000 } },
  );
  const events = (): readonly Opened[] => {
    const folder = path.join(study, '.touchstone/quickstart/events/r1');
    const files = fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => name.endsWith('.jsonl')) : [];
    return files.flatMap((name) =>
      fs
        .readFileSync(path.join(folder, name), 'utf8')
        .split('\n')
        .flatMap((line) => (line === '' ? [] : [JSON.parse(line)])),
    );
  };
  const list = () => workbench().view('Queue').locator('.monaco-list-row');
  const rows = async () => (await list().allTextContents()).map((text) => text.trim());
  /** Rows out of sight are not drawn; the first says how many there are. */
  const count = async () => Number(await list().first().getAttribute('aria-setsize'));

  it('stand in their view with what waits in each', async () => {
    await workbench().showTouchstone();
    await expect.poll(rows, patience).toContainEqual(expect.stringMatching(/^Mine14 wait/));
    expect(await rows()).toContainEqual(expect.stringMatching(/^Disagreement\d wait/));
    expect(await rows()).toContainEqual(expect.stringMatching(/^Contradictions2 wait/));
    await workbench().screenshot('queues');
  });

  it('disagreements come with all others mixed in, under letters, each with its probability in its event', async () => {
    await workbench().command('Touchstone: Open Queue...');
    await pickRow(workbench().page, 'Disagreement');
    await pickRow(workbench().page, 'Mix in all agreeing items');
    const form = await workbench().webview('.subject');
    await expect
      .poll(() => events().find(({ type }) => type === 'item.open')?.body, patience)
      .toMatchObject({
        queue: 'disagreement',
        probability: 1,
      });
    expect(await form.locator('.subject').textContent()).toMatch(/spandrel-\d+\s*[A-D]$/);
    expect((await rows()).every((row) => /^spandrel-\d+[A-D]$/.test(row))).toBe(true);
    expect(await count()).toBe(14);
    await workbench().screenshot('queue while judging');
  });

  it('skips with a reason; what was skipped waits at the end, and the one before comes back by a command', async () => {
    const form = await workbench().webview('.subject');
    const first = (await form.locator('.subject').textContent()) ?? '';
    await workbench().command('Focus on Verdict View');
    await workbench().page.keyboard.press('s');
    await form.locator('textarea, input[type=text]').first().waitFor();
    await workbench().page.keyboard.type('Not my field');
    await workbench().page.keyboard.press('Control+Enter');
    await expect.poll(() => events().some(({ type }) => type === 'skip'), patience).toBe(true);
    await expect.poll(() => form.locator('.subject').textContent(), patience).not.toBe(first);
    await workbench().command('Focus on Queue View');
    await expect
      .poll(async () => {
        await workbench().page.keyboard.press('End');
        return (await rows()).at(-1);
      }, patience)
      .toContain('skipped');
    await workbench().command('Touchstone: Judge Previous Item');
    await expect.poll(() => form.locator('.subject').textContent(), patience).toBe(first);
  });
});
