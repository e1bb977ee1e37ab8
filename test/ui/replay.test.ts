import type { Frame } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { evaluatedStudy, spandrel } from '../fakes/evaluatedStudy';
import { terminalContainers } from '../fakes/terminalContainers';
import { whyNoWorkbench } from './machine';
import { useWorkbench } from './session';
import { patience } from './steps';

const missing = whyNoWorkbench();
const isMissing = missing !== null || (await terminalContainers(spandrel(14))) === null;

describe.skipIf(isMissing)('Replay in a Container', () => {
  const workbench = useWorkbench(evaluatedStudy, {
    size: { width: 1600, height: 1000 },
    settings: { 'touchstone.backend.kind': 'docker' },
  });
  const steps = (): Promise<Frame> => workbench().webview('[role=listbox][aria-label="Steps"] [role=option] svg');
  const open = async (name: string): Promise<Frame> => {
    await workbench().command('Go to File...');
    await workbench().quickInput().waitFor({ state: 'visible' });
    await workbench().quickInput().fill(name);
    await workbench().page.locator('.quick-input-list .monaco-list-row', { hasText: name }).first().click();
    return steps();
  };
  const replay = async (): Promise<Frame> => {
    await workbench().command('Touchstone: Replay in a Container');
    const build = workbench().page.locator('.monaco-dialog-box .monaco-button', { hasText: 'Build' });
    const strip = async () => {
      if ((await build.count()) > 0) await build.first().click();
      return (await steps()).locator('.replay').count();
    };
    await expect.poll(strip, { timeout: 120_000, interval: 250 }).toBe(1);
    return steps();
  };

  it('shows the step that parts, marks the others as the same, and lays both texts side by side', async () => {
    await workbench().showTouchstone();
    const altered = `${spandrel(14)}.altered.traj.json`;
    await open(altered);
    const frame = await replay();
    const strip = frame.locator('.replay');
    expect(await strip.textContent()).toMatch(
      /^parted when replayed.*Replayed 6 of 6 steps; parted at step 7\..*The final patch is reproduced\./,
    );
    const marks = (label: string) => frame.locator(`[role=option] svg[aria-label="${label}"]`).count();
    expect([await marks('same when replayed'), await marks('parted when replayed')]).toEqual([5, 1]);
    await strip.locator('button', { hasText: '7' }).click();
    await expect.poll(() => strip.textContent(), patience).toMatch(/Step 7: parted at line 1: "# tests 28"/);
    await workbench().screenshot('replay');
    await strip.locator('button', { hasText: 'Compare' }).click();
    await workbench().page.locator('.monaco-diff-editor .view-line', { hasText: '# tests 28' }).first().waitFor();
    await workbench().page.locator('.monaco-diff-editor .view-line', { hasText: '# tests 27' }).first().waitFor();
    await workbench().screenshot('replay compared');
  }, 240_000);

  it('is known again after the window is reloaded', async () => {
    await workbench().reloadWindow();
    await open(`${spandrel(14)}.altered.traj.json`);
    const strip = (await steps()).locator('.replay');
    await expect.poll(() => strip.textContent(), patience).toContain('parted at step 7');
  }, 120_000);
});
