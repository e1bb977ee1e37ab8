// The demo on a local page: FOLDER VSIX [--check]. Installs the packed extension into a fresh VS Code, says the
// address and stays until it is stopped; `--check` looks at the page with a headless browser and ends.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { launchBrowser, workbenchUrl } from '../host/browser';
import { installHost, type TestHost } from '../host/install';
import { root } from '../host/root';
import { startServer } from '../host/server';
import { showContainer } from './workbench';

const [folder, vsix, flag] = process.argv.slice(2);
if (!folder || !vsix) throw new Error('Name the folder to open and the packed extension.');

const installExtension = (host: TestHost, dataFolder: string): void => {
  const folders = ['--extensions-dir', path.join(dataFolder, 'extensions'), '--user-data-dir', dataFolder];
  const args = [host.server, ...folders, '--server-data-dir', path.join(dataFolder, 'server')];
  const env = { ...process.env, EXTENSIONS_GALLERY: '{}' };
  execFileSync(host.node, [...args, '--install-extension', vsix], { env, stdio: ['ignore', 'ignore', 'inherit'] });
};

/** Sees what a person must see: our views, an instance of the sample, and the walkthrough. */
const look = async (url: string): Promise<void> => {
  const browser = await launchBrowser();
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(60_000);
  const picture = path.join(root, 'out', 'ui', 'demo.png');
  try {
    await page.goto(url);
    await page.locator('.gettingStartedContainer', { hasText: 'Get Started with Touchstone' }).waitFor();
    await showContainer(page, 'Touchstone');
    await page.locator('.pane:has(.pane-header[aria-label^="Instances"]) .monaco-list-row').first().waitFor();
    console.log('The sample and the walkthrough are in view.');
  } finally {
    await page.screenshot({ path: picture });
    console.log(`Picture: ${path.relative(root, picture)}`);
    await browser.close();
  }
};

const untilStopped = (): Promise<unknown> =>
  new Promise((resolve) => process.once('SIGINT', resolve).once('SIGTERM', resolve));

const host = await installHost();
const dataFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'tsd-'));
installExtension(host, dataFolder);
const server = await startServer(host, { dataFolder, env: { TOUCHSTONE_DEMO: '1' } });
try {
  const url = workbenchUrl(server, { open: folder });
  if (flag === '--check') {
    await look(url);
  } else {
    console.log(
      `\nVS Code with the sample study in ${folder}\n\n  ${url}\n\nOpen this address in a browser. Ctrl+C stops.`,
    );
    await untilStopped();
  }
} finally {
  await server.stop();
  fs.rmSync(dataFolder, { recursive: true, force: true });
}
