import { fieldsAt, isFields, textAt, valueAt } from '../../fields';
import type { Score, TrajectoryStatus } from '../../trajectory';

/** What the head needs of a sample; all else of it is not held. */
const wanted: ReadonlySet<string> = new Set(
  'id epoch uuid scores score error limit model_usage started_at completed_at output'.split(' '),
);

/** Members of the log's own document that every sample of it shares. */
const wantedOfLog: ReadonlySet<string> = new Set(['version', 'status', 'eval', 'plan']);

/** Whether a member of a log's document is one that its samples share. */
export const isOfLog = (key: string): boolean => wantedOfLog.has(key);

const wordOf = (value: unknown): string | null =>
  typeof value === 'string' ? value : typeof value === 'number' && Number.isFinite(value) ? String(value) : null;

const limits: ReadonlyMap<string, TrajectoryStatus> = new Map([
  ['context', 'limit_context'],
  ['time', 'limit_time'],
  ['working', 'limit_time'],
  ['message', 'limit_turns'],
  ['turn', 'limit_turns'],
  ['token', 'limit_cost'],
  ['cost', 'limit_cost'],
  ['operator', 'aborted'],
]);

/** Errors that say by their words or their place that the model's provider gave them, or the sandbox. */
const api =
  /\b(?:RateLimit|APIError|APIConnection|APIStatus|APITimeout|BadRequestError|InternalServerError|openai\.|anthropic\.|google\.genai|Overloaded)/;
const sandbox = /\b(?:docker|sandbox|compose|container|kubernetes|k8s|PrerequisiteError)\b/i;

const statusOfError = (error: unknown): TrajectoryStatus => {
  const text = `${textAt(error, 'message') ?? ''}\n${(textAt(error, 'traceback') ?? '').slice(-4_000)}`;
  if (/CancelledError|KeyboardInterrupt/.test(text)) return 'aborted';
  if (api.test(text)) return 'api_error';
  return sandbox.test(text) ? 'env_error' : 'aborted';
};

const scalar = (value: unknown): Score['value'] =>
  typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))
    ? value
    : null;

/** The sample's own facts and those of its log, member by member as they come. */
export class SampleFacts {
  private readonly sample = new Map<string, unknown>();
  private readonly log = new Map<string, unknown>();

  takeAll(document: unknown): void {
    if (isFields(document)) for (const [key, value] of Object.entries(document)) this.take(key, value);
  }

  /** A member of a log's document or of a sample's: no name means both. */
  take(key: string, value: unknown): void {
    if (wantedOfLog.has(key)) this.log.set(key, value);
    else if (wanted.has(key)) this.sample.set(key, key === 'output' ? { choices: valueAt(value, 'choices') } : value);
  }

  get(key: string): unknown {
    return this.sample.get(key) ?? null;
  }

  ofLog(...keys: readonly string[]): string | null {
    const [first = '', ...rest] = keys;
    return wordOf(rest.length === 0 ? this.log.get(first) : valueAt(this.log.get(first), ...rest));
  }

  get instanceId(): string | null {
    return wordOf(this.get('id'));
  }

  /** The sample's own id, else instance and epoch as the log names its file. */
  get id(): string | null {
    const uuid = textAt(this.get('uuid'));
    if (uuid !== null) return uuid;
    const epoch = wordOf(this.get('epoch'));
    return this.instanceId === null ? null : `${this.instanceId}_epoch_${epoch ?? '1'}`;
  }

  /** The solver that the log names, else the steps of its plan. */
  get agent(): string | null {
    const solver = this.ofLog('eval', 'solver');
    if (solver !== null) return solver;
    const steps = valueAt(this.log.get('plan'), 'steps');
    const names = Array.isArray(steps) ? steps.flatMap((step: unknown) => textAt(step, 'solver') ?? []) : [];
    return names.length === 0 ? null : names.join(' + ');
  }

  get scores(): readonly Score[] {
    const all = fieldsAt(this.get('scores'));
    const old = fieldsAt(this.get('score'));
    const entries = all ? Object.entries(all) : old ? [['score', old] as const] : [];
    return entries.map(([name, score]) => ({
      name,
      value: scalar(isFields(score) ? valueAt(score, 'value') : score),
      answer: textAt(score, 'answer'),
      explanation: textAt(score, 'explanation'),
    }));
  }

  /** Only letters say it: Inspect's C and I. Scores that differ, and numbers, say neither. */
  get resolved(): boolean | null {
    const values = new Set(this.scores.map((score) => score.value));
    if (values.size !== 1) return null;
    return values.has('C') ? true : values.has('I') ? false : null;
  }

  /** Why it ended and the log's own word for it. */
  ending(
    turns: number,
    limitEvent: unknown,
    errorEvent: unknown,
  ): { readonly status: TrajectoryStatus; readonly rawStatus: string | null } {
    const error = this.get('error') ?? errorEvent;
    const limit = this.get('limit') ?? limitEvent;
    const type = textAt(limit, 'type');
    if (isFields(error)) return { status: statusOfError(error), rawStatus: `error: ${textAt(error, 'message') ?? ''}` };
    if (type !== null) return { status: limits.get(type) ?? 'unknown', rawStatus: `limit: ${type}` };
    const rawStatus = this.ofLog('status');
    const last = valueAt(this.get('output'), 'choices', 0, 'stop_reason');
    if (last === 'model_length') return { status: 'limit_context', rawStatus: last };
    // In a log that failed or was cancelled as a whole, a sample that was scored had ended before.
    const ended = turns > 0 && (rawStatus === 'success' || this.scores.length > 0);
    if (ended) return { status: 'submitted', rawStatus };
    return { status: rawStatus === 'cancelled' ? 'aborted' : 'unknown', rawStatus };
  }
}
