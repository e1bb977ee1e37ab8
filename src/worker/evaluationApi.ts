import { evaluate } from '../app/evaluate';
import type { EvaluateHooks } from '../app/evaluation/request';
import type { FilePort } from '../core/shared/files';
import { openEngine } from '../io/jobs/openEngine';
import type { AppApi, HostApi } from '../protocol/app';
import type { EvaluateRequest } from '../protocol/evaluate';
import type { Remote } from '../protocol/rpc';
import { imageQuestions } from './imageHooks';
import { evaluationPorts, plannedWish, wishOf } from './plannedEvaluation';
import type { Tasks } from './tasks';

type EvaluationApi = Pick<AppApi, 'evaluate' | 'pingEngine'>;

/** Evaluations for the editor that somebody waits for, with progress and cancel by the task's name. */
export const evaluationApi = (files: FilePort, tasks: Tasks, host: () => Remote<HostApi>): EvaluationApi => ({
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
      const warn = (text: string) => void host().log({ level: 'warn', text });
      const request = await plannedWish(files, wishOf({ ...q, repeats: 1 }), q, warn, signal);
      const result = await evaluate(await evaluationPorts(q), request, hooks(q, request.items.length, host), signal);
      return { items: result.items, fault: result.fault?.message ?? null };
    }),
});

const hooks = ({ task, settings }: EvaluateRequest, total: number, host: () => Remote<HostApi>): EvaluateHooks => {
  let done = 0;
  const say = (text: string) => void host().progress({ task, text, done, total });
  return {
    progress: (item, text) => {
      // One instance alone is named by the caller's own title.
      say(item === null || total === 1 ? text : `${item.instanceId}: ${text}`);
      void host().log({ level: 'info', text: item === null ? text : `${item.instanceId} ${item.model}: ${text}` });
    },
    ...imageQuestions(host, settings),
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
