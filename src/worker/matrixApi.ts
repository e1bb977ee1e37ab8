import { type ComparedRuns, comparedRuns } from '../app/compareRuns';
import { buildMatrix, type Matrix, matrixWindow } from '../app/matrix';
import { outcomeWords } from '../core/evaluation/outcomeWords';
import type { FilePort } from '../core/shared/files';
import { comparisonCsv, flowSvg } from '../core/study/comparisonText';
import { type RunColumn, runColumns } from '../core/study/runColumns';
import { type ComparedSide, compareRuns, passesFilter, setOf, whyNotComparable } from '../core/study/runComparison';
import type { HostApi } from '../protocol/app';
import type { ComparedCell, MatrixApi, MatrixQuery, RunPair } from '../protocol/matrix';
import type { Remote } from '../protocol/rpc';
import type { ExplorerDesk } from './explorerDesk';
import { fileMemo } from './fileMemo';
import type { OpenedStudy } from './openedStudy';
import type { Tasks } from './tasks';

export interface MatrixPorts {
  readonly files: FilePort;
  readonly study: OpenedStudy;
  readonly explorer: ExplorerDesk;
  readonly tasks: Tasks;
  readonly host: () => Remote<HostApi>;
}

/** Findings of logs that are kept; each is a line or two. */
const keptFindings = 50_000;
const mostRows = 500;

/** The matrix and the comparison of two runs, kept as last made so that their windows cost no more than they hold. */
export const matrixApi = (ports: MatrixPorts): MatrixApi => {
  const memo = fileMemo(ports.files, keptFindings);
  let matrix: Matrix | null = null;
  let compared: { readonly pair: RunPair; readonly runs: ComparedRuns; readonly typed: boolean } | null = null;
  let version = 0;
  const columnsOf = keptColumns(ports.study);

  const compare = async (pair: RunPair, types: boolean, task?: string) => {
    const catalogue = await ports.study.of(pair.studyFolder);
    const rowsOf = await ports.study.rowsOf(pair.studyFolder);
    const runs = await ports.tasks.run(task, (signal) =>
      comparedRuns(
        { files: ports.files, memo },
        catalogue,
        { ...pair, types },
        { signal, progress: tell(ports, task) },
        rowsOf,
      ),
    );
    compared = { pair, runs, typed: types };
    return compared;
  };
  const lastOf = async (pair: RunPair) => (compared && sameRuns(compared.pair, pair) ? compared : compare(pair, false));

  return {
    matrixShape: async (q) => {
      version++;
      matrix = await make(ports, q, version, await columnsOf(q.query.studyFolder));
      return matrix.shape;
    },
    matrixWindow: async (range) =>
      matrix === null || matrix.shape.version !== range.version ? null : matrixWindow(matrix, range),
    runColumns: ({ studyFolder }) => columnsOf(studyFolder),
    compareRuns: async ({ types, task, ...pair }) => {
      const { runs, typed } = await compare(pair, types, task);
      return { a: runs.a, b: runs.b, comparison: compareRuns(runs.instances), typed };
    },
    comparedWindow: async ({ filter, from, count, ...pair }) => {
      const { runs } = await lastOf(pair);
      const found = runs.instances.filter((instance) => passesFilter(instance, filter));
      const rows = found.slice(Math.max(0, from), Math.max(0, from) + Math.min(count, mostRows));
      return { total: found.length, from, rows: rows.map(shownRow) };
    },
    comparisonText: async ({ as, ...pair }) => {
      const { runs } = await lastOf(pair);
      if (as === 'csv') return comparisonCsv(runs.instances);
      return flowSvg(compareRuns(runs.instances), runs.a.label, runs.b.label);
    },
  };
};

const sameRuns = (one: RunPair, other: RunPair): boolean =>
  one.studyFolder === other.studyFolder && one.a === other.a && one.b === other.b;

/** Columns are made once for each time that the study was opened. */
const keptColumns = (study: OpenedStudy): ((folder: string) => Promise<readonly RunColumn[]>) => {
  let kept: { readonly of: unknown; readonly columns: readonly RunColumn[] } | null = null;
  return async (folder) => {
    const rowsOf = await study.rowsOf(folder);
    if (kept?.of !== rowsOf) kept = { of: rowsOf, columns: runColumns(await study.of(folder), rowsOf) };
    return kept.columns;
  };
};

const make = async (
  { study, explorer }: MatrixPorts,
  q: MatrixQuery,
  version: number,
  columns: readonly RunColumn[],
): Promise<Matrix> => {
  const folder = q.query.studyFolder;
  const catalogue = await study.of(folder);
  const rowsOf = await study.rowsOf(folder);
  const people = await study.people(folder);
  const source = {
    columns,
    rowsOf,
    answersOn: (id: string, patchHash: string | null) =>
      (people.of(id, patchHash)?.raters ?? []).map(({ overall }) => (overall === 'cannot_judge' ? null : overall)),
  };
  const known = catalogue.datasets.reduce((sum, { instances }) => sum + instances.length, 0);
  const found = (await explorer.of(folder)).instancesOf(q.query);
  return buildMatrix(source, found, q, { version, known });
};

/** Tells the host at most every tenth of a second how far the logs are read. */
const tell = ({ host }: MatrixPorts, task: string | undefined): ((done: number, total: number) => void) => {
  let told = 0;
  return (done, total) => {
    if (task === undefined || (done < total && Date.now() - told < 100)) return;
    told = Date.now();
    void host().progress({ task, text: `${done} of ${total} instances`, done, total });
  };
};

const shownSide = ({ inRun, outcome, error }: ComparedSide): ComparedCell => ({
  inRun,
  outcome,
  words: inRun ? outcomeWords(outcome) : 'no prediction',
  error,
});

const shownRow = (instance: ComparedRuns['instances'][number]) => ({
  instanceId: instance.instanceId,
  set: setOf(instance),
  reason: whyNotComparable(instance),
  a: shownSide(instance.a),
  b: shownSide(instance.b),
});
