import type { OwnedRun } from '../../core/evaluation/record';
import type { EngineInfo } from '../../core/run/container/engine';
import type { EvaluateHooks, EvaluatePorts, EvaluateRequest } from './request';

/** Everything that all evaluations of one call share. */
export interface EvaluationContext {
  readonly ports: EvaluatePorts;
  readonly request: EvaluateRequest;
  readonly hooks: EvaluateHooks;
  readonly engine: EngineInfo;
  readonly run: OwnedRun;
  readonly signal: AbortSignal;
}
