import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Browser, Frame, Locator, Page } from 'playwright-core';
import { injectExtension, launchBrowser, workbenchUrl } from '../host/browser';
import { installHost } from '../host/install';
import { root } from '../host/root';
import { type Server, startServer } from '../host/server';
import { pickRow } from './quickPick';

export interface WorkbenchOptions {
  /** Absolute path of the folder to open; null opens an empty window. */
  readonly folder: string | null;
  /** User settings on top of the quiet ones; a theme is `'workbench.colorTheme': 'Dark 2026'`. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Environment of the extension host on top of ours. */
  readonly env?: Readonly<Record<string, string>>;
  readonly size?: { readonly width: number; readonly height: number };
  /** Asks for trust as a desktop does; off by default, every folder is trusted. */
  readonly workspaceTrust?: boolean;
  /** Device pixels per CSS pixel; 1 by default, 2 for pictures that are printed. */
  readonly scale?: number;
}

const pollMs = 100;
const webviewWaitMs = 20_000;

/** A view container's place in the activity bar; the item and not its icon, because a badge may lie over that. */
const containerItem = (page: Page, name: string): Locator =>
  page.locator(`.activitybar .action-item:has(.action-label[aria-label^="${name}"])`).first();

/** Shows a view container. A click is lost while the bar is still being built, so it is repeated. */
export const showContainer = async (page: Page, name: string): Promise<void> => {
  const shown = page.locator(`.activitybar .action-item.checked .action-label[aria-label^="${name}"]`);
  for (let tries = 0; tries < 20; tries++) {
    if ((await shown.count()) > 0) return;
    await containerItem(page, name).click();
    await shown.waitFor({ timeout: 1000 }).catch(() => undefined);
  }
  throw new Error(`The view container ${name} does not open.`);
};

/**
 * A VS Code with our built extension (dist/), driven as a person does: palette, tree rows, webviews, keys. Everything
 * it writes lies in a temporary folder of its own. Always `close()` it.
 */
export class Workbench {
  private constructor(
    private readonly server: Server,
    private readonly browser: Browser,
    private readonly dataFolder: string,
    /** The page itself, for what has no helper here. */
    readonly page: Page,
  ) {}

