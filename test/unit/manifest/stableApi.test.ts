import { describe, expect, it } from 'vitest';
import { manifest } from './manifest';

/**
 * Menus that VS Code 1.116 offers without a proposal. The test host switches every proposal on, so nothing but this
 * list would notice a leak.
 */
const stableMenus = new Set([
  ...['commandPalette', 'touchBar', 'explorer/context', 'extension/context', 'file/newFile', 'issue/reporter'],
  ...['editor/title', 'editor/title/run', 'editor/title/context', 'editor/context', 'editor/context/copy'],
  ...['editor/lineNumber/context', 'webview/context', 'view/title', 'view/item/context', 'statusBar/remoteIndicator'],
  ...['comments/commentThread/title', 'comments/commentThread/context'],
  ...['comments/comment/title', 'comments/comment/context'],
  ...['testing/item/context', 'testing/item/gutter', 'testing/item/result', 'testing/profiles/context'],
  ...['testing/message/context', 'testing/message/content', 'timeline/title', 'timeline/item/context'],
  ...['scm/title', 'scm/sourceControl', 'scm/repository', 'scm/change/title'],
  ...['scm/resourceState/context', 'scm/resourceFolder/context', 'scm/resourceGroup/context'],
  ...['terminal/context', 'terminal/title/context'],
]);

const minorOf = (range: string | undefined): number => Number(/^\D*1\.(\d+)\./.exec(range ?? '')?.[1]);

describe('only the stable API', () => {
  it('asks for no proposal', () => {
    expect(manifest.enabledApiProposals).toBeUndefined();
  });

  it('contributes to stable menus only', () => {
    expect(Object.keys(manifest.contributes.menus).filter((menu) => !stableMenus.has(menu))).toEqual([]);
  });

  it('compiles against typings no newer than the engine', () => {
    expect(minorOf(manifest.devDependencies['@types/vscode'])).toBeLessThanOrEqual(minorOf(manifest.engines.vscode));
  });
});

describe('activation', () => {
  it('waits for something of ours', () => {
    const broad = /^(\*|onStartupFinished|onLanguage:.*|workspaceContains:.*\*.*)$/;
    expect(manifest.activationEvents.filter((event) => broad.test(event))).toEqual([]);
  });

  it('loads what the build writes', () => {
    expect(manifest.main).toBe('./dist/extension.js');
  });
});
