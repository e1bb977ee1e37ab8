import { describe, expect, it } from 'vitest';
import { dockerAnswers } from '../container/engines';
import { spandrel } from '../fakes/evaluatedStudy';
import { modelStudy } from '../fakes/modelStudy';
import { whyNoWorkbench } from './machine';
import { useWorkbench } from './session';
import { openPage, patience } from './steps';

const missing = whyNoWorkbench();
const id = spandrel(14);

describe.skipIf(missing !== null || !dockerAnswers)('a model that is run from the editor', () => {
  const workbench = useWorkbench(modelStudy, {
    size: { width: 1600, height: 1000 },
    settings: { 'workbench.colorTheme': 'Dark 2026' },
  });
  const pick = () => workbench().page.locator('.quick-input-widget');
  /** One answer a step; the next step's title is waited for, so that no click is lost. */
  const answer = async (title: string, row: string) => {
    await pick().filter({ hasText: title }).waitFor();
    await workbench().screenshot(`run ${title}`);
    await workbench().pick(row);
  };
  const live = () => workbench().webview('[role=listbox][aria-label="Steps"] [role=option]');

  it('asks model, agent, attempts, budget, place and evaluation; what a model lacks is said', async () => {
    await workbench().showTouchstone();
    await openPage(workbench(), id);
    await workbench().page.keyboard.press('r');
    await pick().filter({ hasText: 'Which model?' }).waitFor();
    await pick().filter({ hasText: 'key OPENAI_API_KEY is not set: set it' }).waitFor();
    await answer('Which model?', 'fixer');
    await answer('Which agent?', 'mini');
    await answer('How many attempts', 'one run');
    await answer('What may it cost?', '$2.00');
    await answer('Where do its commands run?', 'In a Container');
    await pick().filter({ hasText: 'Evaluate the patches afterwards?' }).waitFor();
    await workbench().screenshot('run evaluate');
    // The usual answer is at hand: the keyboard alone is enough.
    await pick().locator('.monaco-list-row.focused', { hasText: 'Evaluate Afterwards' }).waitFor();
    await workbench().page.keyboard.press('Enter');
  });

  it('shows its steps as they come, its rows and its spend', async () => {
    const frame = await live();
    await workbench().screenshot('run live');
    await expect.poll(() => frame.locator('[role=option]').count(), patience).toBe(5);
    const chosen = () => frame.locator('[role=option][aria-selected=true]').getAttribute('aria-label');
    await expect.poll(chosen, patience).toMatch(/^5\b|\b5\b/);
    await workbench().screenshot('run live later');
  });

  it('says what came, evaluates it, and the study has it', async () => {
    await workbench().toast('mini with fixer on').waitFor({ timeout: 60_000 });
    await workbench().screenshot('run ended');
    await workbench().toast('Evaluated mini-fixer').waitFor({ timeout: 60_000 });
    await workbench().rows('Runs', 'mini-fixer').first().waitFor();
    await workbench().screenshot('run evaluated');
    await workbench().command('Notifications: Clear All Notifications');
  });

  it('ends at its budget, says in which reply, and keeps the run; the last choice stands first', async () => {
    await openPage(workbench(), id);
    await workbench().page.keyboard.press('r');
    await pick().filter({ hasText: 'last choice' }).waitFor();
    await answer('Which model?', 'costly');
    await answer('Which agent?', 'mini');
    await answer('How many attempts', 'one run');
    await answer('What may it cost?', '$0.50');
    await answer('Where do its commands run?', 'In a Container');
    await answer('Evaluate the patches afterwards?', 'Only Run');
    await workbench().toast('Budget 0.50 reached in reply 3; run kept, status limit_cost').waitFor({ timeout: 30_000 });
    await workbench().screenshot('run budget');
    await workbench().command('Notifications: Clear All Notifications');
  });

  it('D10: forks a failed run from step 4 with a hint: a branch that is resolved, linked to its parent and back', async () => {
    await workbench().goToFile(`kestrel-1/trajectories/${id}.traj.json`);
    const parent = await workbench().webview('[role=option]:has-text("carry.mjs")');
    await parent.locator('[role=listbox][aria-label="Steps"]').focus();
    await parent.waitForTimeout(500);
    for (const key of ['g', 'j', 'j', 'j']) await workbench().page.keyboard.press(key);
    await workbench().screenshot('fork parent');
    await workbench().page.keyboard.press('b');
    await answer('Fork from step 4: what is other?', 'With a Hint');
    await pick().filter({ hasText: 'a hint' }).waitFor();
    await workbench().page.keyboard.type('Round before you cut into parts.');
    await workbench().page.keyboard.press('Enter');
    await answer('Which model?', 'forker');
    await answer('What may it cost?', '$0.50');
    await answer('Where do its commands run?', 'In a Container');
    await answer('Evaluate the patches afterwards?', 'Evaluate Afterwards');
    const fork = await workbench().webview('.fork-of');
    await workbench().screenshot('fork live');
    await workbench().toast('Evaluated kestrel-1-fork-4: 1 resolved').waitFor({ timeout: 40_000 });
    await workbench().screenshot('fork evaluated');
    await fork.locator('.fork-of button').click();
    const back = await workbench().webview('.forked button');
    expect(await back.locator('.forked').textContent()).toMatch(/step 4 → kestrel-1-fork-4/);
    await workbench().screenshot('fork back');
  });

  it('forks with an edited reply: the message may be gone, the key goes on with what the editor holds', async () => {
    await workbench().command('Notifications: Clear All Notifications');
    const parent = await workbench().webview('[role=option]:has-text("carry.mjs")');
    await parent.locator('[role=listbox][aria-label="Steps"]').focus();
    await parent.waitForTimeout(500);
    await workbench().page.keyboard.press('b');
    await answer('what is other?', 'With an Edited Reply');
    await workbench().toast('then press Ctrl+Enter').waitFor();
    await workbench().command('Notifications: Clear All Notifications');
    await workbench().page.locator('.editor-actions [aria-label^="Fork with This Reply"]').waitFor();
    await workbench().page.keyboard.press('Control+Enter');
    await pick().filter({ hasText: 'Which model?' }).waitFor();
    await workbench().page.keyboard.press('Escape');
  });
});
