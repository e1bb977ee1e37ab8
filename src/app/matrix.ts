import { noVerdictReasons, type Outcome } from '../core/evaluation/outcome';
import { outcomeClass, outcomeWords } from '../core/evaluation/outcomeWords';
import { disagreement } from '../core/review/disagreement';
import type { InstanceRun } from '../core/study/instanceRuns';
import type { RunColumn } from '../core/study/runColumns';
import type {
  MatrixHead,
  MatrixQuery,
  MatrixRange,
  MatrixRow,
  MatrixShape,
  MatrixWindow,
  ShownCell,
} from '../protocol/matrix';

/** What a matrix is made of. */
export interface MatrixSource {
  readonly columns: readonly RunColumn[];
  readonly rowsOf: ReadonlyMap<string, readonly InstanceRun[]>;
  /** People's overall answers on one patch; null is "cannot judge". */
  readonly answersOn: (instanceId: string, patchHash: string | null) => readonly (string | null)[];
}

/** A matrix with its rows in order; cells are looked up when they are asked for. */
export interface Matrix {
  readonly shape: MatrixShape;
  readonly rows: readonly MatrixRow[];
  readonly source: MatrixSource;
}

const noRuns: readonly InstanceRun[] = [];

const runIn = (source: MatrixSource, id: string, key: string): InstanceRun | null =>
  (source.rowsOf.get(id) ?? noRuns).find((run) => run.key === key) ?? null;

/** A run may hold two predictions on one instance: the first stands in the matrix, as in every list. */
const byColumn = (source: MatrixSource, id: string): ReadonlyMap<string, InstanceRun> =>
  new Map([...(source.rowsOf.get(id) ?? noRuns)].reverse().map((run) => [run.key, run]));

const hasWords = ({ id, title }: MatrixRow, words: readonly string[]): boolean => {
  if (words.length === 0) return true;
  const text = `${id} ${title ?? ''}`.toLowerCase();
  return words.every((word) => text.includes(word));
};

const kindOf = (run: InstanceRun | null): string => {
  const outcome = run?.outcome ?? null;
  return outcome?.kind === 'scored' ? `scored ${outcome.value}` : outcomeClass(outcome);
};

/** Whether at least two runs, base and gold aside, ended differently; what was not evaluated says nothing. */
const runsDiffer = (runs: readonly InstanceRun[]): boolean => {
  const kinds = runs.filter(({ kind }) => kind === 'prediction' || kind === 'evaluation').map(kindOf);
  return new Set(kinds.filter((kind) => kind !== 'not-evaluated')).size > 1;
};

/** Place of an outcome in a sorted column: resolved, scores from the top, unresolved, no verdict, not evaluated, none. */
const rankOf = (run: InstanceRun | null): number => {
  if (run === null) return 1000;
  const { outcome } = run;
  if (outcome === null) return 900;
  if (outcome.kind === 'resolved') return 0;
  if (outcome.kind === 'unresolved') return outcome.reason === 'tests' ? 400 : 401;
  if (outcome.kind === 'none') return 500 + noVerdictReasons.indexOf(outcome.reason);
  return 200 - outcome.value / ((outcome.max ?? Math.abs(outcome.value)) || 1);
};

const ordered = (
  source: MatrixSource,
  rows: readonly MatrixRow[],
  order: MatrixQuery['order'],
): readonly MatrixRow[] => {
  const column = source.columns.find(({ key }) => key === order?.column);
  if (!order || !column) return rows;
  const sign = order.descending ? -1 : 1;
  const ranked = rows.map((row, at) => ({ row, at, rank: rankOf(runIn(source, row.id, column.key)) }));
  return ranked.sort((x, y) => sign * (x.rank - y.rank) || x.at - y.at).map(({ row }) => row);
};

interface Tally {
  readonly counts: Map<string, number>;
  /** The matrix row that was counted last: a second prediction of the same run on it does not count. */
  last: number;
}

const countsOf = (source: MatrixSource, rows: readonly MatrixRow[]): ReadonlyMap<string, Tally> => {
  const all = new Map<string, Tally>(source.columns.map(({ key }) => [key, { counts: new Map(), last: -1 }]));
  for (const [at, { id }] of rows.entries())
    for (const { key, outcome } of source.rowsOf.get(id) ?? noRuns) {
      const tally = all.get(key);
      if (!tally || tally.last === at) continue;
      tally.last = at;
      const kind = outcomeClass(outcome);
      tally.counts.set(kind, (tally.counts.get(kind) ?? 0) + 1);
    }
  return all;
};

const headsOf = (source: MatrixSource, rows: readonly MatrixRow[]): readonly MatrixHead[] => {
  const counts = countsOf(source, rows);
  return source.columns.map((column) => {
    const n = (kind: string): number => counts.get(column.key)?.counts.get(kind) ?? 0;
    return {
      ...column,
      counts: {
        resolved: n('resolved'),
        unresolved: n('unresolved'),
        scored: n('scored'),
        none: n('none'),
        notEvaluated: n('not-evaluated'),
      },
    };
  });
};

/**
 * The matrix of `found` (the instances of the explorer's query, in its order) by the study's runs. Linear in both,
 * but for the sort.
 */
export const buildMatrix = (
  source: MatrixSource,
  found: readonly MatrixRow[],
  q: Pick<MatrixQuery, 'words' | 'differ' | 'order'>,
  numbers: { readonly version: number; readonly known: number },
): Matrix => {
  const words = q.words.toLowerCase().split(/\s+/).filter(Boolean);
  const kept = found.filter(
    (row) => hasWords(row, words) && (!q.differ || runsDiffer(source.rowsOf.get(row.id) ?? noRuns)),
  );
  const rows = ordered(source, kept, q.order);
  const shape = { ...numbers, rows: rows.length, found: found.length, columns: headsOf(source, rows) };
  return { shape, rows, source };
};

const isDisputed = (outcome: Outcome | null, answers: readonly (string | null)[]): boolean => {
  const said = answers.filter((answer) => answer !== null);
  return new Set(said).size > 1 || said.some((answer) => disagreement(outcome, answer) !== null);
};

const cellOf = (source: MatrixSource, run: InstanceRun | null): ShownCell => {
  if (run === null) return null;
  const { outcome } = run;
  const answers = source.answersOn(run.instanceId, run.patchHash);
  return {
    outcome,
    words: outcomeWords(outcome),
    contradiction: run.contradiction?.words ?? '',
    score: outcome?.kind === 'scored' ? outcome.value : null,
    verdicts: answers.length,
    disagreement: isDisputed(outcome, answers),
  };
};

const whole = (value: number): number => Math.max(0, Math.floor(value) || 0);

/** The largest window that is given at once; a page asks for less. */
const mostRows = 500;

/** The cells of a range; what lies outside the matrix is left out. */
export const matrixWindow = ({ shape, rows, source }: Matrix, range: MatrixRange): MatrixWindow => {
  const [firstRow, firstColumn] = [whole(range.firstRow), whole(range.firstColumn)];
  const heads = rows.slice(firstRow, firstRow + Math.min(whole(range.rows), mostRows));
  const columns = source.columns.slice(firstColumn, firstColumn + whole(range.columns));
  const cells = heads.map(({ id }) => {
    const runs = byColumn(source, id);
    return columns.map(({ key }) => cellOf(source, runs.get(key) ?? null));
  });
  return { version: shape.version, firstRow, firstColumn, rows: heads.length, columns: columns.length, heads, cells };
};
