import * as vscode from 'vscode';
import { shownText } from '../../core/shared/shownText';
import { tell } from '../platform/messages';
import type { Services } from '../platform/services';
import { filterWords, type InstanceFilter } from '../views/instanceFilter';
import type { InstanceTree } from '../views/instanceTree';

interface SavedFilter {
  readonly name: string;
  readonly filter: InstanceFilter;
}

const keptIn = 'touchstone.filters';

export const savedFilters = ({ context }: Services): readonly SavedFilter[] =>
  context.workspaceState.get<readonly SavedFilter[]>(keptIn, []);

const keep = ({ context }: Services, filters: readonly SavedFilter[]): Thenable<void> =>
  context.workspaceState.update(keptIn, filters);

/** Keeps filter, groups and order of the view under a name, in this workspace; the same name is replaced. */
export const saveFilter = async (services: Services, tree: InstanceTree): Promise<void> => {
  const words = filterWords(tree.filter, (path) => path);
  const name = await vscode.window.showInputBox({ title: 'Save filter as', value: words || 'all instances' });
  if (!name) return;
  const others = savedFilters(services).filter((each) => each.name !== name);
  await keep(services, [...others, { name, filter: tree.filter }]);
  vscode.window.setStatusBarMessage(`Filter "${shownText(name)}" saved`, 3000);
};

const remove: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('trash'), tooltip: 'Delete this filter' };

/** Shows what was saved; each row can be applied, or deleted by its button. */
export const applySavedFilter = async (services: Services, change: (filter: InstanceFilter) => void): Promise<void> => {
  if (savedFilters(services).length === 0) {
    void tell('No filter is saved in this workspace yet. Filter, then Save Filter....');
    return;
  }
  const itemsOf = () =>
    savedFilters(services).map((each) => ({
      label: shownText(each.name),
      description: shownText(filterWords(each.filter, (path) => path)),
      buttons: [remove],
      each,
    }));
  const pick = vscode.window.createQuickPick<ReturnType<typeof itemsOf>[number]>();
  pick.title = 'Apply a saved filter';
  pick.items = itemsOf();
  pick.onDidTriggerItemButton(async ({ item }) => {
    await keep(
      services,
      savedFilters(services).filter(({ name }) => name !== item.each.name),
    );
    pick.items = itemsOf();
  });
  pick.onDidAccept(() => {
    const [chosen] = pick.selectedItems;
    if (chosen) change(chosen.each.filter);
    pick.hide();
  });
  pick.onDidHide(() => pick.dispose());
  pick.show();
};
