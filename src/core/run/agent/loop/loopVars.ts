import type { AttemptPorts } from '../attempt';
import type { LoopConfig } from './loopConfig';
import { PythonFloat } from './pythonShown';
import type { TemplateVars } from './template';

/** How far an attempt is. */
export interface LoopPlace {
  readonly calls: number;
  readonly costUsd: number;
  /** Whole seconds. */
  readonly elapsed: number;
}

/**
 * What templates may name, as in the original: its settings by their names there, the kernel's names (the sandbox's;
 * the original has the host's), the calls and the cost so far, and `task`.
 */
export const loopVars = (config: LoopConfig, ports: AttemptPorts, place: LoopPlace): TemplateVars => {
  const { steps, costUsd, wallSeconds, formatErrors } = ports.limits;
  return {
    system_template: config.systemTemplate,
    instance_template: config.instanceTemplate,
    step_limit: steps,
    cost_limit: new PythonFloat(costUsd),
    wall_time_limit_seconds: wallSeconds,
    max_consecutive_format_errors: formatErrors,
    image: ports.sandbox.image,
    cwd: ports.sandbox.testbed,
    env: config.env,
    timeout: config.commandSeconds,
    interpreter: config.interpreter,
    ...ports.sandbox.platform,
    model_name: ports.model.name,
    model_kwargs: config.params,
    observation_template: config.observationTemplate,
    format_error_template: config.formatErrorTemplate,
    ...(config.mode === 'text' ? { action_regex: config.actionRegex } : {}),
    n_model_calls: place.calls,
    model_cost: new PythonFloat(place.costUsd),
    elapsed_seconds: place.elapsed,
    task: ports.instance.statement ?? '',
  };
};
