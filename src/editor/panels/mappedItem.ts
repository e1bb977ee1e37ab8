import type * as vscode from 'vscode';
import { type HunkMap, isOpenable, type MapFile } from '../../core/patch/hunkMap';
import { hiddenWords } from '../../core/study/evidence/hiddenWords';
import { defaultBlinding } from '../../core/study/studyFile';
import type { FileMarks } from '../../protocol/hunkMapPage';
import { sideOfUri } from '../documents/uris';
import type { Item } from '../platform/currentItem';
import type { Services } from '../platform/services';

/** An item with its map, as far as it may be told. */
export interface MappedItem {
  readonly item: Item;
  readonly map: HunkMap;
  readonly goldHidden: { readonly title: string; readonly rule: string } | null;
}

/** Why an item has no map, in words; null where it has one. */
export const whyNoMap = ({ run, instanceId }: Item): string | null => {
  if (run === null || run.kind === 'gold') return null;
  if (run.patchKind === 'code') return `What ${run.runId} answers to ${instanceId} is code and no patch.`;
  if (run.predictionsPath !== null) return null;
  return run.kind === 'base'
    ? 'Base has no patch.'
    : `${run.runId} was evaluated, and the patch on ${instanceId} isn't here.`;
};

export const mapOf = async (services: Services, item: Item): Promise<MappedItem> => {
  const map = await services.hunkMaps.of(item);
  const until = services.study.catalogue?.blinding?.gold ?? defaultBlinding.gold;
  return { item, map, goldHidden: map.states.gold === 'hidden' ? hiddenWords(until, 'gold') : null };
};

const isOf = ({ item }: MappedItem, uri: vscode.Uri) => {
  const side = sideOfUri(uri);
  const isSame = side?.instanceId === item.instanceId && side.predictionsPath === (item.run?.predictionsPath ?? null);
  return isSame ? side : null;
};

/** The file and side that a document shows of an item; null where it is of another one. */
export const shownIn = (mapped: MappedItem, uri: vscode.Uri) => {
  const side = isOf(mapped, uri);
  const file = side ? mapped.map.files.findIndex(({ path }) => path === side.path) : -1;
  return side && file >= 0 ? { file, side: side.side } : null;
};

/** What has to be looked at before a verdict: what a tool made has not. */
const isToBeRead = (file: MapFile): boolean => file.class !== 'generated' && isOpenable(file);

/** Files that neither were on screen nor are marked as viewed. */
export const notOpened = ({ files }: HunkMap, { opened, viewed }: FileMarks): readonly MapFile[] =>
  files.filter((file) => isToBeRead(file) && !opened.includes(file.path) && !viewed.includes(file.path));
