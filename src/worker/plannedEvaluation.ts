import type { EvaluatePorts, EvaluateRequest as Planned } from '../app/evaluation/request';
import { planEvaluation } from '../app/planEvaluation';
import type { EvaluationWish } from '../core/evaluation/evaluationWish';
import type { FilePort } from '../core/shared/files';
import { exportBase } from '../io/git/exportBase';
import { openEngine } from '../io/jobs/openEngine';
import { systemClock } from '../io/jobs/systemClock';
import { EvaluationFolder } from '../io/store/evaluationFolder';
import { sha256 } from '../io/store/sha256';
import type { EvaluateRequest, RunSettings } from '../protocol/evaluate';

/** What the editor asks for, and how often each prediction is evaluated. */
export type AskedEvaluation = Omit<EvaluateRequest, 'task' | 'again'> & Pick<EvaluationWish, 'repeats' | 'again'>;

/** On which engine, and by which of the person's settings. */
type Means = Pick<EvaluateRequest, 'backend' | 'settings'>;

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

const settingsOf = ({ images, testCommands, repositories }: RunSettings): EvaluationWish['settings'] => ({
  images,
  testCommands,
  repositories,
  repository: null,
});

/** What was asked for, as the command line would: what the person says nothing of is the study's, then theirs by setting. */
export const wishOf = (q: AskedEvaluation): EvaluationWish => ({
  datasetPath: q.datasetPath,
  predictions: q.predictions,
  instanceIds: q.instanceIds,
  runId: q.runId,
  rules: null,
  timeoutMs: null,
  workers: null,
  repeats: q.repeats,
  again: q.again,
  settings: settingsOf(q.settings),
  ...(q.optimisation ? { optimisation: true } : {}),
});

/**
 * A wish, planned; the request holds it for the journal, so that a later process can go on. Where a wish was read from a
 * journal, engine, images, commands and repositories are the person's own all the same: a journal is a file like others.
 */
export const plannedWish = async (
  files: FilePort,
  wish: EvaluationWish,
  { backend, settings }: Means,
  say: (text: string) => void,
  signal: AbortSignal,
): Promise<Planned> => {
  const { ruleSet, timeoutSeconds, workers, endpoint } = settings;
  const own = { ...wish, settings: settingsOf(settings) };
  const usual = { rules: ruleSet, timeoutMs: timeoutSeconds * 1000, workers };
  const { request, problems } = await planEvaluation(files, own, usual, signal);
  for (const { where, field, reason } of problems.slice(0, saidAtMost)) say(`${where}, ${field}: ${reason}`);
  if (problems.length > saidAtMost) say(`${problems.length - saidAtMost} more rows were left out.`);
  return { ...request, wish: { ...request.wish, backend, endpoint } };
};

/** Rows that were left out and are named in the log. */
const saidAtMost = 100;
