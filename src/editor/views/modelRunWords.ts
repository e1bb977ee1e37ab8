import { costWords, statusWords } from '../../core/run/trajectory/factWords';
import { counted } from '../../core/shared/counted';
import { shownText } from '../../core/shared/shownText';
import type { ModelRun, ModelRunItem } from '../../protocol/modelRuns';

const count = (n: number): string => n.toLocaleString('en-US');

const isOver = ({ state }: ModelRunItem): boolean => state === 'ended' || state === 'kept';

const doneOf = ({ items }: ModelRun): number => items.filter(isOver).length;

/** What was spent, beside what may be: `$0.42 of $2.00`; `price unknown` where nobody knows. */
export const spendWords = ({ spentUsd, budgetUsd }: Pick<ModelRun, 'spentUsd' | 'budgetUsd'>): string => {
  const spent = spentUsd === null ? 'price unknown' : costWords(spentUsd);
  return budgetUsd === null || spentUsd === null ? spent : `${spent} of ${costWords(budgetUsd)}`;
};

const tokenWords = ({ promptTokens, completionTokens }: ModelRun): string =>
  promptTokens === null || completionTokens === null
    ? ''
    : `${count(promptTokens)} tokens in, ${count(completionTokens)} out`;

/** How an attempt ended: by the agent's own limits, as it was handed in. */
const hasFailed = ({ status, fault }: ModelRunItem): boolean => fault !== null || status !== 'submitted';

export const failedOf = ({ items }: ModelRun): readonly ModelRunItem[] =>
  items.filter((item) => isOver(item) && hasFailed(item));

const stateWords = ({ end }: ModelRun): string => {
  if (end === null) return '';
  return end.kind === 'done' ? 'ended' : 'stopped';
};

/** Beside the run's name: `3 of 8 · $0.42 of $2.00`. */
export const modelRunDescription = (run: ModelRun): string => {
  const failed = failedOf(run).length;
  const parts = [
    stateWords(run),
    `${count(doneOf(run))} of ${count(run.items.length)}`,
    spendWords(run),
    failed > 0 ? `${count(failed)} without a patch` : '',
  ];
  return parts.filter(Boolean).join(' · ');
};

/** Its hover: the same with tokens and the reason for its end. */
export const modelRunHover = (run: ModelRun): string => {
  const why = run.end === null || run.end.kind === 'done' ? '' : endText(run);
  return shownText([run.title, modelRunDescription(run), tokenWords(run), why].filter(Boolean).join('\n'));
};

const callWords = (calls: number): string => counted(calls, 'call');

const itemCost = ({ costUsd, calls }: ModelRunItem): string =>
  calls === 0 ? '' : costUsd === null ? 'price unknown' : costWords(costUsd);

/** It had begun, and is no attempt any more: one that is stopped waits again. */
const isCutOff = ({ state, calls }: ModelRunItem): boolean => state === 'running' || (state === 'waiting' && calls > 0);

/** What an attempt does; of one that the run's end cut off, that it did not come to its own. */
const doingWords = (item: ModelRunItem, end: ModelRun['end']): string => {
  const { state, doing } = item;
  if (end !== null) return isCutOff(item) ? 'not finished' : 'not begun';
  return doing || (state === 'waiting' ? 'waiting' : 'begins');
};

/** `asking the model · 3 calls · $0.01`; `submitted · 7 calls · $0.02`. `end`: of its run. */
export const modelItemDescription = (item: ModelRunItem, end: ModelRun['end'] = null): string => {
  const said = isOver(item) ? endWords(item) : doingWords(item, end);
  const kept = item.state === 'kept' ? 'kept' : '';
  return shownText(
    [said, item.calls > 0 ? callWords(item.calls) : '', itemCost(item), kept].filter(Boolean).join(' · '),
  );
};

const endWords = ({ status, rawStatus }: ModelRunItem): string =>
  status === null ? (rawStatus ?? 'ended') : statusWords[status];