  static async open(options: WorkbenchOptions): Promise<Workbench> {
    const dataFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'tsu-'));
    const env = { XDG_CACHE_HOME: path.join(dataFolder, 'cache'), ...options.env };
    const { settings = {}, size = { width: 1280, height: 800 }, scale = 1, workspaceTrust = false } = options;
    const server = await startServer(await installHost(), { dataFolder, settings, env, workspaceTrust });
    const browser = await launchBrowser().catch(async (error: unknown) => {
      await server.stop();
      throw error;
    });
    const page = await browser.newPage({ viewport: size, deviceScaleFactor: scale });
    page.setDefaultTimeout(15_000);
    const workbench = new Workbench(server, browser, dataFolder, page);
    try {
      await injectExtension(page, server, root);
      await workbench.goTo(options.folder);
      return workbench;
    } catch (error) {
      console.error(`Picture: ${await workbench.screenshot('failed to open')}`);
      await workbench.close();
      throw error;
    }
  }

  /** Opens another folder in the same window, or an empty one. */
  async goTo(folder: string | null): Promise<void> {
    await this.page.goto(workbenchUrl(this.server, { open: folder }));
    await this.page.locator('.monaco-workbench .part.statusbar').waitFor();
    await containerItem(this.page, 'Touchstone').waitFor();
  }

  async reload(): Promise<void> {
    await this.page.reload();
    await containerItem(this.page, 'Touchstone').waitFor();
  }

  /** Reloads as a person does, by the command: VS Code keeps its state first. */
  async reloadWindow(): Promise<void> {
    const loaded = this.page.waitForEvent('load');
    await this.command('Developer: Reload Window');
    await loaded;
    await containerItem(this.page, 'Touchstone').waitFor();
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.server.stop();
    fs.rmSync(this.dataFolder, { recursive: true, force: true });
  }

  /** Shows our side bar; a second call leaves it open. */
  showTouchstone(): Promise<void> {
    return showContainer(this.page, 'Touchstone');
  }

  /** Runs a command by its palette title ("Touchstone: Open Dataset..."). */
  async command(title: string): Promise<void> {
    await this.pickFromPalette(`>${title}`, title);
  }

  /** Types a title into the palette and leaves it open; whether the first row is that command. */
  async offers(title: string): Promise<boolean> {
    if (!(await this.typedIntoPalette(`>${title}`))) return false;
    await this.page.waitForTimeout(250);
    const first = this.page.locator('.quick-input-list .monaco-list-row').first();
    return ((await first.getAttribute('aria-label', { timeout: 2000 }).catch(() => null)) ?? '').startsWith(title);
  }

  /** Opens a file of the folder by the end of its path, through Go to File. */
  async goToFile(path: string): Promise<void> {
    await this.pickFromPalette(path, path.slice(path.lastIndexOf('/') + 1));
  }

  private async pickFromPalette(typed: string, row: string): Promise<void> {
    // The palette closes where the focus goes elsewhere at that moment: it is opened again.
    for (let tries = 0; !(await this.typedIntoPalette(typed)); tries++)
      if (tries === 5) throw new Error(`The palette did not stay open for "${typed}".`);
    await this.pick(row);
  }

  private async typedIntoPalette(text: string): Promise<boolean> {
    await this.page.keyboard.press('F1');
    try {
      await this.quickInput().waitFor({ state: 'visible', timeout: 10_000 });
      await this.quickInput().fill(text, { timeout: 2_000 });
      return true;
    } catch {
      return false;
    }
  }

  /** The text field of the palette, a quick pick or an input box. */
  quickInput(): Locator {
    return this.page.locator('.quick-input-widget input[type="text"], .quick-input-widget input:not([type])').first();
  }

  /** Accepts the first row of the open quick pick that holds the text. */
  pick(text: string): Promise<void> {
    return pickRow(this.page, text);
  }

  /** A view of ours in the side bar: Study, Instances, Queue or Runs. */
  view(name: string): Locator {
    return this.page.locator(`.pane:has(.pane-header[aria-label^="${name}"])`);
  }

  /** Rows of a view whose label for screen readers holds the text, top to bottom. */
  rows(view: string, text: string): Locator {
    return this.view(view).locator(`.monaco-list-row[aria-label*=${JSON.stringify(text)}]`);
  }

  /** The first such row, as soon as it is there. */
  async row(text: string, view = 'Instances'): Promise<Locator> {
    const row = this.rows(view, text).first();
    await row.waitFor();
    return row;
  }

  toast(text: string): Locator {
    return this.page.locator('.notification-toast', { hasText: text }).first();
  }

  tab(title: string): Locator {
    return this.page.locator('.tabs-container .tab', { hasText: title }).first();
  }

  /** The inner frame of a webview of ours in which the selector matches; waits for it. */
  async webview(selector: string): Promise<Frame> {
    for (let waited = 0; waited < webviewWaitMs; waited += pollMs) {
      for (const frame of this.page.frames()) {
        const count = await frame
          .locator(selector)
          .count()
          .catch(() => 0);
        if (count > 0) return frame;
      }
      await this.page.waitForTimeout(pollMs);
    }
    throw new Error(`No webview shows ${selector}.`);
  }

  /** Writes the window as a picture below out/ui and returns its path. */
  async screenshot(name: string): Promise<string> {
    const file = path.join(root, 'out', 'ui', `${name.replace(/[^\w.-]+/g, '-')}.png`);
    await this.page.screenshot({ path: file });
    return file;
  }

  /** What our own log channel holds so far. */
  channelLog(): string {
    const logs = fs.readdirSync(this.dataFolder, { recursive: true, encoding: 'utf8' });
    const ours = logs.filter((name) => path.basename(name) === 'Touchstone.log');
    return ours.map((name) => fs.readFileSync(path.join(this.dataFolder, name), 'utf8')).join('');
  }

  /** What the server and its extension host have logged. */
  log(): string {
    return fs.readFileSync(this.server.logFile, 'utf8');
  }
}
