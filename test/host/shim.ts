// Stands in for the VS Code executable: takes the arguments that @vscode/test-electron passes, runs the tests in the
// host of VS Code's server with a headless browser as its window, and exits with their code.
import fs from 'node:fs';
import path from 'node:path';
import { format } from 'node:util';
import type { Page } from 'playwright-core';
import { launchBrowser, remoteUri, workbenchUrl } from './browser';
import { installHost } from './install';
import { type Server, startServer } from './server';

const timeoutMs = Number(process.env['TOUCHSTONE_HOST_TIMEOUT_S'] ?? 300) * 1000;
const timedOut = 124;
const died = 2;

/** The workbench's own chatter, of no use to who reads test output. */
const chatter =
  /^\[?(remote-connection|AgentHost|reconnection|AccountPolicy|Service Worker)|socket \(|connection token|builtin extensions|Canceled: Canceled|settings\.json already exists|authentication provider 'github'/i;

const option = (name: string): string | null => {
  const prefix = `--${name}=`;
  const found = process.argv.find((argument) => argument.startsWith(prefix));
  return found ? found.slice(prefix.length) : null;
};

const required = (name: string): string => {
  const value = option(name);
  if (value === null) throw new Error(`--${name}= is missing.`);
  return value;
};

const relayLog = (type: string, args: unknown[]): void => {
  const line = format(...args);
  if (chatter.test(line) && !process.env['TOUCHSTONE_HOST_VERBOSE']) return;
  (type === 'error' ? process.stderr : process.stdout).write(`${line}\n`);
};

const runTests = async (page: Page, server: Server): Promise<number> => {
  const exit = new Promise<number>((resolve) => void page.exposeFunction('codeAutomationExit', resolve));
  await page.exposeFunction('codeAutomationLog', relayLog);
  const folder = process.argv.slice(2).find((argument) => !argument.startsWith('-')) ?? null;
  const payload = [
    ['extensionDevelopmentPath', remoteUri(server, required('extensionDevelopmentPath'))],
    ['extensionTestsPath', remoteUri(server, required('extensionTestsPath'))],
    ['enableProposedApi', ''],
  ] as const;
  await page.goto(workbenchUrl(server, { open: folder, payload }));
  const late = new Promise<number>((resolve) => setTimeout(() => resolve(timedOut), timeoutMs).unref());
  return Promise.race([exit, late]);
};

const screenshotOfHang = async (page: Page): Promise<void> => {
  const file = path.resolve('out', 'host', 'timed-out.png');
  await page.screenshot({ path: file });
  console.error(`The tests did not end within ${timeoutMs / 1000} s; the window as it stands: ${file}`);
};

/** The workbench reports 0 where its extension host has died; the server's log has the truth. */
const hostDied = (server: Server): boolean =>
  /Extension Host Process exited with code: (?!0,)\S+/.test(fs.readFileSync(server.logFile, 'utf8'));

const main = async (): Promise<number> => {
  const dataFolder = required('user-data-dir');
  // What the product caches in tests stays in the tests' own folder.
  const env = { XDG_CACHE_HOME: path.join(dataFolder, 'cache') };
  const server = await startServer(await installHost(), { dataFolder, env, smokeTestDriver: true });
  try {
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
      const code = await runTests(page, server);
      if (code === timedOut) await screenshotOfHang(page);
      if (code === 0 && hostDied(server)) console.error('The extension host died.');
      return code === 0 && hostDied(server) ? died : code;
    } finally {
      await browser.close();
    }
  } finally {
    await server.stop();
  }
};

process.exit(await main());
