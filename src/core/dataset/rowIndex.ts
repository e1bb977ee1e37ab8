import type { Instance, Labels } from '../instance/instance';
import type { RowSpan } from '../shared/files';
import type { Problem } from '../shared/problem';
import { inferLabels } from './labels/inferLabels';
import { titleOf } from './summaryRow';

/** What lists, filters and searches need of a row, and where it stands. */
export interface IndexedRow {
  readonly id: string;
  readonly repo: string | null;
  /** First line of the statement with text in it, uncut; null where there is no statement. */
  readonly title: string | null;
  readonly benchmark: string;
  /** The data's own, and what the rules can tell of those that it lacks. */
  readonly labels: Labels;
  /** Null where the file's rows can't be sought. */
  readonly span: RowSpan | null;
}

/** One dataset, row by row, in the order of the file: every row that opens, and what is said of all others. */
export interface RowIndex {
  readonly format: string;
  readonly rows: readonly IndexedRow[];
  readonly skipped: readonly Problem[];
  readonly notes: readonly Problem[];
  readonly warnings: readonly string[];
}

/** Collects the rows of an index. Equal repositories and labels are kept once, so that 100,000 rows stay small. */
export class RowIndexRows {
  readonly rows: IndexedRow[] = [];
  private readonly repos = new Map<string, string>();
  private readonly labels = new Map<string, Labels>();

  add(instance: Instance, span: RowSpan | null): void {
    const { id, benchmark } = instance;
    const labels = inferLabels(instance);
    this.rows.push({
      id,
      repo: instance.repo === null ? null : kept(this.repos, instance.repo, instance.repo),
      title: titleOf(instance.statement),
      benchmark,
      labels: kept(this.labels, JSON.stringify(labels), labels),
      span,
    });
  }
}

const kept = <T>(map: Map<string, T>, key: string, value: T): T => {
  const found = map.get(key);
  if (found !== undefined) return found;
  map.set(key, value);
  return value;
};
