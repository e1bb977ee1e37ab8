/** What a judge, people and tests can be held against each other by. */
export type Label = 'right' | 'wrong';

/** What one person says of an item now. */
export interface PersonSays {
  readonly rater: string;
  /** `right`, `wrong`, `cannot_judge`, or another value; null: two verdicts stand, or none has a value. */
  readonly overall: string | null;
  /** An adjudicator's word stands for the people where there is one. */
  readonly isAdjudicator: boolean;
}

/** One answer of a model to an instance, with all that is said of it. Null is unknown. */
export interface MeasuredItem {
  readonly key: string;
  readonly instanceId: string;
  readonly runId: string;
  readonly people: readonly PersonSays[];
  readonly tests: Label | null;
  /** Lines added and removed. */
  readonly lines: number | null;
  /** With what probability the item came before people; null where no event says it. */
  readonly probability: number | null;
}

export const labelOf = (value: unknown): Label | null => (value === 'right' || value === 'wrong' ? value : null);

const majorityOf = (labels: readonly Label[]): Label | null => {
  const right = labels.filter((label) => label === 'right').length;
  if (2 * right === labels.length) return null;
  return 2 * right > labels.length ? 'right' : 'wrong';
};

/** What people say of an item: the adjudicators' majority where one decided, else the raters'; null where undecided. */
export const peoplesLabel = ({ people }: Pick<MeasuredItem, 'people'>): Label | null => {
  const said = (isAdjudicator: boolean) =>
    people.flatMap((one) => {
      const label = one.isAdjudicator === isAdjudicator ? labelOf(one.overall) : null;
      return label === null ? [] : [label];
    });
  return majorityOf(said(true)) ?? majorityOf(said(false));
};
