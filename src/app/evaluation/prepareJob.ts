import type { EvaluationKey, EvaluationRecord } from '../../core/evaluation/record';
import { type EvalScript, evalScriptOf } from '../../core/evaluation/script/evalScript';
import type { ImageRequest, JobSpec, PreparedImage } from '../../core/run/container/engine';
import { EnvironmentFault } from '../../core/shared/problem';
import { isCommit } from '../../core/workspace/commit';
import type { EvaluationContext } from './context';
import { folderMark } from './foundJobs';
import { withMarks } from './jobLabels';
import { jobSpecOf } from './jobSpec';
import { type EvaluationItem, type EvaluationTarget, imageHooksOf } from './request';

/** Everything that one evaluation needs before it starts. */
export interface PreparedJob {
  readonly target: EvaluationTarget;
  readonly script: EvalScript;
  readonly image: EvaluationRecord['image'];
  readonly spec: JobSpec;
}

const missingScript = (item: EvaluationItem): EnvironmentFault =>
  new EnvironmentFault(
    'image',
    `${item.instance.id}: the row has no eval_script and no test command is known for ` +
      `${item.instance.repo ?? 'its repository'}; name one in touchstone.testCommands or \`environments[].test\`.`,
  );

const missingImage = (item: EvaluationItem): EnvironmentFault =>
  new EnvironmentFault(
    'image',
    `${item.instance.id}: no image is named by the row, the study file or the setting touchstone.images.`,
  );

const bundleOf = async ({ ports, signal }: EvaluationContext, item: EvaluationItem, target: EvaluationTarget) => {
  const { baseCommit, id } = item.instance;
  if (target.repository === null) return null;
  if (baseCommit === null || !isCommit(baseCommit))
    throw new EnvironmentFault('git', `${id}: base_commit is no whole commit id, so nothing can be checked out.`);
  return (await ports.exportBase(target.repository, baseCommit, signal)).bundlePath;
};

const prepareImage = async (context: EvaluationContext, key: EvaluationKey, wanted: ImageRequest | null) => {
  if (wanted === null) return null;
  const { hooks, images, signal } = context;
  const asked = imageHooksOf(hooks, (text) => hooks.progress(key, text));
  return images.prepare(wanted, asked, signal);
};

/** The image as the record names it. */
const imageOf = ({ image }: EvaluationTarget, prepared: PreparedImage | null): PreparedJob['image'] => {
  if (image === null) return null;
  const { digest = null, repoDigest = null, platform = null } = prepared ?? {};
  return { name: prepared?.reference ?? image.image, digest, repoDigest, platform };
};

/** Finds script, checkout and image. Throws EnvironmentFault with what is missing and where to name it. */
export const prepareJob = async (
  context: EvaluationContext,
  key: EvaluationKey,
  item: EvaluationItem,
  patchSha256: string | null,
): Promise<PreparedJob> => {
  const { request, hooks, engine, ports } = context;
  const target = request.targetOf(item.instance);
  const script = evalScriptOf(item.instance, { testCommand: target.testCommand, testbed: target.testbed });
  if (script === null) throw missingScript(item);
  if (target.image === null && engine.name !== 'local') throw missingImage(item);
  hooks.progress(key, 'preparing');
  const bundlePath = await bundleOf(context, item, target);
  const prepared = await prepareImage(context, key, target.image);
  const image = imageOf(target, prepared);
  const named = image?.name ?? '';
  const spec = jobSpecOf({
    key,
    item,
    target,
    request,
    image: named,
    evalScript: script.text,
    bundlePath,
    patchSha256,
  });
  const marks = {
    folder: folderMark(context, key),
    digest: image?.digest ?? null,
    baseCommit: item.instance.baseCommit,
  };
  return { target, script, image, spec: withMarks(spec, ports.sha256, marks) };
};
