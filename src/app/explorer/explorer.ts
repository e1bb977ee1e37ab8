import type { InstanceRun } from '../../core/study/instanceRuns';
import type { FacetList, GroupBy, InstanceGroup, InstanceListRow, InstanceQuery } from '../../protocol/explorer';
import { type ExplorerRow, type ExplorerStudy, outcomeIn } from './explorerStudy';
import type { FacetColumn } from './facetColumn';
import { facetColumns } from './facetColumns';
import { facetList, instanceGroups } from './facetLists';
import { matchRows, type RowMatch } from './rowMatch';
import { rowOrder } from './rowOrders';

/** By row, 1 where the text of a query was found; null where no text is sought. */
export type TextMatch = (text: string) => { readonly rows: Uint8Array | null; readonly revision: number };

export type FoundInstance = Pick<InstanceListRow, 'datasetPath' | 'id' | 'title'>;

const keptAnswers = 16;

/** Answers queries over the instances of one state of a study; what was asked last is kept. */
export class Explorer {
  readonly rows: readonly ExplorerRow[];
  readonly columns: readonly FacetColumn[];
  private readonly datasets: Uint32Array;
  private readonly orders = new Map<string, Uint32Array>();
  private readonly matches = new Map<string, RowMatch>();
  private readonly found = new Map<string, Uint32Array>();

  constructor(
    private readonly study: ExplorerStudy,
    private readonly textMatch: TextMatch,
  ) {
    const [only, ...others] = study.datasets;
    this.rows = only && others.length === 0 ? only.instances : study.datasets.flatMap(({ instances }) => instances);
    this.datasets = new Uint32Array(this.rows.length);
    let first = 0;
    for (const [place, { instances }] of study.datasets.entries()) {
      this.datasets.fill(place, first, first + instances.length);
      first += instances.length;
    }
    this.columns = facetColumns(study, this.rows, this.datasets);
  }

  /** Builds every facet's column, one by one, so that the first filter finds them ready; `pause` comes in between. */
  async warmUp(pause: () => Promise<void>): Promise<void> {
    for (const column of this.columns) {
      await pause();
      void column.values;
    }
  }

  /** Rows that the query finds, in its order, as places in `rows`. */
  find(query: InstanceQuery): Uint32Array {
    const { by, descending } = query.sort;
    const key = `${this.keyOf(query)}\n${by}\n${descending}\n${this.runOf(query)}`;
    return kept(this.found, key, () => {
      const { against } = this.match(query);
      const order = this.order(by, this.runOf(query));
      const found = order.filter((row) => against[row] === 0);
      return descending ? found.reverse() : found;
    });
  }

  /** All instances that the query finds, in its order: for the matrix and the comparison of runs. */
  instancesOf(query: InstanceQuery): readonly FoundInstance[] {
    return Array.from(this.find(query), (row) => {
      const { id, title } = this.rows[row] as ExplorerRow;
      return { datasetPath: this.datasetOf(row), id, title: shortened(title) };
    });
  }

  window(query: InstanceQuery, from: number, count: number): readonly InstanceListRow[] {
    return [...this.find(query).subarray(from, from + count)].map((row) => this.listRow(row, this.runOf(query)));
  }

  facets(query: InstanceQuery): readonly FacetList[] {
    const match = this.match(query);
    return this.columns.map((column, place) => facetList(column, place, match, query.facets));
  }

  groups(query: InstanceQuery, by: GroupBy): readonly InstanceGroup[] {
    const column = this.columns.find(({ facet, run }) => facet === by.facet && run === by.run);
    if (!column) return [];
    return instanceGroups(column, this.outcomeColumn(query), this.match(query), query.facets);
  }

  /** The first dataset that has the id; null where none has. */
  locate(id: string): string | null {
    this.places ??= new Map(this.rows.map((row, place) => [row.id, place] as const).reverse());
    const place = this.places.get(id);
    return place === undefined ? null : this.datasetOf(place);
  }

  private places: Map<string, number> | undefined;

  /** The run by whose outcome a query is sorted and counted. */
  private runOf({ run }: InstanceQuery): string | null {
    return run ?? this.study.runs.at(-1) ?? null;
  }

  private outcomeColumn(query: InstanceQuery): FacetColumn | null {
    const key = this.runOf(query);
    return this.columns.find(({ facet, run }) => facet === 'outcome' && run === key) ?? null;
  }

  private match(query: InstanceQuery): RowMatch {
    return kept(this.matches, this.keyOf(query), () =>
      matchRows(this.columns, this.rows.length, query.facets, this.textMatch(query.text).rows),
    );
  }

  private keyOf({ text, facets }: InstanceQuery): string {
    return JSON.stringify([text, this.textMatch(text).revision, facets]);
  }

  private order(by: InstanceQuery['sort']['by'], run: string | null): Uint32Array {
    return kept(this.orders, `${by}\n${run}`, () => rowOrder(by, run, this.rows, this.columns));
  }

  private datasetOf(row: number): string {
    return this.study.datasets[this.datasets[row] as number]?.path ?? '';
  }

  private listRow(place: number, run: string | null): InstanceListRow {
    const { id, repo, labels, ...row } = this.rows[place] as ExplorerRow;
    const title = shortened(row.title);
    const { languages = [], taskTypes = [], difficulty = [] } = labels ?? {};
    const runs = this.study.runsOf(id);
    const isJudged = ({ patchHash }: InstanceRun): boolean => this.study.verdictsOn(id, patchHash).length > 0;
    return {
      ...{ datasetPath: this.datasetOf(place), id, repo, title, languages, taskTypes, difficulty },
      outcome: run === null ? null : outcomeIn(runs, run),
      runs: runs.length,
      judged: runs.filter(isJudged).length,
    };
  }
}

/** A line of text may be a megabyte; no list shows more than its beginning. */
const longestTitle = 300;

const shortened = (title: string | null): string | null =>
  title !== null && title.length > longestTitle ? `${title.slice(0, longestTitle)}…` : title;

/** The value under a key, made where it is not there; the oldest goes when there are too many. */
const kept = <T>(map: Map<string, T>, key: string, make: () => T): T => {
  const before = map.get(key);
  if (before !== undefined) return before;
  const value = make();
  map.set(key, value);
  const oldest = map.keys().next();
  if (map.size > keptAnswers && !oldest.done) map.delete(oldest.value);
  return value;
};
