import fs from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../host/browser';
import { root } from '../host/root';

/**
 * A page of ours alone in a browser, without VS Code: its built script and style, and `host`, a script that fills
 * `window.host` with the functions that the extension host would offer. What the page asks is kept in `window.asked`,
 * and what it keeps over a reload in `window.kept`.
 */
export const openRig = async (
  name: string,
  host: string,
  size = { width: 1200, height: 700 },
): Promise<{ readonly page: Page; readonly browser: Browser }> => {
  const file = (ending: string) =>
    fs
      .readFileSync(path.join(root, 'dist', 'webview', `${name}.${ending}`), 'utf8')
      .replaceAll('</script', '<\\/script');
  const browser = await launchBrowser();
  const page = await browser.newPage({ viewport: size });
  page.on('pageerror', (error) => console.error(`page: ${error.stack}`));
  const html = `<!doctype html><html><head><meta charset="utf-8"><style>${file('css')}</style></head>
<body><div id="app"></div><script>${rig}</script><script>${host}</script><script>${file('js')}</script></body></html>`;
  await page.setContent(html);
  return { page, browser };
};

const rig = `
window.asked = [];
window.kept = undefined;
window.acquireVsCodeApi = () => ({
  getState: () => window.kept,
  setState: (state) => { window.kept = structuredClone(state); },
  postMessage: async (message) => {
    if (message.rpc !== 'call') return;
    window.asked.push([message.name, message.argument]);
    const value = await window.host[message.name](message.argument);
    window.postMessage({ rpc: 'done', id: message.id, value }, '*');
  },
});
window.press = (key) => window.postMessage({ rpc: 'call', id: 1, name: 'press', argument: { key } }, '*');
`;
