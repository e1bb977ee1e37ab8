import * as vscode from 'vscode';
import type { Side } from '../../protocol/app';
import { sideOfUri, sideUri } from '../documents/uris';
import type { Item } from '../platform/currentItem';
import type { Services } from '../platform/services';
import type { Pair } from '../platform/shownComparisons';

const sides: Record<Pair, readonly [Side, Side]> = {
  'base-model': ['base', 'model'],
  'base-gold': ['base', 'gold'],
  'gold-model': ['gold', 'model'],
};

export const isPair = (value: unknown): value is Pair => typeof value === 'string' && Object.hasOwn(sides, value);

export const pairWords: Record<Pair, string> = {
  'base-model': 'Base ↔ Patch',
  'base-gold': 'Base ↔ Gold',
  'gold-model': 'Gold ↔ Patch',
};

/** The side at the right, in which places are shown: it is there also where both stand in one column. */
export const rightOf = (pair: Pair): Side => sides[pair][1];

/** Both documents of a file, the left one first. */
export const sidesOfFile = (item: Item, path: string, pair: Pair): readonly [vscode.Uri, vscode.Uri] => {
  const [left, right] = sides[pair];
  const predictionsPath = item.run?.predictionsPath ?? null;
  return [sideUri(item, predictionsPath, path, left), sideUri(item, predictionsPath, path, right)];
};

/** The file that the active editor compares by itself, not among others; null where it does no such thing. */
export const comparedFile = (): string | null => {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputTextDiff ? (sideOfUri(input.modified)?.path ?? null) : null;
};

/** Opens one file's diff at a 1-based line; in the place of the one that was opened so before. */
export const openFileDiff = async (
  { comparisons }: Services,
  item: Item,
  { path, pair, line, takesKeys }: { path: string; pair: Pair; line: number | null; takesKeys: boolean },
): Promise<void> => {
  const [left, right] = sidesOfFile(item, path, pair);
  const title = `${path}: ${pairWords[pair]}, ${item.instanceId}`;
  comparisons.add(title, { instanceId: item.instanceId, runKey: item.run?.key ?? null, pair });
  const place = line === null ? {} : { selection: new vscode.Range(line - 1, 0, line - 1, 0) };
  await vscode.commands.executeCommand('vscode.diff', left, right, title, {
    preview: true,
    preserveFocus: !takesKeys,
    ...place,
  });
};
