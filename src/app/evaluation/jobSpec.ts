import { coverageWishOf } from '../../core/evaluation/coverage/coverageWish';
import type { EvaluationKey } from '../../core/evaluation/record';
import { applyLadder } from '../../core/evaluation/script/applyLadder';
import { buildEntryScript } from '../../core/evaluation/script/entryScript';
import type { InputFile, JobSpec } from '../../core/run/container/engine';
import { jobDeadlineMs } from '../../core/run/container/limits';
import { labelsOf } from './jobLabels';
import { type EvaluateRequest, type EvaluationItem, type EvaluationTarget, rulesOfItem } from './request';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

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
  /** What the job names as its image. */
  readonly image: string;
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
    coverage: coverageWishOf(item.instance, target.coverage ?? null)?.reports ?? null,
  });
  return {
    labels: labelsOf(input.key, input.patchSha256),
    image: input.image,
    platform: target.image?.platform ?? null,
    files: inputFiles(entry, input.evalScript, item.patch),
    bundlePath: input.bundlePath,
    testbed: target.testbed,
    env: target.env,
    limits: request.limits,
    deadlineMs: jobDeadlineMs(request.timeoutMs, applyLadder(rules).rungs.length + 1),
  };
};
