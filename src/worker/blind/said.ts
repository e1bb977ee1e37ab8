import { everythingHidden, nothingHidden } from '../../core/study/hiddenFromRater';
import type { BlindRow, BlindView } from './blindView';
import { blindInstance } from './comparisons';
import { closedNow, type Rules } from './rule';
import { Scrub } from './scrub';

/** Of an evaluation's folder: by its row, else (gold's, or base's) by what is hidden of the instance. */
const testsHidden = (view: BlindView, folder: string, instanceId: string): boolean =>
  (view.rowAt(folder)?.hidden ?? view.instanceHidden(instanceId)).tests;

const folderOf = (view: BlindView, folder: string): string => {
  const real = view.realPath(folder);
  if (real === null) throw closedNow();
  return real;
};

const scrubbed = <T>(view: BlindView, row: BlindRow | null, answer: T): T =>
  row === null ? answer : new Scrub(view, row).answer(answer);

/** What tests and judges say of an item, as far as it may be told. */
export const evidenceRules: Pick<Rules, 'gradeEvaluation' | 'readOutput' | 'judgeAnswers' | 'judges' | 'rubricsFor'> = {
  gradeEvaluation: async (view, q, inner) => {
    if (testsHidden(view, q.folder, q.instanceId)) throw closedNow();
    return scrubbed(view, view.rowAt(q.folder), await inner({ ...q, folder: folderOf(view, q.folder) }));
  },
  readOutput: async (view, q, inner) => {
    if (testsHidden(view, q.folder, q.instanceId)) throw closedNow();
    return inner({ ...q, folder: folderOf(view, q.folder) });
  },
  judgeAnswers: async (view, q, inner) => {
    const found = view.rowNamed(q.instanceId, q.runId);
    if (found === null || found.hidden.judge) return { kind: 'hidden', until: view.blinding.judge };
    return scrubbed(view, found, await inner({ ...q, runId: found.row.runId, rater: view.session.rater }));
  },
  judges: (view, q, inner) => (view.hidden.judge ? [] : inner(q)),
  // Which rubric applies goes by how the tests ended; of that nothing but the choice is told.
  rubricsFor: (view, q, inner) => {
    const found = view.rowsOf(q.instanceId).find(({ row }) => row.patchHash === q.patchHash);
    return inner({ ...q, outcome: found?.row.outcome ?? q.outcome });
  },
};

export const placeRules: Pick<Rules, 'trajectoryPlace'> = {
  trajectoryPlace: async (view, q, inner) => {
    const path = view.realPath(q.path);
    if (path === null) throw closedNow();
    const { instance, ...place } = await inner({ ...q, path });
    const { instanceId, runId } = place;
    const found = view.rowAt(q.path) ?? (instanceId && runId ? view.rowNamed(instanceId, runId) : null);
    if (found === null) return { ...place, instance, hidden: instanceId === null ? everythingHidden : nothingHidden };
    const { shown, hidden } = found;
    return {
      ...place,
      ...{ runId: shown.runId, model: shown.model, predictionsPath: shown.predictionsPath, outcome: shown.outcome },
      attempt: hidden.model ? null : place.attempt,
      evaluationFolder: shown.evaluations[0]?.folder ?? null,
      instance: instance && blindInstance(instance, hidden),
      hidden,
    };
  },
};
