/** How far categories may be told apart. */
export type Scale = 'nominal' | 'ordinal' | 'interval' | 'ratio';

/**
 * What raters said of units. Categories are those that the rubric declares, in its order, not those that occurred;
 * `cannot judge` is one of them where it was allowed. Null: not asked, or no answer.
 */
export interface Ratings {
  readonly categories: readonly string[];
  /** Numbers of the categories, for interval and ratio; null where they have none. */
  readonly numbers: readonly number[] | null;
  readonly raters: readonly string[];
  /** A row per unit, a place per rater: index of a category, or null. */
  readonly units: readonly (readonly (number | null)[])[];
}

/** Counts of one unit by category, and their sum. */
export interface UnitCounts {
  readonly counts: Float64Array;
  readonly raters: number;
}

/** The units that anybody rated. */
export const countUnits = ({ categories, units }: Ratings): readonly UnitCounts[] =>
  units.flatMap((unit) => {
    const counts = new Float64Array(categories.length);
    let raters = 0;
    for (const category of unit) {
      if (category === null) continue;
      counts[category] = (counts[category] ?? 0) + 1;
      raters += 1;
    }
    return raters === 0 ? [] : [{ counts, raters }];
  });
