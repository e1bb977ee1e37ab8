import { fieldsAt, listAt, numberAt, textAt, timeAt, valueAt } from '../../fields';
import type { AgentLane, Totals, Trajectory, TrajectoryStatus } from '../../trajectory';
import { totalsOf, trajectoryOf } from '../stepParts';
import { TimeSpan } from '../timeSpan';
import { codexUsage, TokenCounts, TurnUsages } from './codexUsage';

const failure = (text: string): TrajectoryStatus => {
  if (/context.?window|context.?length/i.test(text)) return 'limit_context';
  return /budget/i.test(text) ? 'limit_cost' : 'api_error';
};

const laneOf = (meta: unknown): AgentLane => {
  const spawn = fieldsAt(meta, 'source', 'subagent', 'thread_spawn');
  const other = textAt(meta, 'source', 'subagent');
  const isSub = spawn !== null || other !== null;
  return {
    agentId: 'main',
    parentCallId: null,
    depth: numberAt(spawn, 'depth') ?? (isSub ? 1 : 0),
    kind: other === 'review' ? 'reviewer' : isSub ? 'subagent' : 'main',
    name: textAt(spawn, 'agent_nickname') ?? textAt(meta, 'agent_nickname'),
  };
};

/** Everything of a rollout but its steps, gathered line by line. */
export class CodexHead {
  readonly tokens = new TokenCounts();
  private readonly turns = new TurnUsages();
  private readonly span = new TimeSpan();
  private meta: unknown = null;
  private model: string | null = null;
  private raw: string | null = null;
  private status: TrajectoryStatus = 'unknown';
  private open = false;

  line(value: unknown): void {
    this.span.add(timeAt(value, 'timestamp'));
    const payload = valueAt(value, 'payload');
    const type = textAt(value, 'type');
    if (type === 'session_meta') this.meta ??= payload;
    else if (type === 'turn_context') this.model = textAt(payload, 'model') ?? this.model;
    else if (type === 'event_msg') this.event(payload, textAt(payload, 'type') ?? '');
  }

  /** The session that this one was forked off; null where it was not. */
  get forkOf(): string | null {
    return textAt(this.meta, 'forked_from_id');
  }

  /** `ended`: no more lines will come, so that a task that is still open was cut off. */
  read(steps: number, ended: boolean, warnings: readonly string[]): Trajectory {
    const cutOff = ended && this.open;
    return trajectoryOf({
      format: 'codex-rollout',
      version: textAt(this.meta, 'cli_version'),
      id: textAt(this.meta, 'id'),
      agent: textAt(this.meta, 'originator') ?? 'codex',
      model: this.model,
      startedAt: this.span.startedAt ?? timeAt(this.meta, 'timestamp'),
      endedAt: this.span.endedAt,
      status: cutOff ? 'aborted' : this.status,
      rawStatus: this.raw,
      totals: this.totals(steps),
      agents: [laneOf(this.meta)],
      warnings: [...this.forkWarnings(), ...this.tokens.warnings(), ...this.turns.warnings(), ...warnings],
    });
  }

  private event(payload: unknown, type: string): void {
    if (type === 'task_started' || type === 'turn_started') this.mark(type, 'unknown', true);
    else if (type === 'task_complete' || type === 'turn_complete') this.mark(type, 'submitted');
    else if (type === 'turn.completed') this.turn(payload, type);
    else if (type === 'turn_aborted') this.mark(`${type}: ${textAt(payload, 'reason') ?? ''}`, 'aborted');
    else if (type === 'error') this.fail(payload);
  }

  private turn(payload: unknown, type: string): void {
    this.mark(type, 'submitted');
    const usage = codexUsage(valueAt(payload, 'usage'));
    if (usage !== null) this.turns.add(usage);
  }

  private fail(payload: unknown): void {
    const info = valueAt(payload, 'codex_error_info');
    const code = typeof info === 'string' ? info : Object.keys(fieldsAt(payload, 'codex_error_info') ?? {})[0];
    const kind = code ?? textAt(payload, 'error', 'kind') ?? '';
    const text = textAt(payload, 'message') ?? textAt(payload, 'error', 'message') ?? '';
    this.mark(`error: ${[kind, text].filter((part) => part !== '').join(': ')}`, failure(`${kind} ${text}`));
  }

  private mark(raw: string, status: TrajectoryStatus, open = false): void {
    this.raw = raw;
    this.status = status;
    this.open = open;
  }

  private totals(steps: number): Totals {
    const usage = this.tokens.usage ?? this.turns.total;
    const { byLine, calls } = this.tokens;
    const lines = byLine === null ? {} : { tokensByLine: byLine };
    return totalsOf(steps, { ...usage, apiCalls: calls === 0 ? null : calls, ...lines });
  }

  private forkWarnings(): readonly string[] {
    if (this.forkOf === null) return [];
    const twice = 'adding both sessions counts them twice.';
    return [`Forked from session ${this.forkOf}: totals hold the tokens copied from there; ${twice}`];
  }
}

/** Whether a line is one of a rollout. */
export const isRolloutLine = (value: unknown): boolean =>
  textAt(value, 'type') !== null && valueAt(value, 'timestamp') !== undefined && fieldsAt(value, 'payload') !== null;

export const rolloutVersion = (values: readonly unknown[]): string | null =>
  textAt(
    listAt(values).find((value) => textAt(value, 'type') === 'session_meta'),
    'payload',
    'cli_version',
  );
