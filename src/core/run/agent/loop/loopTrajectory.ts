import type { Instance } from '../../../instance/instance';
import { miniMessageKind } from '../../trajectory/formats/miniSweAgent/miniMessage';
import type { AttemptLimits, AttemptSandbox } from '../attempt';
import type { LoopConfig } from './loopConfig';
import type { LoopMessage } from './loopMessages';

/** The release whose loop this one follows. */
export const miniVersion = '2.4.6';

/** What stands in `info` beside the settings. */
export interface LoopInfo {
  readonly calls: number;
  readonly costUsd: number | null;
  readonly exitStatus: string;
  readonly submission: string;
  /** What the original has not: `touchstone`; of a run that a fault ended, its words. */
  readonly further: Readonly<Record<string, unknown>>;
}

/** The settings as the original writes them; limits are those that hold for this attempt. */
export const settingsOf = (
  config: LoopConfig,
  limits: AttemptLimits,
  model: { readonly id: string; readonly name: string },
  sandbox: AttemptSandbox,
) => ({
  agent: {
    system_template: config.systemTemplate,
    instance_template: config.instanceTemplate,
    step_limit: limits.steps,
    cost_limit: limits.costUsd,
    ...(limits.wallSeconds > 0 ? { wall_time_limit_seconds: limits.wallSeconds } : {}),
    max_consecutive_format_errors: limits.formatErrors,
  },
  agent_type: 'touchstone.miniLoop',
  model: {
    model_name: model.name,
    model_kwargs: config.params,
    observation_template: config.observationTemplate,
    format_error_template: config.formatErrorTemplate,
    ...(config.mode === 'text' ? { action_regex: config.actionRegex } : {}),
  },
  model_type: modelType(model.id),
  environment: {
    ...(sandbox.image === null ? {} : { image: sandbox.image }),
    cwd: sandbox.testbed,
    env: config.env,
    timeout: config.commandSeconds,
    interpreter: config.interpreter,
  },
  environment_type: 'touchstone.session',
});

export type LoopSettings = ReturnType<typeof settingsOf>;

const modelType = (id: string): string =>
  id.startsWith('scripted:')
    ? 'touchstone.scriptedModel'
    : id.startsWith('replay:')
      ? 'touchstone.replayModel'
      : 'touchstone.model';

/** A trajectory in the form `mini-swe-agent-1.1`, a message a line; what was written once is not written anew. */
export class LoopTrajectory {
  private readonly lines: string[] = [];

  constructor(
    private readonly instance: Instance,
    private readonly settings: LoopSettings,
  ) {}

  /** The document with all messages; those of earlier calls must be the same. */
  text(messages: readonly LoopMessage[], info: LoopInfo): string {
    for (const message of messages.slice(this.lines.length)) this.lines.push(JSON.stringify(message));
    const head = {
      model_stats: { instance_cost: info.costUsd, api_calls: info.calls },
      config: this.settings,
      mini_version: miniVersion,
      exit_status: info.exitStatus,
      submission: info.submission,
      ...info.further,
    };
    return loopText(head, this.lines, this.instance.id);
  }
}

/** The document's text: a message a line, so that what changed is seen in a diff. `lines`: JSON of each message. */
export const loopText = (info: object, lines: readonly string[], instanceId: string): string =>
  `{"info":${JSON.stringify(info)},\n"messages":[\n${lines.join(',\n')}\n],\n` +
  `"trajectory_format":"mini-swe-agent-1.1","instance_id":${JSON.stringify(instanceId)}}\n`;

/** How many steps of a trajectory these messages are (see the reader of mini-swe-agent's format). */
export const stepsOf = (messages: readonly LoopMessage[]): number =>
  messages.filter((message, index) => {
    const kind = miniMessageKind(message);
    if (kind === 'result') return false;
    return kind !== 'exit' || message.extra?.['exit_status'] !== 'Submitted' || index === 0;
  }).length;
