import { fileClassWords, hunkClassWords } from '../../src/core/patch/classWords';
import type { FileSide } from '../../src/core/patch/comparison';
import type { HunkMap, MapChange, MapFile, MapSideState } from '../../src/core/patch/hunkMap';
import { counted } from '../../src/core/shared/counted';
import { shownText } from '../../src/core/shared/shownText';
import type { FileMarks } from '../../src/protocol/hunkMapPage';
import type { MapRow } from './rows';

/** `1183–1188`; where lines were only taken out, the line before which they stood. */
export const rangeOf = (change: MapChange | null): string => {
  if (change === null) return '';
  const { start, count } = change.lines;
  if (count === 0) return `before ${start}`;
  return count === 1 ? `${start}` : `${start}–${start + count - 1}`;
};

const figures = ({ added, removed }: { readonly added: number; readonly removed: number }): string =>
  `+${added} −${removed}`;

export const figuresOf = (side: FileSide | null): string => {
  if (side === null) return '';
  return side.binary ? 'binary' : figures(side);
};

const kinds = {
  modified: '',
  added: 'new file',
  deleted: 'deleted',
  renamed: 'renamed',
  copied: 'copied',
  mode: 'mode changed',
} as const;

/** What happens to the file beside its lines: `new file`, `renamed from a.js`. */
const kindOf = (side: FileSide | null): string => {
  if (side === null || side.kind === 'modified') return '';
  return side.from === null ? kinds[side.kind] : `${kinds[side.kind]} from ${shownText(side.from)}`;
};

const frameWords = ({ path, gold, model }: MapFile): string => {
  const [ofGold, ofModel] = [kindOf(gold), kindOf(model)];
  const elsewhere = model && model.path !== path ? `, there ${shownText(model.path)}` : '';
  if (ofGold === ofModel && elsewhere === '') return ofGold;
  return [
    ...(gold && ofGold ? [`gold: ${ofGold}`] : []),
    ...(model && (ofModel || elsewhere) ? [`patch: ${ofModel || 'changed'}${elsewhere}`] : []),
  ].join('; ');
};

/** Tests that the patch changes are told: what it is measured by, it may have touched. */
export const touchesTests = ({ class: kind, model }: MapFile): boolean => kind === 'tests' && model !== null;

/** Class and what else happens to the file, in words. */
export const fileWords = (file: MapFile): string =>
  [
    touchesTests(file) ? 'tests, changed by the patch' : fileClassWords(file),
    frameWords(file),
    file.hunks.length === 0 ? 'no lines' : '',
  ]
    .filter(Boolean)
    .join('; ');

export const markWords = (path: string, { opened, viewed }: FileMarks): string => {
  if (viewed.includes(path)) return 'viewed';
  return opened.includes(path) ? 'opened' : 'not opened';
};

const sideWords = (name: string, change: MapChange | null): string =>
  change === null ? `${name} nothing` : `${name} ${rangeOf(change)}, ${figures(change)}`;

/** The whole row for a screen reader: name, class, lines, state. */
export const labelOf = (row: MapRow, marks: FileMarks): string => {
  const { file } = row;
  if (row.kind === 'hunk')
    return `hunk ${(row.at.hunk ?? 0) + 1} of ${file.hunks.length}, ${hunkClassWords(row.hunk)}, ${sideWords('gold', row.hunk.gold)}, ${sideWords('patch', row.hunk.model)}`;
  const sides = [file.gold && `gold ${figuresOf(file.gold)}`, file.model && `patch ${figuresOf(file.model)}`];
  const folded = row.isFolded && file.hunks.length > 0 ? `${counted(file.hunks.length, 'hunk')} folded` : '';
  return [shownText(file.path), fileWords(file), ...sides, markWords(file.path, marks), folded]
    .filter(Boolean)
    .join(', ');
};

const stateWords: Readonly<Record<Exclude<MapSideState, 'patch'>, string>> = {
  prose: 'is no patch',
  empty: 'is empty',
  none: 'is not here',
  hidden: 'is hidden',
};

const totalsOf = (name: string, state: MapSideState, side: HunkMap['totals']['gold']): string =>
  state === 'patch' ? `${name} ${counted(side.files, 'file')} ${figures(side)}` : `${name} ${stateWords[state]}`;

/** `Gold 4 files +34 −8, patch 2 files +38 −1: 1 of 6 gold hunks met`. */
export const totalWords = ({ states, totals }: HunkMap): string => {
  const { gold, model, goldHunksMet } = totals;
  const sides = `${totalsOf('Gold', states.gold, gold)}, ${totalsOf('patch', states.model, model)}`;
  if (states.gold !== 'patch' || states.model !== 'patch') return sides;
  return `${sides}: ${goldHunksMet} of ${counted(gold.hunks, 'gold hunk')} met`;
};

/** `2 files, 1 not opened`. */
export const openedWords = ({ files }: HunkMap, { opened, viewed }: FileMarks): string => {
  const read = files.filter(({ class: kind }) => kind !== 'generated');
  const left = read.filter(({ path }) => !opened.includes(path) && !viewed.includes(path)).length;
  return `${counted(read.length, 'file')}, ${left === 0 ? 'all opened' : `${left} not opened`}`;
};

const movedWords = (name: string, { from, to, count }: HunkMap['moved'][number]): string =>
  `${name} moves ${counted(count, 'line')}: ${shownText(from.path)} ${from.line} → ${shownText(to.path)} ${to.line}`;

const names = { gold: 'gold', model: 'patch' } as const;

/** What has to be said of the patches beside their places. */
export const notesOf = (map: HunkMap): readonly string[] => [
  ...map.warnings.map(({ side, line, text }) => `${names[side]} patch line ${line}: ${shownText(text)}`),
  ...(map.warningsLeftOut > 0 ? [`${counted(map.warningsLeftOut, 'more warning')}`] : []),
  ...map.moved.map((moved) => movedWords(names[moved.side], moved)),
  ...(map.movedLeftOut > 0 ? [`${counted(map.movedLeftOut, 'more stretch', 'more stretches')} of moved lines`] : []),
  ...(map.filesLeftOut > 0 ? [`${counted(map.filesLeftOut, 'more file')}, too many to be listed`] : []),
  ...(map.hunksLeftOut > 0 ? [`${counted(map.hunksLeftOut, 'more hunk')}, too many to be listed`] : []),
];