/** Of an attempt that a limit ended: `Budget 0.50 reached in reply 3; run kept, status limit_cost`. */
export const limitWords = (
  { budgetUsd }: Pick<ModelRun, 'budgetUsd'>,
  { status, calls, costUsd }: ModelRunItem,
): string => {
  if (status !== 'limit_cost') return '';
  if (budgetUsd !== null && costUsd === null)
    return `Ended after reply ${count(calls)}: its price is unknown, so the budget of ${costWords(budgetUsd)} can't be kept. Write the model's prices into the models file, or run it with no budget`;
  const budget = budgetUsd === null ? 'Cost limit' : `Budget ${budgetUsd.toFixed(2)}`;
  return `${budget} reached in reply ${count(calls)}; run kept, status ${status}`;
};

/** Attempts of a run that has ended which it can be run for again: those that failed, and those that it cut off. */
export const againOf = (run: ModelRun): readonly ModelRunItem[] =>
  run.end === null ? [] : [...failedOf(run), ...run.items.filter((item) => !isOver(item))];

/** Why it ended, in words of the app; '' where it came to its own end. */
export const endText = ({ end }: ModelRun): string => {
  if (end === null || end.kind === 'done') return '';
  return end.kind === 'stopped' ? end.text : end.message;
};

const statusCounts = (run: ModelRun): string => {
  const by = new Map<string, number>();
  for (const item of run.items.filter(isOver)) by.set(endWords(item), (by.get(endWords(item)) ?? 0) + 1);
  return [...by].map(([words, n]) => `${count(n)} ${words}`).join(', ');
};

/** What came of a run, once: `mini with scripted on spandrel-14: 1 submitted, $0.02.` */
export const outcomeOfModelRun = (run: ModelRun): string => {
  const limits = run.items.map((item) => limitWords(run, item)).filter(Boolean);
  const open = run.items.filter((item) => !isOver(item));
  const cutOff = open.filter(isCutOff).length;
  const nothing = cutOff > 0 ? 'No attempt ended' : 'Nothing was run';
  const [fault] = run.items.flatMap((item) => (isOver(item) && item.fault !== null ? [item.fault] : []));
  const parts = [
    limits[0] ?? '',
    limits.length === 0 ? endText(run) : '',
    `${statusCounts(run) || nothing}, ${spendWords(run)}`,
    cutOff > 0 ? `${counted(cutOff, 'attempt')} not finished` : '',
    open.length > cutOff ? `${counted(open.length - cutOff, 'attempt')} not begun` : '',
    limits.length === 0 && endText(run) === '' ? (fault ?? '') : '',
  ];
  return parts
    .filter(Boolean)
    .join('. ')
    .replaceAll(/([.?!])\./g, '$1');
};

/** All runs that go on as one: `3 of 8, $0.42 of $2.00`. */
const sumOf = (runs: readonly ModelRun[]) => ({
  done: runs.reduce((sum, run) => sum + doneOf(run), 0),
  total: runs.reduce((sum, { items }) => sum + items.length, 0),
  spentUsd: sumOrNull(runs.map(({ spentUsd }) => spentUsd)),
  budgetUsd: sumOrNull(runs.map(({ budgetUsd }) => budgetUsd)),
});

const sumOrNull = (all: readonly (number | null)[]): number | null =>
  all.some((each) => each === null) ? null : all.reduce<number>((sum, each) => sum + (each ?? 0), 0);

/** Text of the status item over the runs that go on; its icon stands still for who wants no motion. */
export const modelStatusText = (runs: readonly ModelRun[], motion: boolean): string => {
  const sum = sumOf(runs);
  return `$(${motion ? 'sync~spin' : 'hubot'}) ${count(sum.done)} of ${count(sum.total)}, ${spendWords(sum)}`;
};

export const modelStatusSpoken = (runs: readonly ModelRun[]): string => {
  const sum = sumOf(runs);
  return `Touchstone model runs: ${count(sum.done)} of ${count(sum.total)} done, ${spendWords(sum)}`;
};
