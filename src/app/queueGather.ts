import type { Instance } from '../core/instance/instance';
import { groupBy } from '../core/shared/groupBy';
import type { InstanceRun } from '../core/study/instanceRuns';
import type { PlacedAnswer } from '../core/study/judges/joinJudge';
import { type QueueFacts, sideOf } from '../core/study/queues/queueFacts';
import type { ReadJudge } from './judge/studyJudges';
import { suspicionsOf } from './queueSuspicions';
import type { VerdictSummary } from './readVerdicts';

/** What patches are compared by. */
export interface SuspicionPorts {
  readonly readInstance: (datasetPath: string, instanceId: string) => Promise<Instance | null>;
  readonly readPatch: (predictionsPath: string, instanceId: string) => Promise<string | null>;
}

const keyOf = (instanceId: string, runId: string): string => JSON.stringify([instanceId, runId]);

const answersOf = (judges: readonly ReadJudge[]): ReadonlyMap<string, readonly PlacedAnswer[]> =>
  groupBy(
    judges.flatMap(({ join }) => join.joined.filter(({ runId }) => runId !== null)),
    ({ instanceId, runId }) => keyOf(instanceId, runId ?? ''),
  );

/** What tests, judges and people say of each row; no suspicions yet, for these need the patches. */
export const queueFacts = (
  rows: readonly InstanceRun[],
  people: VerdictSummary,
  judges: readonly ReadJudge[],
): readonly QueueFacts[] => {
  const answers = answersOf(judges);
  return rows.map((row) => {
    const own = answers.get(keyOf(row.instanceId, row.runId)) ?? [];
    return {
      row,
      judges: own.flatMap(({ answer }) => sideOf(answer.overall) ?? []),
      people: (people.of(row.instanceId, row.patchHash)?.raters ?? []).map(({ overall }) => sideOf(overall)),
      contradicts: own.some(({ contradictions }) => contradictions.length > 0),
      suspicions: [],
    };
  });
};

/** What speaks against a row that passes; nothing where its texts can't be read, or it doesn't pass. */
export const suspicionsOfRow = async (
  { readInstance, readPatch }: SuspicionPorts,
  { instanceId, predictionsPath, outcome }: InstanceRun,
  datasetPath: string | null,
): Promise<readonly string[]> => {
  if (outcome?.kind !== 'resolved' || datasetPath === null || predictionsPath === null) return [];
  const instance = await readInstance(datasetPath, instanceId);
  if (instance === null) return [];
  const model = await readPatch(predictionsPath, instanceId);
  return suspicionsOf({ gold: instance.goldPatch, model, testPatch: instance.testPatch });
};

/** Whether a rater has no verdict on a row that stands. */
export const waitsFor =
  (people: VerdictSummary, rater: string) =>
  ({ instanceId, patchHash }: InstanceRun): boolean =>
    !(people.of(instanceId, patchHash)?.raters ?? []).some((each) => each.rater === rater);
