import * as vscode from 'vscode';
import type { MatrixHostApi, MatrixReply, MatrixViewApi, MatrixWish } from '../../protocol/matrixPage';
import type { Remote } from '../../protocol/rpc';
import { setFocus } from '../platform/currentItem';
import { commands, panels } from '../platform/ids';
import type { Services } from '../platform/services';
import { openCell } from './openCell';
import { SinglePanel } from './singlePanel';

const helps = {
  clearFilter: commands.clearFilter,
  openDataset: commands.openDataset,
  openFolder: commands.openFolder,
  evaluate: commands.evaluate,
} as const;

/** The matrix of instances by runs: one editor, made again by VS Code after a reload. */
export class MatrixPanel extends SinglePanel<MatrixViewApi> {
  constructor(services: Services) {
    super(services, { type: panels.matrix, page: 'matrix', title: 'Matrix', icon: 'table' });
  }

  show(): void {
    this.reveal();
  }

  protected override listen(view: Remote<MatrixViewApi>): readonly vscode.Disposable[] {
    // A page that is closed meanwhile needs nothing any more.
    return [this.services.explored.onDidChange(() => void view.changed(undefined).catch(() => null))];
  }

  protected override hostApi(): MatrixHostApi {
    const { app } = this.services;
    return {
      shape: (wish) => this.shape(wish),
      window: (range) => app.remote.matrixWindow(range),
      open: async ({ what, ...cell }) => {
        await openCell(this.services, what, cell);
        return null;
      },
      compare: async ({ runKey }) => {
        await vscode.commands.executeCommand(commands.compareRuns, { runKey });
        return null;
      },
      help: async ({ what }) => {
        await vscode.commands.executeCommand(helps[what]);
        return null;
      },
      focusChanged: async ({ keys }) => {
        await setFocus(keys ? 'matrix' : null);
        return null;
      },
    };
  }

  private async shape(wish: MatrixWish): Promise<MatrixReply> {
    const { app, explored, study } = this.services;
    try {
      const studyFolder = await study.ready();
      const shape = await app.remote.matrixShape({ ...wish, query: explored.query(studyFolder) });
      return { kind: 'matrix', shape, filter: explored.words() };
    } catch (error) {
      this.services.log.error(`matrix: ${String(error)}`);
      return { kind: 'fault', message: error instanceof Error ? error.message : String(error) };
    }
  }
}
