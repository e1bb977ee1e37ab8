import type { EvaluationKey } from '../../core/evaluation/record';
import { applyLadder } from '../../core/evaluation/script/applyLadder';
import { buildEntryScript } from '../../core/evaluation/script/entryScript';
import type { InputFile, JobSpec } from '../../core/run/container/engine';
import { jobDeadlineMs } from '../../core/run/container/limits';
import { type EvaluateRequest, type EvaluationItem, type EvaluationTarget, rulesOfItem } from './request';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Labels of a container: which evaluation it belongs to. */
const labelsOf = (key: EvaluationKey, patchSha256: string | null): Record<string, string> => ({
  'dev.touchstone.schema': '1',
  'dev.touchstone.run': key.runId,
  'dev.touchstone.model': key.model,
  'dev.touchstone.instance': key.instanceId,
  'dev.touchstone.repeat': String(key.repeat),
  'dev.touchstone.patch': patchSha256 ?? '',
});

const inputFiles = (entry: string, evalScript: string, patch: string | null): InputFile[] => [
  { path: '/in/entry.sh', bytes: utf8(entry), executable: true },
  { path: '/in/eval.sh', bytes: utf8(evalScript), executable: true },
  ...(patch === null ? [] : [{ path: '/in/patch.diff', bytes: utf8(patch) }]),
];

export interface JobInput {
  readonly key: EvaluationKey;
  readonly item: EvaluationItem;
  readonly target: EvaluationTarget;
  readonly request: EvaluateRequest;
  readonly evalScript: string;
  readonly bundlePath: string | null;
  readonly patchSha256: string | null;
}

/** The job of one evaluation: only the graded patch and the scripts go in, never gold beside a model's patch. */
export const jobSpecOf = (input: JobInput): JobSpec => {
  const { item, request, target } = input;
  const rules = rulesOfItem(request, item);
  const entry = buildEntryScript({
    rules,
    baseCommit: input.bundlePath === null ? null : item.instance.baseCommit,
    hasPatch: item.patch !== null,
    testSeconds: request.timeoutMs / 1000,
  });
  return {
    labels: labelsOf(input.key, input.patchSha256),
    image: target.image?.image ?? '',
    files: inputFiles(entry, input.evalScript, item.patch),
    bundlePath: input.bundlePath,
    testbed: target.testbed,
    env: target.env,
    limits: request.limits,
    deadlineMs: jobDeadlineMs(request.timeoutMs, applyLadder(rules).rungs.length + 1),
  };
};
