import type * as vscode from 'vscode';
import type { StepAnchor } from '../../core/run/trajectory/stepAnchor';
import type { TrajectoryRef } from '../../protocol/trajectory';
import type { Services } from '../platform/services';

const keptIn = 'touchstone.trajectoryMarks';
type Kept = Readonly<Record<string, readonly StepAnchor[]>>;
type At = TrajectoryRef & { readonly version: number };

const keyOf = ({ path, which }: TrajectoryRef): string => `${which}\n${path}`;

/** Bookmarks on steps: kept with the workspace, by what the steps hold, so that they follow where the file is made anew. */
export class TrajectoryMarks {
  private readonly memento: vscode.Memento;

  constructor(private readonly services: Services) {
    this.memento = services.context.workspaceState;
  }

  /** The steps with a bookmark, in order; null where the file was read anew. One whose step is gone stays kept. */
  async of(at: At): Promise<readonly number[] | null> {
    const anchors = this.anchors(at);
    if (anchors.length === 0) return [];
    const found = await this.services.app.remote.trajectoryFindAnchors({ ...at, anchors });
    return found && [...new Set(found.filter((idx) => idx > 0))].sort((a, b) => a - b);
  }

  /** Sets the bookmark of a step, or takes it away. */
  async toggle({ idx, ...at }: At & { readonly idx: number }): Promise<readonly number[] | null> {
    const { remote } = this.services.app;
    const anchors = this.anchors(at);
    const found = await remote.trajectoryFindAnchors({ ...at, anchors });
    if (found === null) return null;
    const others = anchors.filter((_, index) => found[index] !== idx);
    const anchor = others.length < anchors.length ? null : await remote.trajectoryAnchor({ ...at, idx });
    await this.keep(at, anchor === null ? others : [...others, anchor]);
    return this.of(at);
  }

  private anchors(ref: TrajectoryRef): readonly StepAnchor[] {
    return this.memento.get<Kept>(keptIn, {})[keyOf(ref)] ?? [];
  }

  private keep(ref: TrajectoryRef, anchors: readonly StepAnchor[]): Thenable<void> {
    const { [keyOf(ref)]: _, ...others } = this.memento.get<Kept>(keptIn, {});
    return this.memento.update(keptIn, anchors.length === 0 ? others : { ...others, [keyOf(ref)]: anchors });
  }
}
