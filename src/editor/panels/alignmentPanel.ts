import * as vscode from 'vscode';
import type { AlignedSide } from '../../protocol/trajectoryAlignment';
import type {
  AlignmentHostApi,
  AlignmentReply,
  AlignmentViewApi,
  TrajectoryPair,
} from '../../protocol/trajectoryAlignmentPage';
import { setFocus } from '../platform/currentItem';
import { panels } from '../platform/ids';
import { showFailure } from '../platform/messages';
import { withProgress } from '../platform/progress';
import type { Services } from '../platform/services';
import { compareAligned } from './alignedFiles';
import { openTrajectoryAt } from './openTrajectoryAt';
import { SinglePanel } from './singlePanel';

/** A notification that goes as soon as it comes only disturbs. */
const quickMs = 1000;

const nameOf = ({ row }: AlignedSide): string => row.runId ?? row.name.split('/').at(-1) ?? row.name;

/** Two trajectories side by side: one editor; the page keeps which two over a reload. */
export class AlignmentPanel extends SinglePanel<AlignmentViewApi> {
  private pair: TrajectoryPair | null = null;

  constructor(services: Services) {
    super(services, {
      type: panels.alignment,
      page: 'alignment',
      title: 'Trajectories compared',
      icon: 'split-horizontal',
    });
  }

  show(pair: TrajectoryPair): void {
    this.pair = pair;
    if (this.reveal()) void this.view?.show(pair).catch(() => null);
  }

  protected override listen(): readonly vscode.Disposable[] {
    return [];
  }

  protected override closed(): void {
    this.pair = null;
  }

  protected override hostApi(): AlignmentHostApi {
    return {
      load: ({ pair }) => this.load(pair ?? this.pair),
      openStep: async ({ step, ...ref }) => {
        await openTrajectoryAt(ref, step);
        return null;
      },
      files: async (place) => {
        await compareAligned(this.services, place).catch((error: unknown) =>
          showFailure(this.services.log, 'The files could not be compared', error),
        );
        return null;
      },
      focusChanged: async ({ keys }) => {
        await setFocus(keys ? 'alignment' : null);
        return null;
      },
    };
  }

  private async load(pair: TrajectoryPair | null): Promise<AlignmentReply> {
    if (!pair)
      return { kind: 'none', message: 'No two trajectories are chosen. Mark two in the table of trajectories.' };
    this.pair = pair;
    try {
      const shown = await this.reading((task) => this.services.app.remote.alignTrajectories({ ...pair, task }));
      if (this.panel) this.panel.title = `${nameOf(shown.a)} ↔ ${nameOf(shown.b)}`;
      return { kind: 'alignment', shown };
    } catch (error) {
      if (error instanceof vscode.CancellationError) return { kind: 'none', message: 'Cancelled.' };
      this.services.log.error(`trajectories compared: ${String(error)}`);
      return { kind: 'none', message: error instanceof Error ? error.message : String(error) };
    }
  }

  /** Says nothing where it is quick; long ones can be cancelled. */
  private async reading<T>(align: (task: string) => Promise<T>): Promise<T> {
    const { progress, app } = this.services;
    const task = progress.newTask('steps');
    const work = align(task);
    const done = await Promise.race([work.then((value) => ({ value })), later(quickMs)]);
    if (done) return done.value;
    return withProgress(
      progress,
      'Reading both trajectories',
      () => app.remote.cancel({ task }),
      () => work,
    );
  }
}

const later = (ms: number): Promise<null> => new Promise((resolve) => setTimeout(resolve, ms, null));
