import * as vscode from 'vscode';
import type { InstanceRun } from '../../core/study/instanceRuns';
import { contextKeys } from './ids';

/** What the person is looking at: an instance, and one of its rows where one is chosen. */
export interface Item {
  readonly datasetPath: string;
  readonly instanceId: string;
  readonly run: InstanceRun | null;
}

/** The item that commands without an argument act on: set by trees, the instance page, comparisons, the verdict view. */
export class CurrentItem implements vscode.Disposable {
  private readonly emitter = new vscode.EventEmitter<Item | null>();
  private item: Item | null = null;

  readonly onDidChange = this.emitter.event;

  get value(): Item | null {
    return this.item;
  }

  set(item: Item | null): void {
    this.item = item;
    this.emitter.fire(item);
  }

  dispose(): void {
    this.emitter.dispose();
  }
}

/** Which surface of ours has the keyboard; single letters are bound under it. */
export const setFocus = (
  surface: 'instance' | 'verdict' | 'matrix' | 'runs' | 'trajectory' | 'trajectories' | 'alignment' | 'hunkMap' | null,
): Thenable<unknown> => vscode.commands.executeCommand('setContext', contextKeys.focus, surface ?? '');
