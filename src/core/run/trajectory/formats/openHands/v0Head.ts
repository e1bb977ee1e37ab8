import { booleanAt, isFields, listAt, numberAt, textAt, timeAt, valueAt } from '../../fields';
import type { Usage } from '../../step';
import type { FinalPatch, Totals, Trajectory, TrajectoryStatus } from '../../trajectory';
import { RecentMap } from '../recentMap';
import { totalsOf, trajectoryOf } from '../stepParts';
import { TimeSpan } from '../timeSpan';
import { noUsage, UsageSum } from '../usageSum';
import { actionOf, argsOf, observationKind, responseId, responseOf, responseUsage } from './v0Event';

const causes: readonly [RegExp, TrajectoryStatus][] = [
  [/maximum iteration/i, 'limit_turns'],
  [/maximum budget|budget exceeded|max_budget/i, 'limit_cost'],
  [/stuck in a? ?loop|AgentStuckInLoop/i, 'stuck'],
  [/context ?window|context length/i, 'limit_context'],
  [/timed? ?out|timeout/i, 'limit_time'],
  [/litellm|APIError|RateLimit|Authentication|ServiceUnavailable|LLM/i, 'api_error'],
];

const ofError = (error: string): TrajectoryStatus => causes.find(([cue]) => cue.test(error))?.[1] ?? 'env_error';

const ofState: Readonly<Record<string, TrajectoryStatus>> = {
  finished: 'submitted',
  rejected: 'aborted',
  stopped: 'aborted',
  error: 'env_error',
};

/** Tokens as `metrics` sums them up; `prompt_tokens` includes cached ones. */
const metricsUsage = (metrics: unknown): Usage | null => {
  const sum = valueAt(metrics, 'accumulated_token_usage');
  if (!isFields(sum)) return null;
  return {
    ...noUsage,
    prompt: numberAt(sum, 'prompt_tokens'),
    cached: numberAt(sum, 'cache_read_tokens'),
    cacheWrite: numberAt(sum, 'cache_write_tokens'),
    completion: numberAt(sum, 'completion_tokens'),
  };
};

/** Everything of a V0 trajectory but its steps: members of its line, and what its events tell. */
export class OpenHandsV0Head {
  private readonly members = new Map<string, unknown>();
  private readonly span = new TimeSpan();
  /** Times were met that name no zone. */
  private naive = false;
  private readonly latencies = new RecentMap<number>(50_000);
  private readonly usage = new UsageSum();
  private replies = 0;
  /** Actions of the agent that keep no reply, and so no tokens. */
  private withoutReply = 0;
  private lastReply: string | null = null;
  private ending: string | null = null;
  private state: string | null = null;
  private release: string | null = null;
  private model: string | null = null;
  /** Errors without a cause: replies that could not be read, and were not kept. */
  formatErrors = 0;

  member(place: string, value: unknown): void {
    this.members.set(place, value);
    if (place !== 'metrics') return;
    for (const one of listAt(value, 'response_latencies')) {
      const id = textAt(one, 'response_id');
      const seconds = numberAt(one, 'latency');
      if (id !== null && seconds !== null) this.latencies.set(id, seconds * 1000);
    }
  }

  event(event: unknown): void {
    this.span.add(timeAt(event, 'timestamp'));
    this.naive ||= /T[\d:.]+$/.test(textAt(event, 'timestamp') ?? '');
    const action = actionOf(event);
    this.state = textAt(event, 'extras', 'agent_state') ?? this.state;
    if (action === null) {
      if (observationKind(event) === 'error') this.ending = null;
      return;
    }
    this.release = textAt(argsOf(event), 'openhands_version') ?? this.release;
    this.model ??= textAt(responseOf(event), 'model');
    this.ending = action === 'finish' || action === 'reject' ? action : null;
    const id = responseId(event);
    const usage = responseUsage(event);
    if (usage !== null) this.usage.put(id, usage);
    if (id !== null && id !== this.lastReply) this.replies += 1;
    if (id === null && action !== 'system' && textAt(event, 'source') === 'agent') this.withoutReply += 1;
    this.lastReply = id;
  }

  /** How long the model took for this reply, in milliseconds. */
  modelMs(reply: string | null): number | null {
    return this.latencies.get(reply) ?? null;
  }

  read(format: string, steps: number, warnings: readonly string[]): Trajectory {
    const meta = this.members.get('metadata');
    const patch = this.patch();
    const { status, raw } = this.status(patch);
    return trajectoryOf({
      format,
      id: this.issue(),
      instanceId: textAt(this.members.get('instance_id')),
      agent: textAt(meta, 'agent_class') ?? 'OpenHands',
      model: textAt(meta, 'llm_config', 'model') ?? this.model,
      version: this.release,
      startedAt: this.span.startedAt,
      endedAt: this.span.endedAt,
      status,
      rawStatus: raw,
      finalPatch: patch,
      resolved:
        booleanAt(this.members.get('test_result'), 'report', 'resolved') ??
        booleanAt(this.members.get('report'), 'resolved'),
      totals: this.totals(steps),
      warnings: [...this.said(), ...warnings],
    });
  }

  /** The resolver works on an issue instead of an instance. */
  private issue(): string | null {
    const issue = this.members.get('issue');
    const [owner, repo, number] = [textAt(issue, 'owner'), textAt(issue, 'repo'), numberAt(issue, 'number')];
    return owner === null || repo === null || number === null ? null : `${owner}/${repo}#${number}`;
  }

  private patch(): FinalPatch | null {
    const text = textAt(this.members.get('test_result'), 'git_patch') ?? textAt(this.members.get('git_patch'));
    return text === null ? null : { text, source: 'gitDiff' };
  }

  private status(patch: FinalPatch | null): { readonly status: TrajectoryStatus; readonly raw: string | null } {
    const error = textAt(this.members.get('error'));
    if (error !== null && error !== '') return { status: ofError(error), raw: error };
    const raw = this.ending ?? this.state;
    if (raw === null) return { status: 'unknown', raw };
    const ended = raw === 'finish' ? 'submitted' : raw === 'reject' ? 'aborted' : undefined;
    const status = ended ?? (Object.hasOwn(ofState, raw) ? ofState[raw] : undefined) ?? 'unknown';
    return { status: status === 'submitted' && patch?.text.trim() === '' ? 'submitted_empty' : status, raw };
  }

  private totals(steps: number): Totals {
    const metrics = this.members.get('metrics');
    const costs = listAt(metrics, 'costs').length;
    const calls = listAt(metrics, 'token_usages').length || costs;
    const cost = numberAt(metrics, 'accumulated_cost');
    const known = cost !== null && (cost > 0 || costs > 0);
    const unsaid = metricsUsage(metrics) === null && this.replies > 0 && this.withoutReply > 0;
    return totalsOf(steps, {
      ...(metricsUsage(metrics) ?? this.usage.usage),
      apiCalls: calls === 0 ? null : calls,
      costUsd: known ? cost : null,
      costSource: known ? 'reported' : 'unknown',
      incomplete: unsaid || (this.formatErrors > 0 && calls <= this.replies),
    });
  }

  private said(): readonly string[] {
    const metrics = this.members.get('metrics');
    const zero = numberAt(metrics, 'accumulated_cost') === 0 && listAt(metrics, 'costs').length === 0;
    return [
      ...(zero ? ['The cost is written as 0 without a cost of any call: taken as not recorded.'] : []),
      ...(this.naive ? ['Times have no zone: read as UTC.'] : []),
    ];
  }
}
