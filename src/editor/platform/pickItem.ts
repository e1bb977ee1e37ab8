import * as vscode from 'vscode';
import { shownText } from '../../core/shared/shownText';
import { type InstanceRun, outcomeOfRun, rulesOfRun } from '../../core/study/instanceRuns';
import type { InstanceNode } from '../views/instanceNodes';
import { runLabel } from '../views/instanceNodes';
import { outcomeIcon } from '../views/outcomeIcon';
import type { Item } from './currentItem';
import { commands } from './ids';
import { tell } from './messages';
import { pickAmongAll } from './pickAmongAll';
import type { Services } from './services';

type Argument = InstanceNode | Item | { readonly row: InstanceRun } | undefined;

/** The item that a command's argument names (a tree node, a page's row), else the current one; null where neither. */
const itemOf = async (services: Services, argument: unknown): Promise<Item | null> => {
  const node = argument as Argument;
  if (node && 'kind' in node && (node.kind === 'instance' || node.kind === 'run')) {
    return { datasetPath: node.dataset.path, instanceId: node.instance.id, run: node.kind === 'run' ? node.run : null };
  }
  if (node && 'row' in node) {
    const { datasetPath } = await services.study.rowsOf(node.row.instanceId);
    return datasetPath === null ? null : { datasetPath, instanceId: node.row.instanceId, run: node.row };
  }
  if (node && 'instanceId' in node)
    return { datasetPath: node.datasetPath, instanceId: node.instanceId, run: node.run ?? null };
  return services.current.value;
};

/** The row as the study has it now: what a tree or a page handed over may be from before an evaluation. */
const asItStands = async (services: Services, item: Item): Promise<Item> => {
  const run = item.run && (await services.study.runOf(item.instanceId, item.run.key));
  return { ...item, run: run ?? item.run };
};

/** A run may name instances of a dataset that isn't here: nothing is shown in its place, and the way on is offered. */
const sayNoDataset = async ({ instanceId, evaluations }: InstanceRun): Promise<void> => {
  const [open, log] = ['Open Dataset...', 'Open Log File'];
  const folder = evaluations.find(({ hasLog }) => hasLog)?.folder;
  const text = `${instanceId} is in no dataset that is open here. Open the dataset that holds it.`;
  const choice = await tell(text, open, ...(folder ? [log] : []));
  if (choice === open) await vscode.commands.executeCommand(commands.openDataset);
  if (choice === log && folder)
    await vscode.commands.executeCommand(
      'vscode.open',
      vscode.Uri.joinPath(vscode.Uri.file(folder), 'test_output.txt'),
    );
};

/** The item, or the person's choice among all instances; null where they turned away. */
export const pickInstance = async (services: Services, argument: unknown): Promise<Item | null> => {
  const item = await itemOf(services, argument);
  if (item) return asItStands(services, item);
  const node = argument as Argument;
  if (node && 'row' in node) {
    void sayNoDataset(node.row);
    return null;
  }
  return pickAmongAll(services);
};

/** Which rows a command can act on, and what it says of one that was chosen and can't be. */
interface Wanted {
  readonly accept: (run: InstanceRun) => boolean;
  readonly otherwise: string;
}

const anyPrediction: Wanted = {
  accept: ({ predictionsPath }) => predictionsPath !== null,
  otherwise: 'it is no prediction',
};

/**
 * The item's prediction; asks where the instance has several and none is chosen. A chosen one that the command can't
 * act on is said so, never exchanged for another. Null where there is none or the person turned away.
 */
export const pickPrediction = async (
  services: Services,
  argument: unknown,
  { accept, otherwise }: Wanted = anyPrediction,
): Promise<(Item & { readonly run: InstanceRun }) | null> => {
  const item = await pickInstance(services, argument);
  if (!item) return null;
  if (item.run && accept(item.run)) return { ...item, run: item.run };
  if (item.run?.kind === 'prediction') {
    void tell(`${runLabel(item.run)} on ${item.instanceId}: ${otherwise}.`);
    return null;
  }
  const runs = (await services.study.runsOf(item.instanceId)).filter(accept);
  if (runs.length === 0) {
    void tell(`${item.instanceId} has no run for that yet.`);
    return null;
  }
  const run = runs.length === 1 ? runs[0] : await chooseRun(runs);
  return run ? { ...item, run } : null;
};

const chooseRun = async (runs: readonly InstanceRun[]): Promise<InstanceRun | undefined> => {
  const picks = runs.map((run) => ({
    label: shownText(runLabel(run)),
    description: [outcomeOfRun(run), rulesOfRun(run)].filter(Boolean).join(' · '),
    iconPath: outcomeIcon(run.outcome),
    run,
  }));
  return (await vscode.window.showQuickPick(picks, { title: 'Which run?' }))?.run;
};
