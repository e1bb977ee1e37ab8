import PQueue from 'p-queue';
import { InputFault } from '../core/shared/problem';
import type { StudyCatalogue } from '../core/study/catalogue';
import { type InstanceRun, instanceRuns } from '../core/study/instanceRuns';
import { columnNamed, type RunColumn, runColumns } from '../core/study/runColumns';
import type { ComparedInstance, ComparedSide } from '../core/study/runComparison';
import { type ErrorTypePorts, errorTypeOfRun } from './errorTypeOfRun';

/** Logs that are read at the same time; each is whole in memory. */
const atOnce = 4;

export interface ComparedRuns {
  readonly a: RunColumn;
  readonly b: RunColumn;
  readonly instances: readonly ComparedInstance[];
}

export interface CompareHooks {
  readonly signal?: AbortSignal;
  readonly progress?: (done: number, total: number) => void;
}

const named = (columns: readonly RunColumn[], name: string): RunColumn => {
  const found = columnNamed(columns, name);
  if (found) return found;
  const known = columns.map(({ key }) => key).join(', ') || 'none';
  throw new InputFault(`"${name}" names no run of the study, or several. Its runs: ${known}.`);
};

const sideOf = (run: InstanceRun | null): ComparedSide => ({
  inRun: run !== null,
  outcome: run?.outcome ?? null,
  error: null,
});

interface Pair {
  readonly instanceId: string;
  readonly a: InstanceRun | null;
  readonly b: InstanceRun | null;
}

/** Instances that at least one of the two runs knows, in the order of the datasets, then those of no dataset. */
const pairsOf = (
  catalogue: StudyCatalogue,
  rowsOf: ReadonlyMap<string, readonly InstanceRun[]>,
  [a, b]: readonly [string, string],
): readonly Pair[] => {
  const inDatasets = catalogue.datasets.flatMap(({ instances }) => instances.map(({ id }) => id));
  const ids = new Set([...inDatasets, ...rowsOf.keys()]);
  return [...ids]
    .map((instanceId) => {
      const rows = rowsOf.get(instanceId) ?? [];
      const row = (key: string) => rows.find((each) => each.key === key) ?? null;
      return { instanceId, a: row(a), b: row(b) };
    })
    .filter((pair) => pair.a !== null || pair.b !== null);
};

const withTypes = async (
  ports: ErrorTypePorts,
  pairs: readonly Pair[],
  { signal, progress }: CompareHooks,
): Promise<readonly ComparedInstance[]> => {
  const queue = new PQueue({ concurrency: atOnce });
  let done = 0;
  const typed = async (run: InstanceRun | null): Promise<ComparedSide> =>
    run ? { ...sideOf(run), error: await errorTypeOfRun(ports, run) } : sideOf(run);
  const one = async ({ instanceId, a, b }: Pair): Promise<ComparedInstance> => {
    signal?.throwIfAborted();
    const compared = { instanceId, a: await typed(a), b: await typed(b) };
    done++;
    progress?.(done, pairs.length);
    return compared;
  };
  return Promise.all(pairs.map((pair) => queue.add(() => one(pair))));
};

/**
 * Two runs of a study over the instances that either knows. `a` and `b` are keys, run ids or labels; a name that
 * names none or several throws InputFault with the names there are. With `types`, logs of what is not resolved are
 * read, a few at a time; without, no file is opened and every error type is unknown.
 */
export const comparedRuns = async (
  ports: ErrorTypePorts,
  catalogue: StudyCatalogue,
  q: { readonly a: string; readonly b: string; readonly types: boolean },
  hooks: CompareHooks = {},
  rowsOf: ReadonlyMap<string, readonly InstanceRun[]> = instanceRuns(catalogue),
): Promise<ComparedRuns> => {
  const columns = runColumns(catalogue, rowsOf);
  const [a, b] = [named(columns, q.a), named(columns, q.b)];
  const pairs = pairsOf(catalogue, rowsOf, [a.key, b.key]);
  const instances = q.types
    ? await withTypes(ports, pairs, hooks)
    : pairs.map((pair) => ({ instanceId: pair.instanceId, a: sideOf(pair.a), b: sideOf(pair.b) }));
  return { a, b, instances };
};
