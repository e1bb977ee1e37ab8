import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { Channel } from '../../protocol/rpc';

/** A webview's messages as a channel; what does not come from our page is dropped by the RPC class. */
export const channelOf = (webview: vscode.Webview): Channel => ({
  post: (message) => void webview.postMessage(message),
  listen: (handler) => {
    const listening = webview.onDidReceiveMessage(handler);
    return () => listening.dispose();
  },
});

/**
 * The page of a surface: its script and style from dist/webview, nothing else. Nothing inline, no remote source, no
 * data in the page; data comes by messages and is shown as text.
 */
export const showPage = (webview: vscode.Webview, extensionUri: vscode.Uri, name: string, title: string): void => {
  const folder = vscode.Uri.joinPath(extensionUri, 'dist', 'webview');
  webview.options = { enableScripts: true, enableCommandUris: false, localResourceRoots: [folder] };
  const uri = (file: string) => webview.asWebviewUri(vscode.Uri.joinPath(folder, file)).toString();
  const nonce = randomBytes(16).toString('base64');
  const policy = [
    "default-src 'none'",
    `style-src ${webview.cspSource}`,
    `font-src ${webview.cspSource}`,
    `script-src 'nonce-${nonce}'`,
  ].join('; ');
  webview.html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${uri(`${name}.css`)}">
<title>${title}</title>
</head>
<body><div id="app"></div><script nonce="${nonce}" src="${uri(`${name}.js`)}"></script></body>
</html>`;
};
