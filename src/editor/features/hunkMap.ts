import * as vscode from 'vscode';
import { sideOfUri } from '../documents/uris';
import { HunkDesk } from '../panels/hunkDesk';
import { HunkMapView, placeWords } from '../panels/hunkMapView';
import { mapOf, shownIn } from '../panels/mappedItem';
import { ThreeWays } from '../panels/threeWays';
import { commands, views } from '../platform/ids';
import { registerCommand } from '../platform/messages';
import type { Feature, Services } from '../platform/services';

/** The map of hunks beside the diff, the keys that walk through it, and which files were on screen. */
export const hunkMapFeature: Feature = (services) => {
  const desk = new HunkDesk(services);
  const view = new HunkMapView(services, desk);
  const three = new ThreeWays();
  const command = (id: string, run: (argument: unknown) => unknown) =>
    registerCommand(services.log, id, 'The place could not be shown', run);
  return vscode.Disposable.from(
    desk,
    view,
    three,
    vscode.window.registerWebviewViewProvider(views.hunkMap, view),
    command(commands.focusHunkMap, () => vscode.commands.executeCommand(`${views.hunkMap}.focus`)),
    command(commands.nextHunk, (from) => desk.step(1, from === 'map' ? 'map' : 'diff')),
    command(commands.previousHunk, (from) => desk.step(-1, from === 'map' ? 'map' : 'diff')),
    command(commands.toggleViewed, () => desk.toggleViewed()),
    command(commands.compareThreeWays, () => three.open(desk)),
    desk.onDidMove(() => void tellPlace(desk, view)),
    services.fileMarks.onDidChange(() => void tellMarks(services, desk, view)),
    vscode.window.onDidChangeVisibleTextEditors((editors) => void noteOpened(services, editors)),
  );
};

const tellPlace = async (desk: HunkDesk, view: HunkMapView): Promise<void> => {
  const { here } = desk;
  if (here) await view.remote?.here({ to: here }).catch(() => null);
  const mapped = await desk.load();
  if (typeof mapped !== 'string') view.describe(placeWords(mapped, desk));
};

const tellMarks = async ({ fileMarks }: Services, desk: HunkDesk, view: HunkMapView): Promise<void> => {
  const mapped = await desk.load();
  if (typeof mapped === 'string') return;
  const { item, map } = mapped;
  await view.remote?.marked(fileMarks.of({ instanceId: item.instanceId, hash: map.hash })).catch(() => null);
};

/** Whether a side on screen shows what a verdict is about: the patch's change, or where there is none, gold's. */
const isSeen = (side: 'base' | 'gold' | 'model', isInModel: boolean): boolean =>
  side === 'model' || (side === 'gold' && !isInModel);

/** Files whose sides came on screen, of whatever prediction. */
const noteOpened = async (services: Services, editors: readonly vscode.TextEditor[]): Promise<void> => {
  const { study, fileMarks, log } = services;
  for (const { uri } of editors.map(({ document }) => document)) {
    const side = sideOfUri(uri);
    if (side === null) continue;
    const { instanceId, predictionsPath } = side;
    const { datasetPath, rows } = await study.rowsOf(instanceId);
    const run = rows.find((row) => row.predictionsPath === predictionsPath && predictionsPath !== null) ?? null;
    if (datasetPath === null) continue;
    try {
      const mapped = await mapOf(services, { datasetPath, instanceId, run });
      const shown = shownIn(mapped, uri);
      const file = shown && mapped.map.files[shown.file];
      if (file && isSeen(shown.side, file.model !== null))
        fileMarks.opened({ instanceId, hash: mapped.map.hash }, file.path);
    } catch (error) {
      log.warn(`what is on screen of ${instanceId}: ${String(error)}`);
    }
  }
};
