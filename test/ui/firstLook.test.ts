import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { whyNoWorkbench } from './machine';
import { useWorkbench } from './session';

const missing = whyNoWorkbench();
if (missing) console.warn(`Interface tests are left out: ${missing}`);

describe.skipIf(missing !== null)('first look', () => {
  const workbench = useWorkbench((folder) => fs.writeFileSync(path.join(folder, 'notes.txt'), 'nothing of ours\n'));

  it('shows the Touchstone views in the side bar', async () => {
    await workbench().showTouchstone();
    await workbench().page.locator('.pane-header[aria-label^="Instances"]').waitFor();
    expect(await workbench().page.locator('.sidebar .pane-header').count()).toBeGreaterThan(1);
  });

  it('offers its commands in the palette', async () => {
    await workbench().page.keyboard.press('F1');
    await workbench().quickInput().fill('>Touchstone: Open the Sample Study');
    await workbench().page.locator('.quick-input-list .monaco-list-row', { hasText: 'Sample' }).first().waitFor();
    await workbench().page.keyboard.press('Escape');
    await workbench().page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
  });

  it('wakes when its views are shown, and logs no error', async () => {
    await workbench().showTouchstone();
    await expect.poll(() => workbench().channelLog(), { timeout: 20_000 }).toContain('activated in');
    expect(workbench().channelLog()).not.toMatch(/\[error\]/);
  });
});
