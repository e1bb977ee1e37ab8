import * as vscode from 'vscode';
import type { Outcome } from '../../core/evaluation/outcome';
import { outcomeCounts, outcomeWords } from '../../core/evaluation/outcomeWords';
import { counted } from '../../core/shared/counted';
import type { InstanceRun } from '../../core/study/instanceRuns';
import type { VerdictSummary } from '../../protocol/app';
import { commands } from '../platform/ids';
import { type InstanceNode, runLabel } from './instanceNodes';
import { outcomeIcon } from './outcomeIcon';
import { differs, verdictWords } from './verdictWords';

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

export const datasetItem = (
  node: InstanceNode & { kind: 'dataset' },
  shown: number,
  extra: boolean,
): vscode.TreeItem => {
  const item = new vscode.TreeItem(node.dataset.id, Expanded);
  item.id = `dataset:${node.dataset.path}`;
  item.iconPath = new vscode.ThemeIcon('database');
  item.description =
    shown === node.dataset.instances.length ? `${shown}` : `${shown} of ${node.dataset.instances.length}`;
  item.tooltip = `${node.dataset.path}\n${node.dataset.format}, ${counted(node.dataset.instances.length, 'instance')}, ${node.dataset.skipped.length} skipped`;
  item.contextValue = extra ? 'dataset.extra' : 'dataset';
  return item;
};

export const repositoryItem = (
  node: InstanceNode & { kind: 'repository' },
  outcomes: readonly (Outcome | null)[],
  open: boolean,
): vscode.TreeItem => {
  const item = new vscode.TreeItem(node.repo, open ? Expanded : Collapsed);
  item.id = `repository:${node.dataset.path}:${node.repo}`;
  const counts = outcomeCounts(outcomes);
  item.description = counts ? `${node.instances.length} · ${counts}` : `${node.instances.length}`;
  item.contextValue = 'repository';
  return item;
};

export const instanceItem = (
  node: InstanceNode & { kind: 'instance' },
  outcome: Outcome | null,
  runs: readonly InstanceRun[],
  judged: number,
): vscode.TreeItem => {
  const { instance, dataset } = node;
  const item = new vscode.TreeItem(shortId(instance.id), runs.length > 0 ? Collapsed : None);
  item.id = `instance:${dataset.path}:${instance.id}`;
  item.iconPath = outcomeIcon(outcome);
  item.description = instance.title ?? 'no statement';
  item.tooltip = `${instance.id}\n${instance.title ?? 'no statement'}\n${outcomeWords(outcome)}; ${counted(runs.length, 'run')}, ${judged} judged`;
  item.contextValue = 'instance';
  item.command = { command: commands.openInstance, title: 'Open Instance', arguments: [node] };
  item.accessibilityInformation = {
    label: `${instance.id}, ${outcomeWords(outcome)}, ${instance.title ?? 'no statement'}`,
  };
  return item;
};

/** `django__django-13590` under its repository is `django-13590`: the owner stands in the row above. */
export const shortId = (id: string): string => id.replace(/^[^/]*?__/, '');

export const runItem = (node: InstanceNode & { kind: 'run' }, verdicts: readonly VerdictSummary[]): vscode.TreeItem => {
  const { run, instance, dataset } = node;
  const item = new vscode.TreeItem(runLabel(run), None);
  const people = verdictWords(verdicts);
  item.id = `run:${dataset.path}:${instance.id}:${run.key}`;
  item.iconPath = outcomeIcon(run.outcome);
  item.description = [outcomeWords(run.outcome), people, differs(run.outcome, verdicts) ? '≠' : '']
    .filter(Boolean)
    .join(' · ');
  item.tooltip = `${run.runId}${run.model ? `, ${run.model}` : ''}\n${outcomeWords(run.outcome)}${people ? `\npeople: ${people}` : ''}`;
  const log = run.evaluations.some((evaluation) => evaluation.hasLog) ? '.log' : '';
  item.contextValue = `${run.kind === 'prediction' ? 'prediction' : 'evaluation'}${log}`;
  item.command = { command: commands.openInstance, title: 'Open Instance', arguments: [node] };
  item.accessibilityInformation = { label: `${runLabel(run)}, ${item.description}` };
  return item;
};

export const skippedItem = (node: InstanceNode & { kind: 'skipped' }): vscode.TreeItem => {
  const item = new vscode.TreeItem('Left out', None);
  item.id = `skipped:${node.dataset.path}`;
  item.iconPath = new vscode.ThemeIcon('warning', new vscode.ThemeColor('editorWarning.foreground'));
  item.description = `${counted(node.dataset.skipped.length, 'row')} could not be read`;
  item.command = { command: commands.showSkipped, title: 'Show Skipped' };
  return item;
};
