import fs from 'node:fs';
import path from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import type { Server } from './server';

const candidates = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The browser's path: TOUCHSTONE_CHROMIUM or a known place; null where there is none. */
export const findChromium = (): string | null =>
  [process.env['TOUCHSTONE_CHROMIUM'] ?? '', ...candidates].find((file) => file !== '' && fs.existsSync(file)) ?? null;

export const missingChromium =
  'There is no Chromium: install the Debian package "chromium" (apt-get install chromium) or set TOUCHSTONE_CHROMIUM.';

export const launchBrowser = (): Promise<Browser> => {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error(missingChromium);
  const quiet = ['--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
  const bounded = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-dev-shm-usage'];
  return chromium.launch({ executablePath, headless: true, args: [...bounded, ...quiet] });
};

export interface WorkbenchTarget {
  /** Absolute path of a folder or of a `.code-workspace` file; null opens an empty window. */
  readonly open: string | null;
  /** The pairs that VS Code's web workbench reads from its address. */
  readonly payload?: readonly (readonly [string, string])[];
}

/** The address that opens the target in the server's workbench. */
export const workbenchUrl = (server: Server, target: WorkbenchTarget): string => {
  const url = new URL(`${server.url}/`);
  if (target.open === null) url.searchParams.set('ew', 'true');
  else
    url.searchParams.set(target.open.endsWith('.code-workspace') ? 'workspace' : 'folder', path.resolve(target.open));
  if (target.payload) url.searchParams.set('payload', JSON.stringify(target.payload));
  return url.href;
};

/** A path on the server as the workbench names it. */
export const remoteUri = (server: Server, file: string): string =>
  `vscode-remote://${server.authority}${path.resolve(file)}`;

/**
 * Loads the extension at `folder` as one under development, for every page that this page opens from now on. The
 * workbench takes that from its address only with the smoke-test driver, which hides toasts; so its configuration is
 * completed as it is read. (Rewriting the HTML on its way would make Chromium block the WebSocket.)
 */
export const injectExtension = async (page: Page, server: Server, folder: string): Promise<void> => {
  const extension = { $mid: 1, scheme: 'vscode-remote', authority: server.authority, path: path.resolve(folder) };
  await page.addInitScript((developed) => {
    const original = Element.prototype.getAttribute;
    Element.prototype.getAttribute = function (name) {
      const value = original.call(this, name);
      const isConfiguration = name === 'data-settings' && this.id === 'vscode-workbench-web-configuration';
      if (!isConfiguration || value === null) return value;
      const configuration = JSON.parse(value);
      const developmentOptions = { ...configuration.developmentOptions, extensions: [developed] };
      return JSON.stringify({ ...configuration, developmentOptions });
    };
  }, extension);
};
