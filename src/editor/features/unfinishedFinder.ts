import * as vscode from 'vscode';
import { refuseUntrusted } from '../platform/chooseBackend';
import { registerCommand, tell } from '../platform/messages';
import type { Services } from '../platform/services';

/**
 * When a study's runs are looked for after it was opened, in milliseconds: the process of the window before may take a
 * moment to end, and half a minute to be known as dead where it can't be asked.
 */
const looks = [0, 5_000, 35_000];

interface Unfinished {
  readonly runId: string;
  /** RFC 3339, when it began. */
  readonly at: string;
  readonly done: number;
  readonly total: number;
}

/** Evaluations or runs of models, as they are found unfinished. */
export interface UnfinishedKind<Run extends Unfinished> {
  /** `unfinished runs`, for the log. */
  readonly what: string;
  /** What is said where there is none. */
  readonly none: string;
  /** Of the workspace's state. */
  readonly dismissedKey: string;
  readonly commands: { readonly resume: string; readonly dismiss: string };
  readonly onDidEnd: vscode.Event<unknown>;
  /** What the view shows. */
  shown(): readonly Run[];
  show(runs: readonly Run[]): void;
  find(studyFolder: string): Promise<readonly Run[]>;
  /** Begins to go on with it; false: the person turned away. */
  resume(run: Run): Promise<boolean>;
  /** The run of a row of the view; null: it is another row. */
  ofRow(argument: unknown): Run | null;
  offerWords(run: Run): string;
}

/** After a reload or a crash: runs of the study that no process has, offered once to go on with. */
export const unfinishedRunsOf = <Run extends Unfinished>(
  services: Services,
  kind: UnfinishedKind<Run>,
): vscode.Disposable => {
  const finder = new UnfinishedFinder(services, kind);
  const command = (id: string, what: string, run: (argument: unknown) => Promise<void>) =>
    registerCommand(services.log, id, what, run);
  return vscode.Disposable.from(
    finder,
    services.study.onDidChange(() => finder.lookOnce()),
    vscode.workspace.onDidGrantWorkspaceTrust(() => finder.lookOnce()),
    services.app.onDidEnd(() => void finder.look(false)),
    kind.onDidEnd(() => void finder.look(false)),
    command(kind.commands.resume, 'The run could not be resumed', (row) => finder.resumeOne(row)),
    command(kind.commands.dismiss, 'The run could not be dismissed', (row) => finder.dismissOne(row)),
  );
};

/** One unfinished run of one time: begun anew it is another one. */
const nameOf = (folder: string, { runId, at }: Unfinished): string => JSON.stringify([folder, runId, at]);

class UnfinishedFinder<Run extends Unfinished> implements vscode.Disposable {
  private timers: readonly NodeJS.Timeout[] = [];
  private looked: string | null = null;
  private readonly offered = new Set<string>();

  constructor(
    private readonly services: Services,
    private readonly kind: UnfinishedKind<Run>,
  ) {}

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
    const { study, log } = this.services;
    const { folder } = study;
    if (folder === null || !vscode.workspace.isTrusted) return;
    try {
      const all = await this.kind.find(folder);
      if (study.folder !== folder) return;
      const dismissed = new Set(this.dismissed());
      const found = all.filter((run) => !dismissed.has(nameOf(folder, run)));
      this.kind.show(found);
      if (offer) void this.offer(folder, found);
    } catch (error) {
      log.warn(`${this.kind.what} of ${folder}: ${String(error)}`);
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
    return this.services.context.workspaceState.get<readonly string[]>(this.kind.dismissedKey, []);
  }

  /** One message for all of them; each run is offered once a window. */
  private async offer(folder: string, unfinished: readonly Run[]): Promise<void> {
    const fresh = unfinished.filter((run) => !this.offered.has(nameOf(folder, run)));
    for (const run of fresh) this.offered.add(nameOf(folder, run));
    const [first, ...more] = fresh;
    if (!first) return;
    const [resume, dismiss] = ['Resume', 'Dismiss'];
    const choice = await tell(this.kind.offerWords(first) + othersWords(more.length), resume, dismiss);
    if (choice === dismiss) await this.dismiss(fresh);
    if (choice === resume) for (const run of fresh) await this.resume(run);
  }

  private async resume(run: Run): Promise<void> {
    if (await this.kind.resume(run)) this.kind.show(this.kind.shown().filter(({ runId }) => runId !== run.runId));
  }

  private async dismiss(gone: readonly Run[]): Promise<void> {
    const { study, context } = this.services;
    const folder = await study.ready();
    const names = gone.map((run) => nameOf(folder, run));
    await context.workspaceState.update(this.kind.dismissedKey, [...new Set([...this.dismissed(), ...names])]);
    this.kind.show(this.kind.shown().filter((run) => !names.includes(nameOf(folder, run))));
  }

  private async chosen(argument: unknown): Promise<Run | null> {
    const row = this.kind.ofRow(argument);
    if (row) return row;
    const unfinished = this.kind.shown();
    if (unfinished.length === 0) void tell(this.kind.none);
    if (unfinished.length < 2) return unfinished[0] ?? null;
    const picks = unfinished.map((run) => ({ label: run.runId, description: `${run.done} of ${run.total} done`, run }));
    return (await vscode.window.showQuickPick(picks, { title: 'Which run?' }))?.run ?? null;
  }
}

const othersWords = (more: number): string =>
  more === 0 ? '' : ` ${more === 1 ? 'Another run is' : `${more} other runs are`} unfinished as well.`;
