import { evaluate } from '../app/evaluate';
import type { EvaluateHooks, EvaluatePorts } from '../app/evaluation/request';
import { planEvaluation, type UsualEvaluation } from '../app/planEvaluation';
import type { FilePort } from '../core/shared/files';
import { exportBase } from '../io/git/exportBase';
import { openEngine } from '../io/jobs/openEngine';
import { systemClock } from '../io/jobs/systemClock';
import { EvaluationFolder } from '../io/store/evaluationFolder';
import { sha256 } from '../io/store/sha256';
import type { AppApi, EvaluateRequest, HostApi } from '../protocol/app';
import type { Remote } from '../protocol/rpc';
import type { ReadingApi } from '../protocol/worker';
import type { Tasks } from './tasks';

type EvaluationApi = Pick<AppApi, 'evaluate' | 'pingEngine'>;

/** Evaluations for the editor: planned as on the command line, with progress and cancel by the task's name. */
export const evaluationApi = (
  files: FilePort,
  tasks: Tasks,
  host: () => Remote<HostApi>,
  reading: Pick<ReadingApi, 'readPredictions'>,
): EvaluationApi => ({
  pingEngine: async ({ backend, endpoint }) => {
    try {
      const info = await (await openEngine(backend, endpoint)).ping();
      return { ok: true, text: `${info.name} ${info.version} at ${info.endpoint}` };
    } catch (error) {
      return { ok: false, text: error instanceof Error ? error.message : String(error) };
    }
  },
  evaluate: (q) =>
    tasks.run(q.task, async (signal) => {
      const ids = await idsOf(reading, q);
      const planned = await planEvaluation(files, wishOf({ ...q, instanceIds: ids }), usualOf(q), signal);
      const ports: EvaluatePorts = {
        engine: await openEngine(q.backend, q.settings.endpoint),
        store: new EvaluationFolder(q.studyFolder),
        exportBase: (source, commit, stop) => exportBase(source, commit, stop),
        sha256,
        clock: systemClock,
      };
      const result = await evaluate(ports, planned.request, hooks(q, planned.request.items.length, host), signal);
      return { items: result.items, fault: result.fault?.message ?? null };
    }),
});

/** A whole run is named by its file: its instances are too many to cross. */
const idsOf = async (
  reading: Pick<ReadingApi, 'readPredictions'>,
  { instanceIds, predictions }: EvaluateRequest,
): Promise<readonly string[]> => {
  if (instanceIds.length > 0 || predictions.kind !== 'file') return instanceIds;
  const read = await reading.readPredictions({ path: predictions.path });
  return [...new Set(read.predictions.map(({ instanceId }) => instanceId))];
};

const usualOf = ({ settings }: EvaluateRequest): UsualEvaluation => ({
  rules: settings.ruleSet,
  timeoutMs: settings.timeoutSeconds * 1000,
  workers: settings.workers,
});

/** The study's own word on rules and time-out comes before the person's settings, as on the command line. */
const wishOf = (q: EvaluateRequest) => ({
  datasetPath: q.datasetPath,
  predictions: q.predictions,
  instanceIds: q.instanceIds,
  runId: q.runId,
  rules: null,
  timeoutMs: null,
  workers: null,
  repeats: 1,
  again: q.again,
  settings: {
    images: q.settings.images,
    testCommands: q.settings.testCommands,
    repositories: q.settings.repositories,
    repository: null,
  },
});

const hooks = ({ task }: EvaluateRequest, total: number, host: () => Remote<HostApi>): EvaluateHooks => {
  let done = 0;
  const say = (text: string) => void host().progress({ task, text, done, total });
  return {
    progress: (item, text) => {
      // One instance alone is named by the caller's own title.
      say(item === null || total === 1 ? text : `${item.instanceId}: ${text}`);
      void host().log({ level: 'info', text: item === null ? text : `${item.instanceId} ${item.model}: ${text}` });
    },
    confirmPull: (image, namespace) => host().confirmPull({ image, namespace }),
    evaluated: (item) => {
      done += 1;
      say(`${done} of ${total}: ${item.instanceId}`);
      void host().log({
        level: 'info',
        text: `${item.instanceId} ${item.model}: ${item.reason} (${item.seconds.toFixed(1)} s)`,
      });
    },
  };
};
