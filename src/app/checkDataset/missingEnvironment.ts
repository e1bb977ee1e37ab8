import { evalScriptOf } from '../../core/evaluation/script/evalScript';
import type { Instance } from '../../core/instance/instance';
import type { EngineInfo } from '../../core/run/container/engine';
import { EnvironmentFault } from '../../core/shared/problem';
import { type EvaluateHooks, type EvaluatePorts, type EvaluationTarget, imageHooksOf } from '../evaluation/request';

/** What the row and the study lack for a run, in words; null where nothing does. Nothing is fetched. */
export const unnamedEnvironment = (
  instance: Instance,
  { testCommand, testbed, image }: EvaluationTarget,
  { name }: Pick<EngineInfo, 'name'>,
): string | null => {
  if (evalScriptOf(instance, { testCommand, testbed }) === null)
    return `No script runs the tests: the row has no eval_script, and no test command is known for ${instance.repo ?? 'its repository'}.`;
  return image === null && name !== 'local' ? 'No image: neither the row nor the study file names one.' : null;
};

/** Whether the image is there, or can be had: asked again after a run that never began. Null where it can. */
export const missingImage = async (
  { engine }: Pick<EvaluatePorts, 'engine'>,
  { image }: EvaluationTarget,
  hooks: EvaluateHooks,
  signal: AbortSignal,
): Promise<string | null> => {
  if (image === null) return null;
  try {
    const asked = imageHooksOf(hooks, (text) => hooks.progress(null, text));
    await engine.prepareImage(image, asked, signal);
    return null;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof EnvironmentFault && error.what === 'image') return error.message;
    if (error instanceof EnvironmentFault) return null;
    throw error;
  }
};
