import { type EvaluatedItem, type EvaluateResult, rulesOfItem } from '../../app/evaluation/request';
import type { EvaluationPlan } from '../../app/planEvaluation';
import { coverageWords } from '../../core/evaluation/coverage/coverageWords';
import { optimisationWords } from '../../core/evaluation/optimisation/optimisationWords';
import { noVerdictReasons, type Outcome, resolvedOf } from '../../core/evaluation/outcome';
import { outcomeWords } from '../../core/evaluation/outcomeWords';
import { printable } from '../printable';
import { repeatDocument } from './evaluateRepeats';

/** One line of `--json`. */
export const itemDocument = (item: EvaluatedItem) => ({
  instance: item.instanceId,
  model: item.model,
  repeat: item.repeat,
  rules: item.rules,
  outcome: item.outcome,
  resolved: resolvedOf(item.outcome),
  report: item.report,
  seconds: item.seconds,
  reason: item.reason,
  folder: item.folder,
  ...(item.coverage ? { coverage: item.coverage } : {}),
  ...(item.optimisation ? { optimisation: item.optimisation } : {}),
  kept: item.kept,
});

/** Coverage and times beside the outcome, where there are any and it isn't them that decided. */
const measureWords = ({ coverage, optimisation, outcome }: EvaluatedItem): string => {
  const parts = [
    ...(coverage && outcome.kind !== 'scored' ? [coverageWords(coverage)] : []),
    ...(optimisation ? [optimisationWords(optimisation), ...optimisation.warnings] : []),
  ];
  return parts.map((part) => `; ${printable(part)}`).join('');
};

/** The same for people: id, model, outcome, what decided, and by which rule set. */
export const itemLine = (item: EvaluatedItem): string => {
  const repeat = item.repeat === 1 ? '' : ` r${item.repeat}`;
  const kept = item.kept ? ', kept' : '';
  const reason = item.outcome.kind === 'resolved' || item.outcome.kind === 'none' ? '' : ` (${printable(item.reason)})`;
  const detail = item.outcome.kind === 'none' && item.outcome.reason !== 'empty' ? ` (${printable(item.reason)})` : '';
  const words = `${outcomeWords(item.outcome)}${reason}${detail}${measureWords(item)}`;
  return `${printable(item.instanceId)}  ${printable(item.model)}${repeat}  ${words}  ${item.rules}  ${item.seconds.toFixed(1)} s${kept}\n`;
};

const count = (items: readonly EvaluatedItem[], is: (outcome: Outcome) => boolean): number =>
  items.filter((item) => is(item.outcome)).length;

const noVerdicts = (items: readonly EvaluatedItem[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { outcome } of items)
    if (outcome.kind === 'none') counts[outcome.reason] = (counts[outcome.reason] ?? 0) + 1;
  return counts;
};

/** The rule set of the run; where its items have several, all of them in one text. */
const rulesOf = ({ request }: EvaluationPlan): string =>
  [...new Set(request.items.map((item) => rulesOfItem(request, item)))].sort().join(', ');

/** The last line of `--json`. */
export const summaryDocument = (plan: EvaluationPlan, result: EvaluateResult, backend: string) => ({
  summary: {
    run: plan.request.runId,
    rules: rulesOf(plan),
    backend,
    total: result.items.length,
    resolved: count(result.items, (outcome) => outcome.kind === 'resolved'),
    unresolved: count(result.items, (outcome) => outcome.kind === 'unresolved'),
    noVerdict: noVerdicts(result.items),
    kept: result.items.filter((item) => item.kept).length,
    skipped: plan.problems,
    reports: result.summaries,
    fault: result.fault?.message ?? null,
    ...repeatDocument(result.items),
  },
});

/** The last line for people. */
export const summaryLine = (result: EvaluateResult): string => {
  const { items } = result;
  const parts = [
    `${count(items, (outcome) => outcome.kind === 'resolved')} resolved`,
    `${count(items, (outcome) => outcome.kind === 'unresolved')} unresolved`,
    ...noVerdictReasons.flatMap((reason) => {
      const n = count(items, (outcome) => outcome.kind === 'none' && outcome.reason === reason);
      return n === 0 ? [] : [`${n} ${outcomeWords({ kind: 'none', reason })}`];
    }),
  ];
  const rules = [...new Set(items.map((item) => item.rules))].sort().join(', ');
  return `${items.length} evaluated${rules === '' ? '' : ` by ${rules}`}: ${parts.join(', ')}\n`;
};

/** 3 where the environment kept items from being evaluated, 1 where one went wrong or rows were left out, else 0. */
export const exitCodeOfResult = (plan: EvaluationPlan, result: EvaluateResult): number => {
  const has = (reason: string) =>
    result.items.some(({ outcome }) => outcome.kind === 'none' && outcome.reason === reason);
  if (result.fault !== null || has('infrastructure')) return 3;
  return has('error') || plan.problems.length > 0 ? 1 : 0;
};
