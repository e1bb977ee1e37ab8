import * as vscode from 'vscode';
import { labelLine } from '../../core/dataset/labels/labelWords';
import { outcomeWords } from '../../core/evaluation/outcomeWords';
import { shortId } from '../../core/instance/shortId';
import { counted } from '../../core/shared/counted';
import { shownText } from '../../core/shared/shownText';
import { outcomeOfRun, rulesOfRun } from '../../core/study/instanceRuns';
import type { VerdictSummary } from '../../protocol/app';
import type { InstanceListRow, OutcomeTally } from '../../protocol/explorer';
import { commands } from '../platform/ids';
import { type InstanceNode, runLabel } from './instanceNodes';
import { outcomeIcon } from './outcomeIcon';
import { moreItemOf } from './pages';
import { differs, verdictWords } from './verdictWords';

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

const count = (n: number): string => n.toLocaleString('en-US');

export const datasetItem = (node: InstanceNode & { kind: 'dataset' }, extra: boolean): vscode.TreeItem => {
  const { dataset, shown, key } = node;
  const item = new vscode.TreeItem(dataset.id, Expanded);
  item.id = `dataset:${key}`;
  item.iconPath = new vscode.ThemeIcon('database');
  item.description = shown === dataset.count ? count(shown) : `${count(shown)} of ${count(dataset.count)}`;
  item.tooltip = `${dataset.path}\n${dataset.format}, ${counted(dataset.count, 'instance')}, ${dataset.skippedCount} skipped`;
  item.contextValue = extra ? 'dataset.extra' : 'dataset';
  return item;
};

const tallyWords = ({ resolved, unresolved, scored, none }: OutcomeTally): string => {
  const parts: readonly (readonly [string, number])[] = [
    ['✓', resolved],
    ['✗', unresolved],
    ['◐', scored],
    ['◌', none],
  ];
  return parts
    .filter(([, n]) => n > 0)
    .map(([mark, n]) => `${mark}${count(n)}`)
    .join(' ');
};

export const groupItem = (node: InstanceNode & { kind: 'group' }): vscode.TreeItem => {
  const { group, key, open } = node;
  const item = new vscode.TreeItem(shownText(group.label), open ? Expanded : Collapsed);
  item.id = `group:${key}`;
  item.description = [count(group.count), tallyWords(group.outcomes)].filter(Boolean).join(' · ');
  item.contextValue = 'group';
  return item;
};

/** What the list has of an instance's labels, in words, each with where it comes from. */
const labelLines = ({ taskTypes, languages, difficulty }: InstanceListRow): readonly string[] =>
  [labelLine('taskTypes', taskTypes), labelLine('languages', languages), labelLine('difficulty', difficulty)].filter(
    (line) => line !== null,
  );

/** What runs made of it; nothing is said of outcomes that are not read yet. */
const runWords = (
  { outcome, isHidden, runs, judged }: InstanceListRow,
  reading: boolean,
): readonly [string, string] => {
  if (reading && runs === 0) return ['its runs are being read', 'runs are being read'];
  const words = isHidden ? 'outcome hidden' : outcomeWords(outcome);
  return [`${words}; ${counted(runs, 'run')}, ${judged} judged`, words];
};

/** `reading`: the runs of the study are still being read. */
export const instanceItem = (node: InstanceNode & { kind: 'instance' }, reading: boolean): vscode.TreeItem => {
  const { instance, dataset, key } = node;
  const { outcome, runs } = instance;
  const [words, spoken] = runWords(instance, reading);
  const item = new vscode.TreeItem(shownText(shortId(instance.id)), runs > 0 ? Collapsed : None);
  item.id = `instance:${key}:${dataset.path}:${instance.id}`;
  item.iconPath = outcomeIcon(outcome);
  item.description = shownText(instance.title ?? 'no statement');
  item.tooltip = [instance.id, instance.title ?? 'no statement', words, ...labelLines(instance)].join('\n');
  item.contextValue = 'instance';
  item.command = { command: commands.openInstance, title: 'Open Instance', arguments: [node] };
  item.accessibilityInformation = {
    label: `${instance.id}, ${spoken}, ${instance.title ?? 'no statement'}`,
  };
  return item;
};

export const runItem = (node: InstanceNode & { kind: 'run' }, verdicts: readonly VerdictSummary[]): vscode.TreeItem => {
  const { run, instance, dataset, key } = node;
  const item = new vscode.TreeItem(shownText(runLabel(run)), None);
  const people = verdictWords(verdicts);
  item.id = `run:${key}:${dataset.path}:${instance.id}:${run.key}`;
  item.iconPath = outcomeIcon(run.outcome);
  const rules = rulesOfRun(run);
  item.description = [outcomeOfRun(run), rules, people, differs(run.outcome, verdicts) ? '≠' : '']
    .filter(Boolean)
    .join(' · ');
  item.tooltip = `${run.runId}${run.model ? `, ${run.model}` : ''}\n${outcomeOfRun(run)}${rules ? `, rules ${rules}` : ''}${people ? `\npeople: ${people}` : ''}`;
  const log = run.evaluations.some((evaluation) => evaluation.hasLog) ? '.log' : '';
  const trajectory = run.trajectories ? '.trajectory' : '';
  item.contextValue = `${run.kind === 'prediction' ? 'prediction' : 'evaluation'}${log}${trajectory}`;
  item.command = { command: commands.openInstance, title: 'Open Instance', arguments: [node] };
  item.accessibilityInformation = { label: `${runLabel(run)}, ${item.description}` };
  return item;
};

export const skippedItem = (node: InstanceNode & { kind: 'skipped' }): vscode.TreeItem => {
  const item = new vscode.TreeItem('Left out', None);
  item.id = `skipped:${node.key}`;
  item.iconPath = new vscode.ThemeIcon('warning', new vscode.ThemeColor('editorWarning.foreground'));
  item.description = `${counted(node.dataset.skippedCount, 'row')} could not be read`;
  item.command = { command: commands.showSkipped, title: 'Show Skipped' };
  return item;
};

export const moreItem = (node: InstanceNode & { kind: 'more' }): vscode.TreeItem =>
  moreItemOf(node.left, node.key, node);

export const searchingItem = (node: InstanceNode & { kind: 'searching' }): vscode.TreeItem => {
  const item = new vscode.TreeItem(node.words, None);
  item.id = `searching:${node.key}`;
  item.iconPath = new vscode.ThemeIcon('search');
  item.contextValue = 'searching';
  return item;
};
