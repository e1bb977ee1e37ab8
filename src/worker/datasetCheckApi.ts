import { type CheckedInstance, checkDataset, checkRunId, usualRepeats } from '../app/checkDataset';
import type { EvaluateHooks } from '../app/evaluation/request';
import { defectTitles } from '../core/evaluation/check/checkWords';
import type { EvaluationWish } from '../core/evaluation/evaluationWish';
import type { FilePort } from '../core/shared/files';
import { CheckFile } from '../io/store/checkFile';
import type { HostApi } from '../protocol/app';
import type { CheckedRow, DatasetCheckApi, DatasetCheckReply, DatasetCheckRequest } from '../protocol/datasetCheck';
import type { Remote } from '../protocol/rpc';
import { imageQuestions } from './imageHooks';
import { evaluationPorts, plannedWish, wishOf } from './plannedEvaluation';
import type { Tasks } from './tasks';

const mostRows = 10_000;

const wishOfCheck = (q: DatasetCheckRequest): EvaluationWish => {
  const runId = checkRunId(q.datasetPath);
  const asked = wishOf({ ...q, predictions: { kind: 'base' }, runId, repeats: usualRepeats });
  return { ...asked, predictions: { kind: 'check' } };
};

const rowOf = ({ instanceId, check, reason }: CheckedInstance): CheckedRow => ({
  instanceId,
  titles: check === null ? '' : defectTitles(check),
  words: check === null ? `not checked: ${reason}` : check.defects.map(({ words }) => words).join(' '),
});

const replyOf = (instances: readonly CheckedInstance[], fault: Error | null): DatasetCheckReply => {
  const bad = instances.filter(({ check }) => check !== null && check.defects.length > 0);
  const unknown = instances.filter(({ check }) => check === null);
  return {
    total: instances.length,
    sound: instances.length - bad.length - unknown.length,
    rows: [...bad, ...unknown].slice(0, mostRows).map(rowOf),
    withDefects: bad.length,
    notChecked: unknown.length,
    notSeen: [...new Set(instances.flatMap(({ check }) => check?.notSeen ?? []))],
    fault: fault?.message ?? null,
  };
};

const hooks = ({ task, settings }: DatasetCheckRequest, total: number, host: () => Remote<HostApi>): EvaluateHooks => {
  let done = 0;
  return {
    progress: (item, text) => {
      const words = item === null ? text : `${item.instanceId} ${item.model}: ${text}`;
      void host().progress({ task, text: words, done, total });
    },
    ...imageQuestions(host, settings),
    evaluated: ({ instanceId, model, reason }) => {
      done += 1;
      void host().progress({ task, text: `${done} of ${total} runs: ${instanceId} ${model}`, done, total });
      void host().log({ level: 'info', text: `${instanceId} ${model}: ${reason}` });
    },
  };
};

/** The dataset check for the editor, with progress and cancel by the task's name. */
export const datasetCheckApi = (files: FilePort, tasks: Tasks, host: () => Remote<HostApi>): DatasetCheckApi => ({
  checkDataset: (q) =>
    tasks.run(q.task, async (signal) => {
      const warn = (text: string) => void host().log({ level: 'warn', text });
      const request = await plannedWish(files, wishOfCheck(q), q, warn, signal);
      const ports = { ...(await evaluationPorts(q)), files, checks: new CheckFile(q.studyFolder) };
      const total = request.items.length * request.repeats;
      const result = await checkDataset(ports, request, q.datasetPath, hooks(q, total, host), signal);
      return replyOf(result.instances, result.fault);
    }),
});
