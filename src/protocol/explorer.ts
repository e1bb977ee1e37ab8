import type { Outcome } from '../core/evaluation/outcome';
import type { Label } from '../core/instance/instance';
import type { Facet } from '../core/study/facetWords';
import type { Api } from './rpc';

/** What instances can be filtered and grouped by. `outcome`, `verdict`, `datasetCheck`, `disagreement` come from its runs. */
export type FacetName = Facet;

/**
 * Values of one facet are alternatives; several facets all have to hold. An outcome's value is `<run key>\n<class>`
 * (`resolved`, `unresolved`, `scored`, `none`, `not-evaluated`), and each run is a facet of its own. Where the data
 * has no value, it is '' (`repository`, labels).
 */
export type FacetChoice = Readonly<Partial<Record<FacetName, readonly string[]>>>;

export type SortKey = 'data' | 'id' | 'repository' | 'difficulty' | 'outcome';

/** Which instances are meant; the same query serves the tree, the matrix and the comparison of two runs. */
export interface InstanceQuery {
  readonly studyFolder: string;
  /** Found in ids, repositories, statements and patches, case aside; '' finds all. */
  readonly text: string;
  readonly facets: FacetChoice;
  readonly sort: { readonly by: SortKey; readonly descending: boolean };
  /** Key of the run by whose outcome is sorted and counted; absent or null: the last run of the study. */
  readonly run?: string | null;
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
  /** By the query's run; null where it was not evaluated. */
  readonly outcome: Outcome | null;
  /** Somebody judges, and may not know of it. */
  readonly isHidden?: true;
  /** Rows of runs on the instance, and how many of them somebody has judged. */
  readonly runs: number;
  readonly judged: number;
}

/** A window of the instances that a query finds. */
export interface InstanceWindow {
  readonly total: number;
  readonly from: number;
  readonly rows: readonly InstanceListRow[];
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

/** How far the search of statements and patches has come; ids, repositories and titles are searched at once. */
export interface SearchState {
  /** While it runs, what a query finds is "so far". */
  readonly running: boolean;
  /** Bytes read of all bytes there are to read. */
  readonly read: number;
  readonly of: number;
}

/** What a query finds, in numbers. */
export interface InstanceCounts {
  readonly total: number;
  /** Instances of the study, whatever the query. */
  readonly all: number;
  readonly search: SearchState;
}

/** One facet with its values, most frequent first; for outcomes one of each run. */
export interface FacetList {
  readonly facet: FacetName;
  /** Key of the run whose outcomes these are; null for all other facets. */
  readonly run: string | null;
  /** For people: `Language`, `Outcome of heron-2`. */
  readonly title: string;
  readonly values: readonly FacetValue[];
  /** Values that are not listed because there are too many. */
  readonly more: number;
}

/** Instances below one value of what they are grouped by. */
export interface InstanceGroup extends FacetValue {
  /** The facets with which the query finds the instances of this group alone. */
  readonly facets: FacetChoice;
  /** Outcomes of the query's run. */
  readonly outcomes: OutcomeTally;
}

export interface OutcomeTally {
  readonly resolved: number;
  readonly unresolved: number;
  readonly scored: number;
  readonly none: number;
}

/** By what instances are grouped; `run` for outcomes alone. */
export interface GroupBy {
  readonly facet: FacetName;
  readonly run: string | null;
}

/** The functions of the worker behind the Instances view. All answers are bounded. */
export interface ExplorerApi extends Api {
  exploreFacets(q: {
    readonly query: InstanceQuery;
  }): Promise<InstanceCounts & { readonly facets: readonly FacetList[] }>;
  /** At most 5000 groups from the first on. */
  exploreGroups(q: {
    readonly query: InstanceQuery;
    readonly by: GroupBy;
  }): Promise<InstanceCounts & { readonly groups: readonly InstanceGroup[]; readonly groupTotal: number }>;
  /** At most 1000 rows. */
  exploreWindow(q: {
    readonly query: InstanceQuery;
    readonly from: number;
    readonly count: number;
  }): Promise<InstanceWindow & { readonly search: SearchState }>;
  /** The first dataset of the open study that has the id; null where none has. */
  locateInstance(q: { readonly studyFolder: string; readonly instanceId: string }): Promise<string | null>;
}
