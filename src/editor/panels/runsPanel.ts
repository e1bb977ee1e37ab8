import * as vscode from 'vscode';
import type { Remote } from '../../protocol/rpc';
import type { RunsHostApi, RunsPlace, RunsReply, RunsViewApi } from '../../protocol/runsPage';
import { setFocus } from '../platform/currentItem';
import { commands, panels } from '../platform/ids';
import { withProgress } from '../platform/progress';
import type { Services } from '../platform/services';
import { openCell } from './openCell';
import { saveComparison } from './saveComparison';
import { SinglePanel } from './singlePanel';

/** A notification that goes as soon as it comes only disturbs. */
const quickMs = 400;

const nothing = (message: string): RunsReply => ({ kind: 'none', message });

/** Two runs compared: one editor; the page keeps which two over a reload. */
export class RunsPanel extends SinglePanel<RunsViewApi> {
  private place: RunsPlace | null = null;

  constructor(services: Services) {
    super(services, { type: panels.runs, page: 'runs', title: 'Runs compared', icon: 'git-compare' });
  }

  show(place: RunsPlace): void {
    this.place = place;
    if (this.reveal()) void this.view?.show(place).catch(() => null);
  }

  protected override listen(view: Remote<RunsViewApi>): readonly vscode.Disposable[] {
    return [this.services.study.onDidChange(() => void view.changed(undefined).catch(() => null))];
  }

  protected override closed(): void {
    this.place = null;
  }

  protected override hostApi(): RunsHostApi {
    const { services } = this;
    return {
      load: ({ place }) => this.load(place ?? this.place, false),
      readLogs: (place) => this.load(place, true),
      window: async (q) => services.app.remote.comparedWindow({ ...q, studyFolder: await services.study.ready() }),
      open: async ({ what, instanceId, runKey, line }) => {
        await this.open(what, instanceId, runKey, line);
        return null;
      },
      save: async (q) => {
        await saveComparison(services, q);
        return null;
      },
      choose: async () => {
        await vscode.commands.executeCommand(commands.compareRuns);
        return null;
      },
      focusChanged: async ({ keys }) => {
        await setFocus(keys ? 'runs' : null);
        return null;
      },
    };
  }

  private async load(place: RunsPlace | null, types: boolean): Promise<RunsReply> {
    const { services } = this;
    try {
      const studyFolder = await services.study.ready();
      if (!place) return nothing('No runs are chosen. Choose two runs to compare.');
      this.place = place;
      const compare = (task?: string) =>
        services.app.remote.compareRuns({ studyFolder, ...place, types, ...(task ? { task } : {}) });
      const shown = types ? await this.reading(compare) : await compare();
      if (this.panel) this.panel.title = `${shown.a.label} ↔ ${shown.b.label}`;
      return { kind: 'comparison', shown, columns: await services.app.remote.runColumns({ studyFolder }) };
    } catch (error) {
      if (error instanceof vscode.CancellationError) return nothing('cancelled');
      services.log.error(`runs compared: ${String(error)}`);
      return nothing(error instanceof Error ? error.message : String(error));
    }
  }

  /** Says nothing where it is quick; else the same again under a notification, over what was read meanwhile. */
  private async reading<T>(compare: (task: string) => Promise<T>): Promise<T> {
    const { progress, app } = this.services;
    const task = progress.newTask('logs');
    const quick = compare(task);
    const slow = new Promise<null>((resolve) => setTimeout(resolve, quickMs, null));
    const done = await Promise.race([quick.then((value) => ({ value })), slow]);
    if (done) return done.value;
    quick.catch(() => null);
    await app.remote.cancel({ task });
    return withProgress(progress, 'Reading logs for error types', (own) => app.remote.cancel({ task: own }), compare);
  }

  private async open(
    what: 'review' | 'instance' | 'log',
    id: string,
    runKey: string,
    line: number | null,
  ): Promise<void> {
    const { study } = this.services;
    const { datasetPath, rows } = await study.rowsOf(id);
    const run = rows.find(({ key }) => key === runKey) ?? null;
    // An instance of no dataset here: the command says so, and offers to open its dataset.
    if (datasetPath === null) {
      const row = run ?? rows[0];
      if (row) await vscode.commands.executeCommand(commands.openInstance, { row });
      return;
    }
    const item = { datasetPath, instanceId: id };
    if (what !== 'log') return openCell(this.services, run ? what : 'instance', { ...item, runKey });
    await vscode.commands.executeCommand(commands.openTestOutput, { ...item, run }, line ?? undefined);
  }
}
