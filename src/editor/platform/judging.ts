import * as vscode from 'vscode';
import { blindRoot } from '../../core/study/blind/blindPath';
import type { DeskItem, JudgingState } from '../../protocol/judging';
import type { ReadOnlyFiles } from '../documents/readOnlyFiles';
import type { Judged } from '../panels/judged';
import type { AppClient } from './appClient';
import { contextKeys, customEditors, panels, scheme } from './ids';
import { raterSetting } from './settings';
import { ShownComparisons } from './shownComparisons';
import { noteShown, noteStepShown, stepShown } from './shownTrajectories';
import type { StudyModel } from './studyModel';

export interface JudgingParts {
  readonly app: AppClient;
  readonly study: StudyModel;
  readonly files: ReadOnlyFiles;
  readonly memento: vscode.Memento;
}

const itemOf = ({ datasetPath, instanceId, run, unit, rubric }: Judged): DeskItem => ({
  ...{ datasetPath, instanceId, runKey: run?.key ?? null },
  ...(unit ? { unit } : {}),
  ...(rubric === undefined ? {} : { rubric }),
});

/** The page of a trajectory goes on at its step under the name that it has from now on. */
const carryStep = ({ unit: before }: Judged, { unit: now }: DeskItem): void => {
  if (before?.kind !== 'trajectory' || now?.kind !== 'trajectory' || before.ref.path === now.ref.path) return;
  const step = stepShown(before.ref.path);
  noteShown(now.ref.path, before.ref.which);
  if (step !== null && stepShown(now.ref.path) === null) noteStepShown(now.ref.path, step);
};

/** Documents of ours that stay: what an instance's page and its statement tell is asked for anew. */
const staysOpen = ({ path }: vscode.Uri): boolean => path.startsWith('/instance/') || path.endsWith('/statement.md');

const isOurs = (uri: vscode.Uri): boolean => uri.scheme === scheme && !staysOpen(uri);

const trajectories: readonly string[] = [customEditors.trajectory, customEditors.trajectoryFile];

const tells = ({ input, label }: vscode.Tab, comparisons: ShownComparisons): boolean => {
  if (input instanceof vscode.TabInputText) return isOurs(input.uri);
  if (input instanceof vscode.TabInputTextDiff) return isOurs(input.original) || isOurs(input.modified);
  if (input instanceof vscode.TabInputCustom) return trajectories.includes(input.viewType) || isOurs(input.uri);
  if (input instanceof vscode.TabInputWebview)
    return Object.values(panels).some((type) => input.viewType.endsWith(type));
  return comparisons.of(label) !== null;
};

/** A trajectory by its own file, which a window brings back that was loaded anew while somebody judges. */
const tellsName = ({ input }: vscode.Tab): boolean =>
  input instanceof vscode.TabInputCustom && trajectories.includes(input.viewType) && input.uri.scheme !== scheme;

const close = async (isMeant: (tab: vscode.Tab) => boolean): Promise<void> => {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs).filter(isMeant);
  if (tabs.length > 0) await vscode.window.tabGroups.close(tabs, true);
};

/**
 * Somebody judges in the study that is open: the app answers blind until it is ended, in this window and in every other.
 * When it begins and when it ends, what is open of ours is closed or asked for anew.
 */
export class Judging implements vscode.Disposable {
  private readonly emitter = new vscode.EventEmitter<void>();
  private current: JudgingState | null = null;
  private hasLooked = false;

  /** It has begun, ended, or hides other things now. */
  readonly onDidChange = this.emitter.event;

  constructor(private readonly parts: JudgingParts) {}

  /** Null where nobody judges. */
  get state(): JudgingState | null {
    return this.current;
  }

  /** Begins with an item, or goes on with it; gives it by the names that it has from now on. */
  async begin(item: Judged): Promise<Judged> {
    const { app, study } = this.parts;
    const studyFolder = await study.ready();
    const q = { studyFolder, rater: raterSetting(), queue: 'Mine', item: itemOf(item) };
    const { state, item: named } = await app.remote.startJudging(q);
    await this.turn(state, true);
    if (named === null) return item;
    carryStep(item, named);
    const run = named.runKey === null ? null : await study.runOf(item.instanceId, named.runKey);
    return { ...item, run, ...(named.unit ? { unit: named.unit } : {}) };
  }

  async end(): Promise<void> {
    const { app, study } = this.parts;
    if (study.folder !== null) await app.remote.endJudging({ studyFolder: study.folder });
    await this.turn(null, true);
  }

  /** Another window may have begun or ended it. */
  async look(): Promise<void> {
    const { app, study } = this.parts;
    const { folder } = study;
    const state = folder === null ? null : await app.remote.judgingState({ studyFolder: folder });
    const isFirst = !this.hasLooked;
    this.hasLooked = true;
    await this.turn(state, !isFirst);
    if (isFirst && state) await close(tellsName);
  }

  dispose(): void {
    this.emitter.dispose();
  }

  private async turn(state: JudgingState | null, isHere: boolean): Promise<void> {
    const [before, isSame] = [this.current, JSON.stringify(this.current) === JSON.stringify(state)];
    this.current = state;
    if (isSame) return;
    await vscode.commands.executeCommand('setContext', contextKeys.judging, state !== null);
    if ((before === null) !== (state === null) && isHere) await this.turned();
    this.emitter.fire();
  }

  /** Nothing stays on screen that was made before. */
  private async turned(): Promise<void> {
    const { study, files, memento } = this.parts;
    const comparisons = new ShownComparisons(memento);
    files.invalidate();
    await close((tab) => tells(tab, comparisons));
    await study.showAnew();
  }
}

/** A path that stands for a trajectory of a row, as a document that VS Code can open. */
export const trajectoryUri = (path: string): vscode.Uri =>
  path.replaceAll('\\', '/').startsWith(`/${blindRoot}/`)
    ? vscode.Uri.from({ scheme, path: path.replaceAll('\\', '/') })
    : vscode.Uri.file(path);
