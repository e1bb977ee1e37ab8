import type { Outcome } from '../core/evaluation/outcome';
import type { RuleSetName } from '../core/evaluation/ruleSetName';
import type { Label } from '../core/instance/instance';

/** What instances can be filtered and grouped by. `outcome`, `verdict`, `disagreement` come from the study's runs. */
export type FacetName =
  | 'dataset'
  | 'benchmark'
  | 'repository'
  | 'language'
  | 'taskType'
  | 'scenario'
  | 'difficulty'
  | 'modality'
  | 'outcome'
  | 'verdict'
  | 'disagreement';

/** Values of one facet are alternatives; several facets all have to hold. An outcome's value is `<run key>\n<word>`. */
export type FacetChoice = Readonly<Partial<Record<FacetName, readonly string[]>>>;

export type SortKey = 'data' | 'id' | 'repository' | 'difficulty' | 'outcome';

/** Which instances are meant; the same query serves the tree, the matrix and the comparison of two runs. */
export interface InstanceQuery {
  readonly studyFolder: string;
  /** Found in ids, repositories, statements and patches, case aside; '' finds all. */
  readonly text: string;
  readonly facets: FacetChoice;
  readonly sort: { readonly by: SortKey; readonly descending: boolean };
}

export interface FacetValue {
  readonly value: string;
  /** For people: `bug fixing (BF)`. */
  readonly label: string;
  /** Instances that would be shown if this value alone were chosen in its facet, all other facets as they are. */
  readonly count: number;
}

/** One instance in a list. */
export interface InstanceListRow {
  readonly datasetPath: string;
  readonly id: string;
  readonly repo: string | null;
  readonly title: string | null;
  readonly languages: readonly Label[];
  readonly taskTypes: readonly Label[];
  readonly difficulty: readonly Label[];
}

/** A window of the instances that a query finds. */
export interface InstanceWindow {
  readonly total: number;
  readonly from: number;
  readonly rows: readonly InstanceListRow[];
}

/** A column of the matrix: one run over the instances. */
export interface MatrixColumn {
  readonly key: string;
  readonly label: string;
  readonly model: string | null;
  readonly rules: RuleSetName | null;
  readonly counts: { readonly resolved: number; readonly unresolved: number; readonly none: number };
}

/** What one run made of one instance; null fields are unknown. */
export interface MatrixCell {
  readonly outcome: Outcome | null;
  /** Automatic score where the rule set gives no yes or no. */
  readonly score: number | null;
  readonly verdicts: number;
  /** Whether people's verdicts contradict the outcome or one another. */
  readonly disagreement: boolean;
}
