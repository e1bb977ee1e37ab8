import type { EvaluatePorts, EvaluateRequest as Planned } from '../app/evaluation/request';
import { planEvaluation } from '../app/planEvaluation';
import type { EvaluationWish, RunWish } from '../core/evaluation/evaluationWish';
import type { FilePort } from '../core/shared/files';
import { exportBase } from '../io/git/exportBase';
import { openEngine } from '../io/jobs/openEngine';
import { systemClock } from '../io/jobs/systemClock';
import { EvaluationFolder } from '../io/store/evaluationFolder';
import { sha256 } from '../io/store/sha256';
import type { EvaluateRequest, RunSettings } from '../protocol/app';
import type { ReadingApi } from '../protocol/worker';

export interface PlanPorts {
  readonly files: FilePort;
  readonly reading: Pick<ReadingApi, 'readPredictions'>;
}

/** What the editor asks for, and how often each prediction is evaluated. */
export type AskedEvaluation = Omit<EvaluateRequest, 'task' | 'again'> & Pick<EvaluationWish, 'repeats' | 'again'>;

/** Ports of an evaluation whose results land in the study's folder. Throws EnvironmentFault where no engine is named. */
export const evaluationPorts = async (
  q: Pick<EvaluateRequest, 'studyFolder' | 'backend' | 'settings'>,
): Promise<EvaluatePorts> => ({
  engine: await openEngine(q.backend, q.settings.endpoint),
  store: new EvaluationFolder(q.studyFolder),
  exportBase: (source, commit, stop) => exportBase(source, commit, stop),
  sha256,
  clock: systemClock,
});

/** The request as on the command line: the study's own word on rules and time-out comes before the person's settings. */
export const plannedEvaluation = async (
  { files, reading }: PlanPorts,
  q: AskedEvaluation,
  signal: AbortSignal,
): Promise<Planned> => {
  const wish = wishOf(q, await idsOf(reading, q));
  return plannedWish(files, { ...wish, backend: q.backend, endpoint: q.settings.endpoint }, q.settings, signal);
};

/** A wish at hand, planned; the journal keeps it, so that a later process can go on. */
export const plannedWish = async (
  files: FilePort,
  wish: RunWish,
  { ruleSet, timeoutSeconds, workers }: RunSettings,
  signal: AbortSignal,
): Promise<Planned> => {
  const usual = { rules: ruleSet, timeoutMs: timeoutSeconds * 1000, workers };
  return { ...(await planEvaluation(files, wish, usual, signal)).request, wish };
};

/** A whole run is named by its file: its instances are too many to cross. */
const idsOf = async (
  reading: PlanPorts['reading'],
  { instanceIds, predictions }: AskedEvaluation,
): Promise<readonly string[]> => {
  if (instanceIds.length > 0 || predictions.kind !== 'file') return instanceIds;
  const read = await reading.readPredictions({ path: predictions.path });
  return [...new Set(read.predictions.map(({ instanceId }) => instanceId))];
};

const wishOf = (q: AskedEvaluation, instanceIds: readonly string[]): EvaluationWish => ({
  datasetPath: q.datasetPath,
  predictions: q.predictions,
  instanceIds,
  runId: q.runId,
  rules: null,
  timeoutMs: null,
  workers: null,
  repeats: q.repeats,
  again: q.again,
  settings: {
    images: q.settings.images,
    testCommands: q.settings.testCommands,
    repositories: q.settings.repositories,
    repository: null,
  },
});
