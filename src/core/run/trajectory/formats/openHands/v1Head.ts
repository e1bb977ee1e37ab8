import { fieldsAt, numberAt, textAt, timeAt, valueAt } from '../../fields';
import type { Usage } from '../../step';
import type { Totals, Trajectory, TrajectoryStatus } from '../../trajectory';
import { totalsOf, trajectoryOf } from '../stepParts';
import { TimeSpan } from '../timeSpan';
import { noUsage, sumKnown } from '../usageSum';
import { kindOfEvent } from './v1Step';

const ofStatus: Readonly<Record<string, TrajectoryStatus>> = {
  finished: 'submitted',
  stuck: 'stuck',
  error: 'env_error',
  paused: 'aborted',
};

const ofError = (code: string): TrajectoryStatus => {
  if (/iteration/i.test(code)) return 'limit_turns';
  if (/budget|cost/i.test(code)) return 'limit_cost';
  if (/context/i.test(code)) return 'limit_context';
  return /LLM|API|RateLimit|Authentication/i.test(code) ? 'api_error' : 'env_error';
};

interface Sums {
  readonly usage: Usage;
  readonly cost: number | null;
  readonly model: string | null;
}

/** The sums of all uses of a model (agent, condenser), of which each snapshot holds all so far. */
const sumsOf = (stats: unknown): Sums | null => {
  const uses = fieldsAt(stats, 'usage_to_metrics');
  if (uses === null || Object.keys(uses).length === 0) return null;
  let usage: Usage = noUsage;
  let cost: number | null = null;
  for (const use of Object.values(uses)) {
    const tokens = valueAt(use, 'accumulated_token_usage');
    usage = {
      prompt: sumKnown(usage.prompt, numberAt(tokens, 'prompt_tokens')),
      cached: sumKnown(usage.cached, numberAt(tokens, 'cache_read_tokens')),
      cacheWrite: sumKnown(usage.cacheWrite, numberAt(tokens, 'cache_write_tokens')),
      completion: sumKnown(usage.completion, numberAt(tokens, 'completion_tokens')),
      reasoning: sumKnown(usage.reasoning, numberAt(tokens, 'reasoning_tokens')),
    };
    cost = sumKnown(cost, numberAt(use, 'accumulated_cost'));
  }
  return { usage, cost, model: textAt(Object.values(uses)[0], 'model_name') };
};

/** Everything of a V1 conversation but its steps: `base_state.json`, and what its events tell. */
export class OpenHandsV1Head {
  private readonly members = new Map<string, unknown>();
  private readonly span = new TimeSpan();
  /** Times were met that name no zone. */
  private naive = false;
  private sums: Sums | null = null;
  private status: string | null = null;
  private error: string | null = null;
  private finished = false;

  /** A member of the base state, or a state that an update gives. */
  member(key: string, value: unknown): void {
    if (key === 'full_state') {
      for (const [name, part] of Object.entries(fieldsAt(value) ?? {})) if (name !== key) this.member(name, part);
    } else if (key === 'stats') this.sums = sumsOf(value) ?? this.sums;
    else if (key === 'execution_status' || key === 'agent_status') this.status = textAt(value) ?? this.status;
    else if (key === 'agent' || key === 'id') this.members.set(key, value);
  }

  event(event: unknown): void {
    this.span.add(timeAt(event, 'timestamp'));
    this.naive ||= /T[\d:.]+$/.test(textAt(event, 'timestamp') ?? '');
    const kind = kindOfEvent(event);
    if (kind === 'ConversationStateUpdateEvent') this.member(textAt(event, 'key') ?? '', valueAt(event, 'value'));
    else if (kind === 'ConversationErrorEvent') this.error = textAt(event, 'code') ?? kind;
    else if (kind === 'PauseEvent' || kind === 'InterruptEvent') this.status = 'paused';
    else if (kind === 'ActionEvent') this.finished = textAt(event, 'action', 'kind') === 'FinishAction';
    else if (kind === 'MessageEvent') this.finished = false;
  }

  read(steps: number, warnings: readonly string[]): Trajectory {
    const agent = this.members.get('agent');
    return trajectoryOf({
      format: 'openhands-v1',
      id: textAt(this.members.get('id')),
      agent: 'OpenHands',
      model: textAt(agent, 'llm', 'model') ?? this.sums?.model ?? null,
      startedAt: this.span.startedAt,
      endedAt: this.span.endedAt,
      ...this.ending(),
      totals: this.totals(steps),
      warnings: [...this.said(), ...warnings],
    });
  }

  private ending(): Pick<Trajectory, 'status' | 'rawStatus'> {
    if (this.error !== null) return { status: ofError(this.error), rawStatus: this.error };
    const known = this.status !== null && Object.hasOwn(ofStatus, this.status) ? ofStatus[this.status] : undefined;
    return { status: known ?? (this.finished ? 'submitted' : 'unknown'), rawStatus: this.status };
  }

  private totals(steps: number): Totals {
    const cost = this.sums?.cost ?? null;
    return totalsOf(steps, {
      ...this.sums?.usage,
      costUsd: cost === 0 ? null : cost,
      costSource: cost === null || cost === 0 ? 'unknown' : 'reported',
    });
  }

  private said(): readonly string[] {
    return [
      ...(this.sums?.cost === 0 ? ['The cost is written as 0 beside tokens: taken as not recorded.'] : []),
      ...(this.naive ? ['Times have no zone: read as UTC.'] : []),
    ];
  }
}
