import type { EvaluatePorts } from '../../app/evaluation/request';
import type { EvaluationPlan } from '../../app/planEvaluation';
import type { EngineInfo } from '../../core/run/container/engine';
import { EnvironmentFault } from '../../core/shared/problem';
import { openEngine } from '../../io/jobs/openEngine';
import { ask } from '../ask';
import type { EvaluateOptions } from './evaluateOptions';

const consent = async (question: string, refusal: string, yes: boolean): Promise<void> => {
  if (!(await ask(question, yes))) throw new EnvironmentFault('trust', refusal);
};

/** What of the command line and of the study file says where things run. */
export type BackendOptions = Pick<EvaluateOptions, 'backend' | 'endpoint' | 'yes'>;
export type BackendPlan = Pick<EvaluationPlan, 'studyFile' | 'backend'>;

/**
 * The backend: as asked for, else the study file's, else docker. A study file is data: it alone neither takes the
 * sandbox away nor sends patches to another machine.
 */
const chooseBackend = async (options: BackendOptions, planned: BackendPlan) => {
  const { studyFile, backend } = planned;
  const yes = options.yes ?? false;
  const kind = options.backend ?? backend.kind ?? 'docker';
  if (kind === 'local' && options.backend === undefined)
    await consent(
      `${studyFile} wants the local backend: code runs as you, on this machine. Run it?`,
      'Not run: the local backend is no sandbox. Give --backend local or --backend docker.',
      yes,
    );
  const endpoint = options.endpoint ?? (kind === 'docker' ? backend.endpoint : null);
  if (endpoint !== null && options.endpoint === undefined)
    await consent(
      `${studyFile} names the engine at ${endpoint}. Send patches and tests there?`,
      `Not run: give --endpoint ${endpoint}, or another one.`,
      yes,
    );
  return { kind, endpoint };
};

const wayOut =
  'Start one, or give --backend local (no sandbox: code runs as you). `touchstone doctor` says what works.';

export interface AnsweringEngine {
  readonly engine: EvaluatePorts['engine'];
  readonly info: EngineInfo;
  readonly kind: 'docker' | 'local';
  /** Null: where the docker command would look. */
  readonly endpoint: string | null;
}

/** The engine, once it has answered. Where none does, the fault names what can be done instead. */
export const answeringEngine = async (
  options: BackendOptions,
  planned: BackendPlan,
  signal: AbortSignal,
): Promise<AnsweringEngine> => {
  const { kind, endpoint } = await chooseBackend(options, planned);
  const engine = await openEngine(kind, endpoint);
  try {
    return { engine, info: await engine.ping(signal), kind, endpoint };
  } catch (error) {
    if (error instanceof EnvironmentFault && error.what === 'engine' && !signal.aborted)
      throw new EnvironmentFault('engine', `${error.message} ${wayOut}`);
    throw error;
  }
};
