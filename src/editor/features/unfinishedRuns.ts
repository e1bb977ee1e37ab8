import * as vscode from 'vscode';
import type { UnfinishedRun } from '../../protocol/evaluationRuns';
import { chooseBackend, refuseUntrusted } from '../platform/chooseBackend';
import { commands } from '../platform/ids';
import { registerCommand, tell } from '../platform/messages';
import type { Feature, Services } from '../platform/services';
import { runSettings } from '../platform/settings';
import type { EvaluationRow } from '../views/evaluationRows';

/**
 * When a study's runs are looked for after it was opened, in milliseconds: the process of the window before may take a
 * moment to end, and half a minute to be known as dead where it can't be asked.
 */
const looks = [0, 5_000, 35_000];

const dismissedKey = 'touchstone.dismissedRuns';

/** After a reload or a crash: runs of the study that no process has, offered once to go on with. */
export const unfinishedRunsFeature: Feature = (services) => {
  const finder = new UnfinishedRuns(services);
  const command = (id: string, what: string, run: (argument: unknown) => Promise<void>) =>
    registerCommand(services.log, id, what, run);
  return vscode.Disposable.from(
    finder,
    services.study.onDidChange(() => finder.lookOnce()),
    vscode.workspace.onDidGrantWorkspaceTrust(() => finder.lookOnce()),
    services.app.onDidEnd(() => void finder.look(false)),
    services.runs.onDidEnd(() => void finder.look(false)),
    command(commands.resumeUnfinished, 'The run could not be resumed', (row) => finder.resumeOne(row)),
    command(commands.dismissUnfinished, 'The run could not be dismissed', (row) => finder.dismissOne(row)),
  );
};

/** One unfinished run of one time: begun anew it is another one. */
const nameOf = (folder: string, { runId, at }: UnfinishedRun): string => JSON.stringify([folder, runId, at]);

class UnfinishedRuns implements vscode.Disposable {
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
    const { study, app, runs, log } = this.services;
    const { folder } = study;
    if (folder === null || !vscode.workspace.isTrusted) return;
    try {
      const all = await app.remote.unfinishedRuns({ studyFolder: folder });
      if (study.folder !== folder) return;
      const dismissed = new Set(this.dismissed());
      runs.unfinished = all.filter((run) => !dismissed.has(nameOf(folder, run)));
      if (offer) void this.offer(folder, runs.unfinished);
    } catch (error) {
      log.warn(`unfinished runs of ${folder}: ${String(error)}`);
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
  private async offer(folder: string, unfinished: readonly UnfinishedRun[]): Promise<void> {
    const fresh = unfinished.filter((run) => !this.offered.has(nameOf(folder, run)));
    for (const run of fresh) this.offered.add(nameOf(folder, run));
    const [first, ...more] = fresh;
    if (!first) return;
    const [resume, dismiss] = ['Resume', 'Dismiss'];
    const choice = await tell(offerWords(first, more.length), resume, dismiss);
    if (choice === dismiss) await this.dismiss(fresh);
    if (choice === resume) for (const run of fresh) await this.resume(run);
  }

  private async resume(run: UnfinishedRun): Promise<void> {
    const { study, app, runs } = this.services;
    const studyFolder = await study.ready();
    const backend = await chooseBackend(this.services);
    if (!backend) return;
    const { runId } = run;
    const begun = await app.remote.resumeUnfinished({ studyFolder, runId, backend, settings: runSettings() });
    runs.unfinished = runs.unfinished.filter((each) => each.runId !== runId);
    runs.changed(begun);
  }

  private async dismiss(gone: readonly UnfinishedRun[]): Promise<void> {
    const { study, runs, context } = this.services;
    const folder = await study.ready();
    const names = gone.map((run) => nameOf(folder, run));
    await context.workspaceState.update(dismissedKey, [...new Set([...this.dismissed(), ...names])]);
    runs.unfinished = runs.unfinished.filter((run) => !names.includes(nameOf(folder, run)));
  }

  private async chosen(argument: unknown): Promise<UnfinishedRun | null> {
    const row = argument as EvaluationRow | undefined;
    if (row?.kind === 'unfinished') return row.unfinished;
    const { unfinished } = this.services.runs;
    if (unfinished.length === 0) void tell('No unfinished run was found in the study.');
    if (unfinished.length < 2) return unfinished[0] ?? null;
    const picks = unfinished.map((run) => ({ label: run.runId, description: `${run.done} of ${run.total} done`, run }));
    return (await vscode.window.showQuickPick(picks, { title: 'Which run?' }))?.run ?? null;
  }
}

const offerWords = ({ title, done, total }: UnfinishedRun, more: number): string => {
  const others = more === 0 ? '' : ` ${more === 1 ? 'Another run is' : `${more} other runs are`} unfinished as well.`;
  return `The evaluation of ${title} was not finished: ${done} of ${total} done. Results are kept; jobs that still run are waited for.${others}`;
};
