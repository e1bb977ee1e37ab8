import { describe, expect, it } from 'vitest';
import { evaluatedStudy, spandrel } from '../fakes/evaluatedStudy';
import { terminalContainers } from '../fakes/terminalContainers';
import { whyNoWorkbench } from './machine';
import { useWorkbench } from './session';
import { openPage, patience } from './steps';

const id = spandrel(14);
const missing = whyNoWorkbench();
const isMissing = missing !== null || (await terminalContainers(id)) === null;

describe.skipIf(isMissing)('Open Container Terminal', () => {
  const workbench = useWorkbench(evaluatedStudy, {
    settings: { 'touchstone.backend.kind': 'docker', 'terminal.integrated.gpuAcceleration': 'off' },
  });
  /** No-break spaces are how a terminal draws spaces. */
  const shown = async (): Promise<string> =>
    (
      (await workbench().page.locator('.terminal-wrapper.active .xterm-rows').allTextContents()).join('') ?? ''
    ).replaceAll('\u00a0', ' ');

  const openTerminal = async (): Promise<void> => {
    await openPage(workbench(), id);
    await workbench().command('Touchstone: Open Container Terminal');
    const build = workbench().page.locator('.monaco-dialog-box .monaco-button', { hasText: 'Build' });
    await expect
      .poll(
        async () => {
          if ((await build.count()) > 0) await build.first().click();
          return shown();
        },
        { timeout: 120_000, interval: 250 },
      )
      .toMatch(/#\s*$/);
    // Letters typed before would be keys of the instance's page.
    await workbench()
      .page.locator('.terminal-wrapper.active .xterm-helper-textarea:focus')
      .waitFor({ state: 'attached' });
  };

  it('begins with image, network and files, takes what is typed, and fits its panel', async () => {
    await workbench().showTouchstone();
    await openTerminal();
    expect(await shown()).toMatch(/^A container of touchstone-sample\/spandrel:\S+, without network\./);
    expect(await shown()).toMatch(/\/testbed is base [0-9a-f]{12}\. Nothing that is done here is kept\./);
    await workbench().page.keyboard.type(
      'echo "net: $(ls /sys/class/net)"; git log --oneline | wc -l; git status --short',
    );
    await workbench().page.keyboard.press('Enter');
    await expect.poll(shown, patience).toMatch(/net: lo\d+/);
    await workbench().screenshot('container-terminal');
    expect(await terminalContainers(id)).toHaveLength(1);
  }, 180_000);

  it('goes with its window: the next one ends what a reloaded one left', async () => {
    const [before] = (await terminalContainers(id)) ?? [];
    await workbench().reloadWindow();
    await workbench().showTouchstone();
    await openTerminal();
    await expect.poll(() => terminalContainers(id), patience).not.toContain(before);
    await workbench().command('Terminal: Kill All Terminals');
    await expect.poll(() => terminalContainers(id), patience).toEqual([]);
  }, 180_000);
});
