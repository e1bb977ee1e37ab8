import { waitsFor } from '../app/queueGather';
import type { VerdictSummary as Folded } from '../app/readVerdicts';
import type { InstanceRun } from '../core/study/instanceRuns';
import { rowName, type StudyRowsApi, type WaitingQuery } from '../protocol/studyRows';
import type { OpenedStudy } from './openedStudy';
import type { QueueDesk } from './queueDesk';

const mostAtOnce = 1000;
const mostPlaces = 2000;

const hasVerdict = (people: Folded, { instanceId, patchHash }: InstanceRun): boolean =>
  (people.of(instanceId, patchHash)?.raters ?? []).length > 0;

/** What was skipped in this session waits on, but comes after all others. */
const skippedLast = (rows: readonly InstanceRun[], names: readonly string[]): readonly InstanceRun[] => {
  if (names.length === 0) return rows;
  const skipped = new Set(names);
  const isSkipped = (row: InstanceRun): boolean => skipped.has(rowName(row));
  return [...rows.filter((row) => !isSkipped(row)), ...rows.filter(isSkipped)];
};

/** Rows of the study that is open, by instance, by run, and as they wait for a rater. */
export const studyRowsApi = (study: OpenedStudy, queues: QueueDesk): StudyRowsApi => {
  const waiting = async ({ studyFolder, rater, queue = 'mine', mix = 0 }: WaitingQuery) => {
    const drawn = await queues.drawn({ studyFolder, queue, mix });
    const isWaiting = waitsFor(await study.people(studyFolder), rater);
    return drawn.map(({ row }) => row).filter(isWaiting);
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
      const judged = people.all.length === 0 ? 0 : rows.filter((row) => hasVerdict(people, row)).length;
      return { judged, of: rows.length };
    },
  };
};
