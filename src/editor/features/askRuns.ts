import * as vscode from 'vscode';
import { shownText } from '../../core/shared/shownText';
import type { RunColumn } from '../../core/study/runColumns';

interface Pick extends vscode.QuickPickItem {
  readonly column: RunColumn;
}

/** The parent stands first, so that Enter takes it. */
const picksOf = (columns: readonly RunColumn[], parent: string | null): readonly Pick[] => {
  const picks = columns.map((column) => ({
    label: shownText(column.label),
    description: [column.model === column.label ? '' : (column.model ?? ''), column.rules.join(', ')]
      .filter(Boolean)
      .join(' · '),
    detail: column.key === parent ? 'its parent in the study file' : '',
    column,
  }));
  return [...picks.filter(({ detail }) => detail !== ''), ...picks.filter(({ detail }) => detail === '')];
};

/**
 * Asks for the runs that are not chosen yet: which one, and against which. One list that stays open from the first
 * question to the second: two lists after one another may lose the second one while the first one closes. A page that
 * takes the keyboard meanwhile does not end the question. Null where the person turned away.
 */
export const askRuns = (
  columns: readonly RunColumn[],
  chosen: RunColumn | null,
): Promise<{ readonly a: RunColumn; readonly b: RunColumn } | null> =>
  new Promise((resolve) => {
    const list = vscode.window.createQuickPick<Pick>();
    let b = chosen;
    const ask = () => {
      list.value = '';
      list.step = b === null ? 1 : 2;
      list.title = b === null ? 'Compare which run?' : `${shownText(b.label)}: against which run?`;
      list.buttons = b === null || chosen !== null ? [] : [vscode.QuickInputButtons.Back];
      list.items = b === null ? picksOf(columns, null) : picksOf(otherThan(columns, b), b.parent);
    };
    list.totalSteps = 2;
    list.matchOnDescription = true;
    list.ignoreFocusOut = true;
    list.onDidTriggerButton(() => {
      b = null;
      ask();
    });
    list.onDidAccept(() => {
      const [pick] = list.selectedItems;
      if (!pick) return;
      if (b === null) {
        b = pick.column;
        return ask();
      }
      resolve({ a: pick.column, b });
      list.hide();
    });
    list.onDidHide(() => {
      resolve(null);
      list.dispose();
    });
    ask();
    list.show();
  });

const otherThan = (columns: readonly RunColumn[], b: RunColumn): readonly RunColumn[] =>
  columns.filter(({ key }) => key !== b.key);
