import { describe, expect, it } from 'vitest';
import { findChromium, missingChromium } from '../host/browser';
import { useTrajectoryPage } from './openedTrajectoryPage';

const missing = findChromium() === null ? missingChromium : null;
if (missing) console.warn(`Tests of what a trajectory's page hides are left out: ${missing}`);

describe.skipIf(missing !== null)('the page of a trajectory while a form is open', () => {
  const { page } = useTrajectoryPage();
  const rate = (isRating: boolean) =>
    page().evaluate(`window.isRating = ${isRating};
      window.postMessage({ rpc: 'call', id: 2, name: 'hidingChanged' }, '*')`);
  const signals = () => page().locator('section.signals');

  it('takes outcome and signals away as the form opens, and shows them again as it closes', async () => {
    await signals().getByText('No test run succeeded.').first().waitFor();
    await rate(true);
    await signals().getByText('hidden until your verdict').waitFor();
    expect(await signals().textContent()).not.toContain('test run');
    expect(await page().locator('.facts').textContent()).toContain('Outcome hidden until your verdict');
    await rate(false);
    await signals().getByText('No test run succeeded.').first().waitFor();
    expect(await page().locator('.facts').textContent()).not.toContain('hidden');
  });
});
