import * as vscode from 'vscode';
import type { OutcomeClass } from '../../core/evaluation/outcomeWords';
import { commands, contextKeys, views } from '../platform/ids';
import { registerCommand } from '../platform/messages';
import type { Feature, Services } from '../platform/services';
import { isFiltered, noFilter } from '../views/instanceFilter';
import type { InstanceNode } from '../views/instanceNodes';
import { InstanceTree } from '../views/instanceTree';

/** The Instances view: tree, counts, filters. */
export const instancesFeature: Feature = (services) => {
  const tree = new InstanceTree(services.study);
  const view = vscode.window.createTreeView<InstanceNode>(views.instances, {
    treeDataProvider: tree,
    showCollapseAll: true,
  });
  const describe = () => {
    view.description = tree.describe();
  };
  const filter = (change: Partial<InstanceTree['filter']>) => {
    tree.filter = { ...tree.filter, ...change };
    describe();
    void vscode.commands.executeCommand('setContext', contextKeys.filtered, isFiltered(tree.filter));
  };
  return vscode.Disposable.from(
    tree,
    view,
    services.study.onDidChange(describe),
    view.onDidChangeSelection(({ selection }) => select(services, selection[0])),
    registerCommand(services.log, commands.filterText, 'The filter could not be set', () => askText(tree, filter)),
    registerCommand(services.log, commands.filterOutcome, 'The filter could not be set', () =>
      askOutcome(services, tree, filter),
    ),
    registerCommand(services.log, commands.clearFilter, 'The filter could not be cleared', () => filter(noFilter)),
  );
};

const select = (services: Services, node: InstanceNode | undefined): void => {
  if (node?.kind !== 'instance' && node?.kind !== 'run') return;
  const run = node.kind === 'run' ? node.run : null;
  services.current.set({ datasetPath: node.dataset.path, instanceId: node.instance.id, run });
};

/** Filters as one types; Escape goes back to what was there. */
const askText = (tree: InstanceTree, filter: (change: { text: string }) => void): void => {
  const before = tree.filter.text;
  const input = vscode.window.createInputBox();
  input.title = 'Filter instances';
  input.placeholder = 'words in id, repository or statement';
  input.value = before;
  let accepted = false;
  input.onDidChangeValue((text) => filter({ text }));
  input.onDidAccept(() => {
    accepted = true;
    input.hide();
  });
  input.onDidHide(() => {
    if (!accepted) filter({ text: before });
    input.dispose();
  });
  input.show();
};

const outcomeChoices: readonly { readonly label: string; readonly outcome: OutcomeClass }[] = [
  { label: '$(pass) resolved', outcome: 'resolved' },
  { label: '$(error) unresolved', outcome: 'unresolved' },
  { label: '$(graph) scored', outcome: 'scored' },
  { label: '$(issue-draft) no verdict', outcome: 'none' },
  { label: '$(circle-large-outline) not evaluated', outcome: 'not-evaluated' },
];

const askOutcome = async (
  services: Services,
  tree: InstanceTree,
  filter: (change: { runKey: string | null; outcomes: readonly OutcomeClass[] }) => void,
): Promise<void> => {
  const runs = services.study.catalogue?.runs ?? [];
  const ofRun = runs.map((run) => ({ label: run.id, description: run.model ?? '', runKey: run.id }));
  const run =
    ofRun.length > 1 ? await vscode.window.showQuickPick(ofRun, { title: 'Outcome of which run?' }) : ofRun[0];
  if (!run) return;
  const picks = outcomeChoices.map((choice) => ({ ...choice, picked: tree.filter.outcomes.includes(choice.outcome) }));
  const chosen = await vscode.window.showQuickPick(picks, {
    title: `Outcome of ${run.runKey}: show`,
    canPickMany: true,
  });
  if (chosen) filter({ runKey: run.runKey, outcomes: chosen.map(({ outcome }) => outcome) });
};
