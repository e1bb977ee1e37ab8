import { percentAgreement } from '../../agreement/chanceCorrected';
import { countUnits } from '../../agreement/ratings';
import { identityWeights } from '../../agreement/weights';
import { type BootstrapPlan, bootstrapPlan } from '../../statistics/bootstrap';
import { type CorrectedShare, correctedShare } from './correctedShare';
import { type LabelPair, type Measure, measure } from './measure';
import { type Label, labelOf, type MeasuredItem, peoplesLabel } from './measuredItem';

/** One judge's answer on one item. Texts are outside text. */
export interface JudgedAnswer {
  readonly key: string;
  /** `right`, `wrong`, another value, or null: no label. */
  readonly overall: string | null;
  /** As the file has it. */
  readonly said: string | null;
  readonly rationale: string | null;
  readonly contradictions: readonly string[];
  /** `magpie.jsonl line 3`. */
  readonly place: string;
  readonly sawAPart: boolean;
}

export interface JudgeToMeasure {
  readonly id: string;
  readonly answers: readonly JudgedAnswer[];
  /** Why it can't be read; null where it can. */
  readonly fault: string | null;
}

export interface JudgeFigures {
  readonly judge: string;
  readonly fault: string | null;
  /** Items with right or wrong; with another value; without a label. */
  readonly labelled: number;
  readonly otherLabels: number;
  readonly withoutLabel: number;
  /** Labelled items of which people said nothing, or came to no answer. */
  readonly undecided: number;
  /** Answers given on a part of the material. */
  readonly cutViews: number;
  readonly againstPeople: Measure;
  readonly againstTests: Measure;
  readonly corrected: CorrectedShare;
  readonly contradictions: readonly (JudgedAnswer & Pick<MeasuredItem, 'instanceId' | 'runId'>)[];
}

export interface Baseline {
  readonly name: string;
  readonly measure: Measure;
}

export interface JudgeReport {
  /** Items that the study puts before people and judges. */
  readonly items: number;
  /** Those on which people came to an answer, and how many people said right or wrong of any. */
  readonly decided: number;
  readonly raters: number;
  readonly judges: readonly JudgeFigures[];
  readonly baselines: readonly Baseline[];
  /** Mean agreement of two people on an item, without those who can't judge; null: `ceilingReason` says why. */
  readonly ceiling: number | null;
  readonly ceilingItems: number;
  readonly ceilingReason: string | null;
  /** Decided items whose probability is stored; figures are weighted where all are. */
  readonly withProbability: number;
  readonly plan: BootstrapPlan;
}

interface Decided {
  readonly item: MeasuredItem;
  readonly truth: Label;
  readonly weight: number;
}

const decidedOf = (items: readonly MeasuredItem[]): readonly Decided[] => {
  const decided = items.flatMap((item) => {
    const truth = peoplesLabel(item);
    return truth === null ? [] : [{ item, truth }];
  });
  const isWeighted = decided.every(({ item }) => item.probability !== null);
  return decided.map((one) => ({ ...one, weight: isWeighted ? 1 / (one.item.probability ?? 1) : 1 }));
};

const pairsOf = (
  decided: readonly Decided[],
  labelFor: (item: MeasuredItem) => Label | null | undefined,
): readonly LabelPair[] =>
  decided.flatMap(({ item, truth, weight }) => {
    const judge = labelFor(item) ?? null;
    return judge === null ? [] : [{ instanceId: item.instanceId, judge, truth, weight }];
  });

const againstTests = (items: readonly MeasuredItem[], labels: ReadonlyMap<string, Label>): readonly LabelPair[] =>
  items.flatMap(({ key, tests, instanceId }) => {
    const judge = labels.get(key);
    return judge === undefined || tests === null ? [] : [{ instanceId, judge, truth: tests, weight: 1 }];
  });

