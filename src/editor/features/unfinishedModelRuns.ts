import * as vscode from 'vscode';
import { refuseUntrusted } from '../platform/chooseBackend';
import { commands } from '../platform/ids';
import { registerCommand, tell } from '../platform/messages';
import type { UnfinishedModelRun } from '../platform/modelRuns';
import type { Feature, Services } from '../platform/services';
import { runSettings } from '../platform/settings';
import type { ModelRunRow } from '../views/modelRunRows';
import { mayRun } from './runModel';

/** As for evaluations: the process of the window before may take a moment to end, or to be known as dead. */
const looks = [0, 5_000, 35_000];

const dismissedKey = 'touchstone.dismissedModelRuns';

/** After a reload or a crash: runs of models that no process has, offered once to go on with. */
export const unfinishedModelRunsFeature: Feature = (services) => {
  const finder = new UnfinishedModelRuns(services);
  const command = (id: string, what: string, run: (argument: unknown) => Promise<void>) =>
    registerCommand(services.log, id, what, run);
  return vscode.Disposable.from(
    finder,
    services.study.onDidChange(() => finder.lookOnce()),
    vscode.workspace.onDidGrantWorkspaceTrust(() => finder.lookOnce()),
    services.app.onDidEnd(() => void finder.look(false)),
    services.modelRuns.onDidEnd(() => void finder.look(false)),
    command(commands.resumeModelRun, 'The run could not be resumed', (row) => finder.resumeOne(row)),
    command(commands.dismissModelRun, 'The run could not be dismissed', (row) => finder.dismissOne(row)),
  );
};

/** One unfinished run of one time: begun anew it is another one. */
const nameOf = (folder: string, { runId, at }: UnfinishedModelRun): string => JSON.stringify([folder, runId, at]);

class UnfinishedModelRuns implements vscode.Disposable {
  private timers: readonly NodeJS.Timeout[] = [];
  private looked: string | null = null;
  private readonly offered = new Set<string>();

  constructor(private readonly services: Services) {}

  /** When a study is opened, once it is read whole; never in Restricted Mode, in which nothing could be resumed. */
  lookOnce(): void {
    const { study } = this.services;
    if (study.folder === null || study.isReading || this.looked === study.folder) return;
    if (!vscode.workspace.isTrusted) return;
    this.looked = study.folder;
    this.dispose();
    this.timers = looks.map((ms) => setTimeout(() => void this.look(true), ms));
  }

  dispose(): void {
    for (const timer of this.timers) clearTimeout(timer);
  }

  /** What ended in this window has its own message: it is only listed. */
  async look(offer: boolean): Promise<void> {
    const { study, app, modelRuns, log } = this.services;
    const { folder } = study;
    if (folder === null || !vscode.workspace.isTrusted) return;
    try {
      const all = await app.remote.unfinishedModelRuns({ studyFolder: folder });
      if (study.folder !== folder) return;
      const dismissed = new Set(this.dismissed());
      const live = new Set(modelRuns.live.flatMap(({ runIds }) => runIds));
      modelRuns.unfinished = all.filter((run) => !dismissed.has(nameOf(folder, run)) && !live.has(run.runId));
      if (offer) void this.offer(folder, modelRuns.unfinished);
    } catch (error) {
      log.warn(`unfinished runs of models of ${folder}: ${String(error)}`);
    }
  }

  async resumeOne(argument: unknown): Promise<void> {
    if (await refuseUntrusted()) return;
    const run = await this.chosen(argument);
    if (run) await this.resume(run);
  }

  async dismissOne(argument: unknown): Promise<void> {
    const run = await this.chosen(argument);
    if (run) await this.dismiss([run]);
  }

  private dismissed(): readonly string[] {
    return this.services.context.workspaceState.get<readonly string[]>(dismissedKey, []);
  }

  /** One message for all of them; each run is offered once a window. */
  private async offer(folder: string, unfinished: readonly UnfinishedModelRun[]): Promise<void> {
    const fresh = unfinished.filter((run) => !this.offered.has(nameOf(folder, run)));
    for (const run of fresh) this.offered.add(nameOf(folder, run));
    const [first, ...more] = fresh;
    if (!first) return;
    const [resume, dismiss] = ['Resume', 'Dismiss'];
    const choice = await tell(offerWords(first, more.length), resume, dismiss);
    if (choice === dismiss) await this.dismiss(fresh);
    if (choice === resume) for (const run of fresh) await this.resume(run);
  }

  private async resume(run: UnfinishedModelRun): Promise<void> {
    if (!(await mayRun(run))) return;
    const { runId } = run;
    const { study, app, modelRuns } = this.services;
    const studyFolder = await study.ready();
    const begun = await app.remote.resumeModelRun({ studyFolder, runId, settings: runSettings() });
    modelRuns.unfinished = modelRuns.unfinished.filter((each) => each.runId !== runId);
    modelRuns.changed(begun);
  }

  private async dismiss(gone: readonly UnfinishedModelRun[]): Promise<void> {
    const { study, modelRuns, context } = this.services;
    const folder = await study.ready();
    const names = gone.map((run) => nameOf(folder, run));
    await context.workspaceState.update(dismissedKey, [...new Set([...this.dismissed(), ...names])]);
    modelRuns.unfinished = modelRuns.unfinished.filter((run) => !names.includes(nameOf(folder, run)));
  }

  private async chosen(argument: unknown): Promise<UnfinishedModelRun | null> {
    const row = argument as ModelRunRow | undefined;
    if (row?.kind === 'modelUnfinished') return row.unfinished;
    const { unfinished } = this.services.modelRuns;
    if (unfinished.length === 0) void tell('No unfinished run of a model was found in the study.');
    if (unfinished.length < 2) return unfinished[0] ?? null;
    const picks = unfinished.map((run) => ({ label: run.runId, description: `${run.done} of ${run.total} done`, run }));
    return (await vscode.window.showQuickPick(picks, { title: 'Which run?' }))?.run ?? null;
  }
}

const offerWords = ({ runId, done, total }: UnfinishedModelRun, more: number): string => {
  const others = more === 0 ? '' : ` ${more === 1 ? 'Another run is' : `${more} other runs are`} unfinished as well.`;
  return `The model run ${runId} was not finished: ${done} of ${total} done. What is done is kept; an attempt that was cut off begins anew.${others}`;
};
