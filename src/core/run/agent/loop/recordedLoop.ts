import { InputFault } from '../../../shared/problem';
import { type Fields, fieldsAt, isFields, numberAt, textAt } from '../../trajectory/fields';
import { loopPresets } from '../presets/loopPresets';
import { oldActionRegex, usualActionRegex } from './actionRegex';
import type { LoopConfig } from './loopConfig';
import { loopConfigOf } from './readLoopConfig';

/** The loop by which a run was made; `lack`: why it can't be taken, for people. */
export type RecordedLoop = { readonly config: LoopConfig } | { readonly lack: string };

/** Fields of requests that only say how the model answers; others of a file would go to a provider unseen. */
const plainParams = ['temperature', 'top_p', 'seed', 'max_tokens', 'max_completion_tokens', 'reasoning_effort'];

const paramsOf = (model: Fields): Fields => {
  const all = fieldsAt(model, 'model_kwargs') ?? {};
  const isPlain = (value: unknown) => typeof value === 'number' || typeof value === 'string';
  return Object.fromEntries(
    Object.entries(all).filter(([name, value]) => plainParams.includes(name) && isPlain(value)),
  );
};

/** Version 1 keeps the templates of results and of refused replies with the agent, and its replies have blocks alone. */
const modelOf = (agent: Fields, model: Fields): Fields => {
  const observation = textAt(agent, 'action_observation_template');
  const own = { ...model, model_class: null, model_kwargs: paramsOf(model) };
  if (observation === null) return own;
  const error = textAt(agent, 'format_error_template');
  const regex = textAt(agent, 'action_regex') ?? oldActionRegex;
  return { ...own, observation_template: observation, format_error_template: error, action_regex: regex };
};

/** A limit that the file lacks, or takes away, is that of our own loop; a fork's own limit stands above its parent's. */
const limitOf = (recorded: number | null, inherited: number | null, usual: number): number => {
  const own = (recorded ?? 0) - (inherited ?? 0);
  return own > 0 ? own : usual;
};

const limitsOf = (info: unknown, usual: LoopConfig['limits'], formatErrors: number): LoopConfig['limits'] => {
  const recorded = (name: string) => numberAt(info, 'config', 'agent', name);
  const inherited = (name: string) => numberAt(info, 'touchstone', 'parent', name);
  return {
    steps: limitOf(recorded('step_limit'), inherited('calls'), usual.steps),
    costUsd: limitOf(recorded('cost_limit'), inherited('costUsd'), usual.costUsd),
    wallSeconds: limitOf(recorded('wall_time_limit_seconds'), null, usual.wallSeconds),
    formatErrors,
  };
};

const presetLike = (config: LoopConfig): LoopConfig | null => {
  const same = ['mode', 'systemTemplate', 'instanceTemplate', 'observationTemplate', 'commandSeconds'] as const;
  return loopPresets.find((preset) => same.every((name) => preset[name] === config[name])) ?? null;
};

/** One that counts to a billion would hold up everything else. */
const hasLoop = ({ observationTemplate, formatErrorTemplate }: LoopConfig): boolean =>
  /\{%-?\s*(?:for|macro)\b/.test(observationTemplate + formatErrorTemplate);

/** What of a file's loop is not taken, though it could be read. */
const refusal = (config: LoopConfig): string | null => {
  if (hasLoop(config)) return 'one of its templates repeats something';
  const isKnown = [usualActionRegex, oldActionRegex].includes(config.actionRegex);
  return isKnown ? null : 'it finds commands by a pattern of its own';
};

const readBlocks = (blocks: Fields): RecordedLoop => {
  try {
    const config = loopConfigOf(blocks, 'its record', 'mini-swe-agent');
    const lack = refusal(config);
    return lack === null ? { config } : { lack };
  } catch (error) {
    if (error instanceof InputFault) return { lack: error.message };
    throw error;
  }
};

/**
 * The loop of a run of mini-swe-agent, or of ours, by what `info` of its trajectory keeps of its settings: one that ships,
 * where it is the same. What a file may not decide is that of `usual`: limits that it takes away, and outside of a
 * sandbox the interpreter and its environment. Null: no settings were kept.
 */
export const recordedLoop = (info: unknown, usual: LoopConfig, isContained: boolean): RecordedLoop | null => {
  const [agent, model] = [fieldsAt(info, 'config', 'agent'), fieldsAt(info, 'config', 'model') ?? {}];
  if (agent === null || textAt(agent, 'system_template') === null) return null;
  const { timeout, ...shell } = fieldsAt(info, 'config', 'environment') ?? {};
  const ours = { env: usual.env, interpreter: [...usual.interpreter] };
  const environment = isFields(shell) && isContained ? { ...shell, timeout } : { ...ours, timeout };
  const found = readBlocks({ agent, model: modelOf(agent, model), environment });
  if ('lack' in found) return found;
  const { config } = found;
  const own = { ...config, limits: limitsOf(info, usual.limits, config.limits.formatErrors) };
  return { config: presetLike(own) ?? own };
};
