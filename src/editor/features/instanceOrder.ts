import * as vscode from 'vscode';
import { shownText } from '../../core/shared/shownText';
import { type Facet, facetTitles } from '../../core/study/facetWords';
import type { GroupBy, SortKey } from '../../protocol/explorer';
import type { Services } from '../platform/services';
import type { InstanceFilter } from '../views/instanceFilter';
import type { InstanceTree } from '../views/instanceTree';

type Change = (part: Partial<InstanceFilter>) => void;

const checked = (isCurrent: boolean, label: string): string => `${isCurrent ? '$(check)' : '$(blank)'} ${label}`;

const groupings: readonly Facet[] = [
  'repository',
  'dataset',
  'benchmark',
  'language',
  'taskType',
  'scenario',
  'difficulty',
  'modality',
  'verdict',
  'datasetCheck',
  'disagreement',
];

const groupChoices = ({ study }: Services): readonly (readonly [string, GroupBy | null])[] => [
  ...groupings.map((facet) => [facetTitles[facet], { facet, run: null }] as const),
  ...(study.catalogue?.runs ?? []).map(
    ({ id }) => [`Outcome of ${shownText(id)}`, { facet: 'outcome' as const, run: id }] as const,
  ),
  ['No groups', null],
];

export const askGroupBy = async (services: Services, tree: InstanceTree, change: Change): Promise<void> => {
  const { groupBy } = tree.filter;
  const isCurrent = (by: GroupBy | null) => by?.facet === groupBy?.facet && by?.run === groupBy?.run;
  const picks = groupChoices(services).map(([label, by]) => ({ label: checked(isCurrent(by), label), by }));
  const follow = services.study.isReading ? '; runs are being read, outcomes follow' : '';
  const choice = await vscode.window.showQuickPick(picks, { title: `Group instances by${follow}` });
  if (choice) change({ groupBy: choice.by, runKey: choice.by?.run ?? tree.filter.runKey });
};

const sorts: readonly (readonly [string, SortKey, boolean])[] = [
  ['Order of the data', 'data', false],
  ['Id', 'id', false],
  ['Id, last first', 'id', true],
  ['Repository', 'repository', false],
  ['Difficulty, easiest first', 'difficulty', false],
  ['Difficulty, hardest first', 'difficulty', true],
  ['Outcome, resolved first', 'outcome', false],
  ['Outcome, resolved last', 'outcome', true],
];

export const askSort = async ({ judging }: Services, tree: InstanceTree, change: Change): Promise<void> => {
  const { sort } = tree.filter;
  // While somebody judges there are no outcomes to sort by.
  const offered = sorts.filter(([, by]) => judging.state === null || by !== 'outcome');
  const picks = offered.map(([label, by, descending]) => ({
    label: checked(sort.by === by && sort.descending === descending, label),
    description: by === 'outcome' ? (tree.shownRun() ?? '') : '',
    sort: { by, descending },
  }));
  const choice = await vscode.window.showQuickPick(picks, { title: 'Sort instances by' });
  if (choice) change({ sort: choice.sort });
};