const figuresOf = (
  { id, answers, fault }: JudgeToMeasure,
  items: readonly MeasuredItem[],
  decided: readonly Decided[],
  plan: BootstrapPlan,
): JudgeFigures => {
  const byKey = new Map(items.map((item) => [item.key, item]));
  const own = answers.filter(({ key }) => byKey.has(key));
  const labels = new Map(
    own.flatMap(({ key, overall }) => {
      const label = labelOf(overall);
      return label === null ? [] : [[key, label] as const];
    }),
  );
  const pairs = pairsOf(decided, ({ key }) => labels.get(key));
  const hasProbabilities = decided.every(({ item }) => item.probability !== null);
  return {
    judge: id,
    fault,
    labelled: labels.size,
    otherLabels: own.filter(({ overall }) => overall !== null && labelOf(overall) === null).length,
    withoutLabel: own.filter(({ overall }) => overall === null).length,
    undecided: labels.size - pairs.length,
    cutViews: own.filter(({ sawAPart }) => sawAPart).length,
    againstPeople: measure(pairs, plan),
    againstTests: measure(againstTests(items, labels), plan),
    corrected: correctedShare({ labels: [...labels.values()], pairs, hasProbabilities }, plan),
    contradictions: own.flatMap((answer) => {
      const item = byKey.get(answer.key);
      return item === undefined || answer.contradictions.length === 0
        ? []
        : [{ ...answer, instanceId: item.instanceId, runId: item.runId }];
    }),
  };
};

/** The value in the middle, the lower of two. */
const medianOf = (values: readonly number[]): number | null =>
  [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? null;

const baselinesOf = (decided: readonly Decided[], plan: BootstrapPlan): readonly Baseline[] => {
  const median = medianOf(decided.flatMap(({ item: { lines } }) => (lines === null ? [] : [lines])));
  const longer = ({ lines }: MeasuredItem): Label | null =>
    lines === null || median === null ? null : lines >= median ? 'right' : 'wrong';
  const named = [
    ['always right', () => 'right' as const],
    [median === null ? 'longer patch' : `patch of ${median} lines (the median) or more`, longer],
    ['tests', ({ tests }: MeasuredItem) => tests],
  ] as const;
  return named.map(([name, labelFor]) => ({ name, measure: measure(pairsOf(decided, labelFor), plan) }));
};

/** Agreement of people among themselves, item by item: what a judge can be expected to reach. */
const ceilingOf = (items: readonly MeasuredItem[]) => {
  const raters = [
    ...new Set(items.flatMap(({ people }) => people.filter((one) => !one.isAdjudicator && labelOf(one.overall)))),
  ].map(({ rater }) => rater);
  const names = [...new Set(raters)];
  const units = items.map(({ people }) =>
    names.map((name) => {
      const label = labelOf(people.find(({ rater, isAdjudicator }) => rater === name && !isAdjudicator)?.overall);
      return label === null ? null : label === 'right' ? 0 : 1;
    }),
  );
  const counts = countUnits({ categories: ['right', 'wrong'], numbers: null, raters: names, units });
  const shared = counts.filter((unit) => unit.raters >= 2).length;
  const few =
    names.length === 0 ? 'no rater: none' : names.length === 1 ? 'one rater: none' : 'no item has two raters: none';
  return shared === 0
    ? { raters: names.length, ceiling: null, ceilingItems: 0, ceilingReason: few }
    : {
        ...{ raters: names.length, ceilingItems: shared, ceilingReason: null },
        ceiling: percentAgreement(counts, identityWeights(2)).value,
      };
};

/**
 * Each judge against people's latest verdicts and, apart, against tests; beside them what needs no judge at all, and how
 * far people agree among themselves. Judges are measured on items that both label; what is left out is counted.
 */
export const judgeReport = (
  items: readonly MeasuredItem[],
  judges: readonly JudgeToMeasure[],
  seed: number,
): JudgeReport => {
  const plan = bootstrapPlan(seed);
  const decided = decidedOf(items);
  return {
    items: items.length,
    decided: decided.length,
    ...ceilingOf(items),
    judges: judges.map((judge) => figuresOf(judge, items, decided, plan)),
    baselines: baselinesOf(decided, plan),
    withProbability: decided.filter(({ item }) => item.probability !== null).length,
    plan,
  };
};
