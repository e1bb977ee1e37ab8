import * as vscode from 'vscode';
import { shownText } from '../../core/shared/shownText';
import type { InstanceListRow, InstanceQuery } from '../../protocol/explorer';
import type { Item } from './currentItem';
import type { Services } from './services';

/** Instances that one list offers; of more, those that match what is typed. */
const offered = 500;

const typingMs = 150;

interface Choice extends vscode.QuickPickItem {
  readonly item: Item;
}

const choiceOf = ({ id, title, datasetPath }: InstanceListRow, always = false): Choice => ({
  label: shownText(id),
  description: shownText(title ?? ''),
  alwaysShow: always,
  item: { datasetPath, instanceId: id, run: null },
});

const find = (services: Services, studyFolder: string, text: string) => {
  const query: InstanceQuery = { studyFolder, text, facets: {}, sort: { by: 'data', descending: false } };
  return services.app.remote.exploreWindow({ query, from: 0, count: offered });
};

/** The person's choice among all instances of the study; null where they turned away. */
export const pickAmongAll = async (services: Services): Promise<Item | null> => {
  const { folder, catalogue } = services.study;
  if (folder === null || catalogue === null) return null;
  const { total, rows } = await find(services, folder, '');
  if (total > rows.length) return searchAmongAll(services, folder, rows, total);
  const choices = rows.map((row) => choiceOf(row));
  const choice = await vscode.window.showQuickPick(choices, { title: 'Which instance?', matchOnDescription: true });
  return choice?.item ?? null;
};

/** Too many for one list: the worker finds what is typed. */
const searchAmongAll = (
  services: Services,
  folder: string,
  first: readonly InstanceListRow[],
  total: number,
): Promise<Item | null> =>
  new Promise((resolve) => {
    const pick = vscode.window.createQuickPick<Choice>();
    pick.title = 'Which instance?';
    pick.placeholder = `Type words of id, repository or statement to find one of ${total.toLocaleString('en-US')}`;
    pick.items = first.map((row) => choiceOf(row, true));
    let timer: NodeJS.Timeout | undefined;
    const show = async (text: string) => {
      const { rows } = await find(services, folder, text);
      if (pick.value === text) pick.items = rows.map((row) => choiceOf(row, true));
      pick.busy = false;
    };
    pick.onDidChangeValue((text) => {
      pick.busy = true;
      clearTimeout(timer);
      timer = setTimeout(() => void show(text), typingMs);
    });
    pick.onDidAccept(() => {
      resolve(pick.selectedItems[0]?.item ?? null);
      pick.hide();
    });
    pick.onDidHide(() => {
      clearTimeout(timer);
      resolve(null);
      pick.dispose();
    });
    pick.show();
  });
