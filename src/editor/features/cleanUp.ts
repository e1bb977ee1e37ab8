import * as vscode from 'vscode';
import { counted } from '../../core/shared/counted';
import { shownText } from '../../core/shared/shownText';
import { freedText, sizeText } from '../../core/shared/sizeText';
import type { CleanUpItem, CleanUpPlan, CleanUpResult } from '../../protocol/cleanUp';
import { commands } from '../platform/ids';
import { registerCommand, tell } from '../platform/messages';
import type { Feature, Services } from '../platform/services';
import { imageBudgetSetting, runSettings } from '../platform/settings';

interface Choice extends vscode.QuickPickItem {
  readonly item: CleanUpItem;
}

/** Removes what earlier work left: containers, folders, images, logs; what is chosen in a list, and nothing else. */
export const cleanUpFeature: Feature = (services) =>
  registerCommand(services.log, commands.cleanUp, 'The clean-up failed', () => cleanUp(services));

const choiceOf = (item: CleanUpItem): Choice => ({
  label: shownText(item.label),
  description: item.bytes === null ? '' : sizeText(item.bytes),
  detail: shownText(item.detail),
  picked: item.proposed,
  item,
});

const during = <T>(title: string, work: () => Promise<T>): Thenable<T> =>
  vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title }, work);

const cleanUp = async (services: Services): Promise<void> => {
  const { endpoint } = runSettings();
  const { remote } = services.app;
  const plan = await during('Looking for what is left', () =>
    remote.planCleanUp({ endpoint, budget: imageBudgetSetting() }),
  );
  logKept(services, plan);
  if (plan.items.length === 0) {
    await tell(nothingWords(plan));
    return;
  }
  const chosen = await vscode.window.showQuickPick(plan.items.map(choiceOf), {
    canPickMany: true,
    title: 'Remove what is ticked; images of others are never listed',
    placeHolder: plan.faults[0] === undefined ? '' : shownText(plan.faults[0]),
  });
  if (!chosen || chosen.length === 0) return;
  const items = chosen.map(({ item }) => item);
  const done = await during(`Removing ${freedText(items)}`, () =>
    remote.cleanUp({ endpoint, items: items.map(({ id, label }) => ({ id, label })) }),
  );
  await sayDone(services, done);
};

const nothingWords = ({ kept, faults }: CleanUpPlan): string => {
  const inUse = kept.length === 0 ? '' : ` ${counted(kept.length, 'thing')} of ours in use.`;
  return ['Nothing to clean up.', ...faults].join(' ') + inUse;
};

const logKept = ({ log }: Services, { kept, faults }: CleanUpPlan): void => {
  for (const reason of kept) log.info(`clean-up keeps ${reason}`);
  for (const fault of faults) log.warn(`clean-up: ${fault}`);
};

const sayDone = async ({ log }: Services, { removed, kept }: CleanUpResult): Promise<void> => {
  for (const label of removed) log.info(`clean-up removed ${label}`);
  for (const reason of kept) log.info(`clean-up kept ${reason}`);
  const stays = kept.length === 0 ? '' : ` ${kept.length} kept: ${kept[0]}`;
  const choice = await tell(`Removed: ${removed.join(', ') || 'nothing'}.${stays}`, 'Show Log');
  if (choice) await vscode.commands.executeCommand(commands.showLog);
};
