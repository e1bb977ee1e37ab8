import type { VerdictSummary as Folded } from '../app/readVerdicts';
import type { InstanceRun } from '../core/study/instanceRuns';
import { rowName, type StudyRowsApi, type WaitingQuery } from '../protocol/studyRows';
import type { OpenedStudy } from './openedStudy';

const mostAtOnce = 1000;
const mostPlaces = 2000;

/** What waits for a rater, as long as neither study nor verdicts change. */
interface Waiting {
  readonly of: unknown;
  readonly people: unknown;
  readonly rater: string;
  readonly rows: readonly InstanceRun[];
}

const hasVerdictOf = (people: Folded, { instanceId, patchHash }: InstanceRun, rater: string | null): boolean => {
  const raters = people.of(instanceId, patchHash)?.raters ?? [];
  return rater === null ? raters.length > 0 : raters.some((each) => each.rater === rater);
};

/** What was skipped in this session waits on, but comes after all others. */
const skippedLast = (rows: readonly InstanceRun[], names: readonly string[]): readonly InstanceRun[] => {
  if (names.length === 0) return rows;
  const skipped = new Set(names);
  const isSkipped = (row: InstanceRun): boolean => skipped.has(rowName(row));
  return [...rows.filter((row) => !isSkipped(row)), ...rows.filter(isSkipped)];
};

/** Rows of the study that is open, by instance, by run, and as they wait for a rater. */
export const studyRowsApi = (study: OpenedStudy): StudyRowsApi => {
  let kept: Waiting | null = null;
  const waiting = async ({ studyFolder, rater }: WaitingQuery): Promise<readonly InstanceRun[]> => {
    const of = await study.parts(studyFolder);
    const people = await study.people(studyFolder);
    if (kept?.of !== of || kept.people !== people || kept.rater !== rater)
      kept = { of, people, rater, rows: of.toJudge().filter((row) => !hasVerdictOf(people, row, rater)) };
    return kept.rows;
  };
  return {
    rowsOf: async ({ studyFolder, instanceId }) => (await study.parts(studyFolder)).of(instanceId),
    runRows: async ({ studyFolder, key, from, count }) => {
      const parts = await study.parts(studyFolder);
      const rows = parts.ofRun(key);
      const window = rows.slice(from, from + Math.min(count, mostAtOnce));
      return { total: rows.length, rows: window.map((row) => parts.lean(row)) };
    },
    waiting: async (q) => {
      const parts = await study.parts(q.studyFolder);
      const rows = skippedLast(await waiting(q), q.skipped);
      const place = q.placeOf === null ? -1 : rows.findIndex((row) => rowName(row) === q.placeOf);
      const window = rows.slice(q.from, q.from + Math.min(q.count, mostAtOnce));
      return {
        total: rows.length,
        rows: window.map((row) => parts.atPlace(row)),
        place: place < 0 ? null : place,
      };
    },
    evaluationPlaces: async ({ studyFolder }) =>
      (await study.of(studyFolder)).evaluations
        .slice(0, mostPlaces)
        .map(({ runId, model, instanceId, folder }) => ({ runId, model, instanceId, folder })),
    judged: async ({ studyFolder }) => {
      const people = await study.people(studyFolder);
      const rows = (await study.parts(studyFolder)).predictions();
      const judged = people.all.length === 0 ? 0 : rows.filter((row) => hasVerdictOf(people, row, null)).length;
      return { judged, of: rows.length };
    },
  };
};
