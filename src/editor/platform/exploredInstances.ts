import * as vscode from 'vscode';
import type { InstanceQuery } from '../../protocol/explorer';

/** What the Instances view shows, for surfaces that show the same instances in another way. */
interface Shown {
  readonly query: () => InstanceQuery;
  /** The filter in words; '' where nothing is filtered. */
  readonly words: () => string;
}

const everything = (): InstanceQuery => ({
  studyFolder: '',
  text: '',
  facets: {},
  sort: { by: 'data', descending: false },
});

/** The query of the Instances view. The view says what it is; others ask and listen. */
export class ExploredInstances implements vscode.Disposable {
  private readonly emitter = new vscode.EventEmitter<void>();
  private shown: Shown = { query: everything, words: () => '' };
  readonly onDidChange = this.emitter.event;

  /** Called by the view, once. */
  follow(shown: Shown, changes: vscode.Event<unknown>): vscode.Disposable {
    this.shown = shown;
    return changes(() => this.emitter.fire());
  }

  query(studyFolder: string): InstanceQuery {
    return { ...this.shown.query(), studyFolder };
  }

  words(): string {
    return this.shown.words();
  }

  dispose(): void {
    this.emitter.dispose();
  }
}
