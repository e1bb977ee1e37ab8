import type { EvaluationKey, OwnedRun } from '../../core/evaluation/record';
import type { EngineInfo } from '../../core/run/container/engine';
import type { ImageDesk } from './imageDesk';
import type { EvaluateHooks, EvaluatePorts, EvaluateRequest } from './request';

/** Everything that all evaluations of one call share. */
export interface EvaluationContext {
  readonly ports: EvaluatePorts;
  readonly request: EvaluateRequest;
  readonly hooks: EvaluateHooks;
  readonly engine: EngineInfo;
  readonly images: ImageDesk;
  /** The owned run that an evaluation belongs to, for its journal. */
  runOf(key: Pick<EvaluationKey, 'runId'>): OwnedRun;
  readonly signal: AbortSignal;
}
