import { outcomeClass } from '../../core/evaluation/outcomeWords';
import { refusalOf } from '../../core/review/rubric/appliesTo';
import type { Rubric } from '../../core/review/rubric/rubric';
import type { Problem } from '../../core/shared/problem';
import type { StudyCatalogue, TrajectoryEntry } from '../../core/study/catalogue';
import { type InstanceRun, instanceRuns } from '../../core/study/instanceRuns';

/** What one question is about, before its texts are read. */
export interface PlannedItem {
  /** `run/instance`, for people and for `--items`. */
  readonly label: string;
  readonly instanceId: string;
  /** Null for the unit instance. */
  readonly row: InstanceRun | null;
  /** Absolute; null where the unit has none. */
  readonly trajectoryPath: string | null;
}

export interface PlannedItems {
  readonly items: readonly PlannedItem[];
  readonly leftOut: readonly Problem[];
}

const outcomeOf = ({ outcome }: InstanceRun): string => {
  const kind = outcomeClass(outcome);
  if (kind === 'none') return 'no_verdict';
  return kind === 'not-evaluated' ? 'not_evaluated' : kind;
};

const attemptWords = ({ attempt, runId }: InstanceRun): string =>
  attempt > 1 && !/-a\d+$/.test(runId) ? `#${attempt}` : '';

const isWanted = (items: readonly string[] | null, label: string, instanceId: string, run: string | null): boolean =>
  items === null || items.some((item) => item === label || item === instanceId || item === run);

const predictions = (rows: readonly InstanceRun[]): readonly PlannedItem[] =>
  rows
    .filter(({ kind }) => kind === 'prediction')
    .map((row) => ({
      label: `${row.runId}${attemptWords(row)}/${row.instanceId}`,
      instanceId: row.instanceId,
      row,
      trajectoryPath: null,
    }));

const trajectories = (
  entries: readonly TrajectoryEntry[],
  rows: ReadonlyMap<string, readonly InstanceRun[]>,
): readonly PlannedItem[] =>
  entries.map(({ path, runId, instanceId, attempt }) => {
    const id = instanceId ?? '';
    const row = (rows.get(id) ?? []).find((one) => one.runId === runId && one.attempt === (attempt ?? one.attempt));
    return { label: `${runId ?? '-'}/${id}`, instanceId: id, row: row ?? null, trajectoryPath: path };
  });

/** Several trajectories of one run and instance are told apart by their files. */
const distinct = (items: readonly PlannedItem[]): readonly PlannedItem[] =>
  items.map((item) => {
    const several = items.filter(({ label }) => label === item.label).length > 1;
    const name = item.trajectoryPath?.split(/[\\/]/).at(-1);
    return several && name !== undefined ? { ...item, label: `${item.label} (${name})` } : item;
  });

const candidates = ({ unit }: Rubric, catalogue: StudyCatalogue): readonly PlannedItem[] => {
  const rows = instanceRuns(catalogue);
  const ids = [...new Set(catalogue.datasets.flatMap(({ instances }) => instances.map(({ id }) => id)))];
  if (unit === 'instance') return ids.map((id) => ({ label: id, instanceId: id, row: null, trajectoryPath: null }));
  if (unit === 'trajectory') return distinct(trajectories(catalogue.trajectories ?? [], rows));
  return [...new Set([...ids, ...rows.keys()])].flatMap((id) => predictions(rows.get(id) ?? []));
};

const lackOf = (rubric: Rubric, { row, instanceId }: PlannedItem, known: ReadonlySet<string>): string | null => {
  if (!known.has(instanceId)) return 'no dataset of the study has this instance.';
  if (rubric.unit === 'instance') return null;
  if (row === null) return 'it belongs to no prediction of the study.';
  if (rubric.unit === 'prediction' && (row.patchHash === null || row.patchBytes === 0))
    return 'there is no patch to be judged.';
  return refusalOf(rubric, { unit: rubric.unit, taskTypes: null, outcome: outcomeOf(row) });
};

/** The items of a study that a rubric rates, in the order of its datasets and runs; all others with the reason. */
export const planJudgeItems = (
  catalogue: StudyCatalogue,
  rubric: Rubric,
  wanted: readonly string[] | null,
): PlannedItems => {
  const known = new Set(catalogue.datasets.flatMap(({ instances }) => instances.map(({ id }) => id)));
  const items: PlannedItem[] = [];
  const leftOut: Problem[] = [];
  const found = candidates(rubric, catalogue).filter((item) =>
    isWanted(wanted, item.label, item.instanceId, item.row?.runId ?? null),
  );
  for (const item of found) {
    const lack = lackOf(rubric, item, known);
    if (lack === null) items.push(item);
    else leftOut.push({ where: item.label, field: null, reason: lack });
  }
  for (const name of wanted ?? [])
    if (!found.some((item) => isWanted([name], item.label, item.instanceId, item.row?.runId ?? null)))
      leftOut.push({
        where: name,
        field: 'items',
        reason: 'names no item of the study: give RUN/INSTANCE, an instance or a run.',
      });
  return { items, leftOut };
};
