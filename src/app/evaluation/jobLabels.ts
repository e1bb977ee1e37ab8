import type { EvaluationKey } from '../../core/evaluation/record';
import type { JobSpec } from '../../core/run/container/engine';
import type { Sha256 } from '../../core/shared/hash';

/** The run's id, as it stands in the path. */
export const runLabel = 'dev.touchstone.run';

export const modelLabel = 'dev.touchstone.model';
export const instanceLabel = 'dev.touchstone.instance';
export const repeatLabel = 'dev.touchstone.repeat';

/** SHA-256 of the absolute folder that gets the result: two folders may hold runs of the same name. */
export const folderLabel = 'dev.touchstone.folder';

/** SHA-256 of all that goes into the job: only a job with the same inputs has the same result. */
export const inputsLabel = 'dev.touchstone.inputs';

/** Labels of a container: which evaluation it belongs to. */
export const labelsOf = (key: EvaluationKey, patchSha256: string | null): Record<string, string> => ({
  'dev.touchstone.schema': '1',
  [runLabel]: key.runId,
  [modelLabel]: key.model,
  [instanceLabel]: key.instanceId,
  [repeatLabel]: String(key.repeat),
  'dev.touchstone.patch': patchSha256 ?? '',
});

/** The job with the labels by which a later process knows it as the same one. */
export const withMarks = (
  spec: JobSpec,
  sha256: Sha256,
  marks: { readonly folder: string; readonly digest: string | null; readonly baseCommit: string | null },
): JobSpec => {
  const files = spec.files.map(({ path, bytes }) => [path, sha256(bytes)]);
  const { image, testbed, env, limits, deadlineMs } = spec;
  const bundle = spec.bundlePath === null ? null : marks.baseCommit;
  const inputs = sha256(JSON.stringify([files, image, marks.digest, bundle, testbed, env, limits, deadlineMs]));
  return { ...spec, labels: { ...spec.labels, [folderLabel]: marks.folder, [inputsLabel]: inputs } };
};
