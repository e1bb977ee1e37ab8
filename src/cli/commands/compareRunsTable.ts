import type { ComparedRuns } from '../../app/compareRuns';
import { errorTypes, errorTypeWords } from '../../core/evaluation/errorType';
import { extractionRule } from '../../core/evaluation/errorTypeOfExtraction';
import { outcomeWords } from '../../core/evaluation/outcomeWords';
import { counted } from '../../core/shared/counted';
import { share } from '../../core/study/comparisonText';
import type { RunColumn } from '../../core/study/runColumns';
import {
  type ComparedSide,
  comparedSets,
  type RunComparison,
  setOf,
  whyNotComparable,
} from '../../core/study/runComparison';
import { printable } from '../printable';
import { table } from './textTable';

const runJson = ({ key, label, model, rules, parent }: RunColumn) => ({ key, label, model, rules, parent });

const sideJson = ({ inRun, outcome, error }: ComparedSide) => ({ inRun, outcome, errorType: error });

/** The machine form: runs, counts, flows, and every instance with its set and both sides. */
export const comparisonJson = ({ a, b, instances }: ComparedRuns, counted: RunComparison) => ({
  a: runJson(a),
  b: runJson(b),
  n: counted.n,
  sets: counted.sets,
  notComparable: counted.reasons,
  errorTypes: { a: counted.a, b: counted.b },
  flows: counted.flows,
  flowTotal: counted.flowTotal,
  instances: instances.map((one) => ({
    instance: one.instanceId,
    set: setOf(one),
    reason: whyNotComparable(one) || null,
    a: sideJson(one.a),
    b: sideJson(one.b),
  })),
});

const setNames = (a: string, b: string): Readonly<Record<(typeof comparedSets)[number], string>> => ({
  both: 'both resolved',
  'only-a': `only ${a}`,
  'only-b': `only ${b}`,
  neither: 'neither',
  'not-comparable': 'not comparable',
});

const heading = (letter: string, { label, model, rules }: RunColumn): string =>
  `${letter}  ${label}${model !== null && model !== label ? `, model ${model}` : ''}, rule set ${rules.join(', ') || 'not recorded'}`;

const flowRows = ({ flows }: RunComparison): readonly (readonly string[])[] => {
  const across = errorTypes.filter((type) => flows.some(({ to }) => to === type));
  const down = errorTypes.filter((type) => flows.some(({ from }) => from === type));
  const n = (from: string, to: string): string =>
    String(flows.find((flow) => flow.from === from && flow.to === to)?.n ?? '-');
  return [
    ['A \\ B', ...across.map(errorTypeWords)],
    ...down.map((from) => [errorTypeWords(from), ...across.map((to) => n(from, to))]),
  ];
};

const changed = ({ instances }: ComparedRuns): readonly (readonly string[])[] =>
  instances
    .filter((one) => ['only-a', 'only-b'].includes(setOf(one)))
    .map(({ instanceId, a, b }) =>
      [instanceId, ...[a, b].map(({ outcome, error }) => `${outcomeWords(outcome)}${typeWords(error)}`)].map(printable),
    );

const typeWords = (error: ComparedSide['error']): string =>
  error === null || error.type === 'ok' ? '' : ` (${errorTypeWords(error.type)})`;

/** Replies without an answer are neither wrong nor an empty patch: a line for each side that has any. */
const extractionLines = ({ instances }: ComparedRuns): readonly string[] =>
  (['a', 'b'] as const).flatMap((side) => {
    const failed = instances.filter((one) => one[side].error?.rule.startsWith(extractionRule)).length;
    const words = `${counted(failed, 'reply', 'replies')} out of which no answer could be taken; counted as not run.`;
    return failed === 0 ? [] : [`${side.toUpperCase()}: ${words}`];
  });

/** For people: the sets with their shares, why not comparable, the flow, and the instances that changed. */
export const comparisonTable = (compared: ComparedRuns, sums: RunComparison): string => {
  const names = setNames(compared.a.label, compared.b.label);
  const sets = comparedSets.map((set) => [printable(names[set]), share(sums.sets[set], sums.n)]);
  const reasons = sums.reasons.map(({ reason, n }) => [`  ${reason}`, String(n)]);
  const flow =
    sums.flowTotal > 0
      ? [
          '',
          `Error types, A down and B across, n ${sums.flowTotal}:`,
          table(flowRows(sums)),
          ...extractionLines(compared),
        ]
      : ['', 'No error type is known on both sides.'];
  const rows = changed(compared);
  const list = rows.length > 0 ? ['', table([['changed', 'A', 'B'], ...rows])] : [];
  const head = [printable(heading('A', compared.a)), printable(heading('B', compared.b)), ''];
  return `${[...head, table([...sets, ...reasons]), ...flow, ...list].join('\n')}\n`;
};
