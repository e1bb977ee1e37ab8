import { isFields, listAt, numberAt, textAt, valueAt } from '../fields';
import type { Trajectory, TrajectoryStatus } from '../trajectory';
import type { RawRecord, StepGroup, TrajectoryFormat, TrajectoryReader } from '../trajectoryFormat';
import { isV1Event, openHandsV1Step } from './openHands/v1Step';
import { recordsOfLine } from './openHandsV0';
import { OpenHandsV1Reader } from './openHandsV1';

const name = 'openhands-v1-output';

const causes: readonly (readonly [RegExp, TrajectoryStatus])[] = [
  [/maximum iteration|max_iterations/i, 'limit_turns'],
  [/budget/i, 'limit_cost'],
  [/stuck/i, 'stuck'],
  [/context ?(?:window|length)/i, 'limit_context'],
  [/timed? ?out/i, 'limit_time'],
  [/litellm|APIError|RateLimit|Authentication/i, 'api_error'],
];

/** Members of a line that the head needs. */
const wanted = new Set(['instance_id', 'test_result', 'metadata', 'metrics', 'error']);

/** Reads one line of results: the conversation in it, and what the benchmark says of it. */
class OutputReader implements TrajectoryReader {
  private readonly conversation = new OpenHandsV1Reader();
  private readonly members = new Map<string, unknown>();

  take(record: RawRecord): readonly StepGroup[] {
    if (record.place === 'history' || record.broken !== null) return this.conversation.take({ ...record, place: '' });
    if (wanted.has(record.place)) this.members.set(record.place, record.value);
    return [];
  }

  end(): readonly StepGroup[] {
    return this.conversation.end();
  }

  head(): Trajectory {
    const head = this.conversation.head();
    const patch = textAt(this.members.get('test_result'), 'git_patch');
    const model = valueAt(this.members.get('metadata'), 'llm') ?? valueAt(this.members.get('metadata'), 'llm_config');
    return {
      ...head,
      format: name,
      instanceId: textAt(this.members.get('instance_id')),
      model: head.model ?? textAt(model, 'model'),
      finalPatch: patch === null || patch === '' ? null : { text: patch, source: 'evalRecord' },
      ...this.ending(head, patch),
      totals: this.totals(head),
    };
  }

  private ending(head: Trajectory, patch: string | null): Pick<Trajectory, 'status' | 'rawStatus'> {
    const error = textAt(this.members.get('error'));
    if (error !== null && error !== '')
      return { status: causes.find(([cue]) => cue.test(error))?.[1] ?? 'env_error', rawStatus: error };
    const { status, rawStatus } = head;
    return { status: status === 'submitted' && patch === '' ? 'submitted_empty' : status, rawStatus };
  }

  /** Sums of the line where the conversation tells none. */
  private totals({ totals }: Trajectory): Trajectory['totals'] {
    const metrics = this.members.get('metrics');
    const tokens = valueAt(metrics, 'accumulated_token_usage');
    const costUsd = totals.costUsd ?? (numberAt(metrics, 'accumulated_cost') || null);
    return {
      ...totals,
      prompt: totals.prompt ?? numberAt(tokens, 'prompt_tokens'),
      cached: totals.cached ?? numberAt(tokens, 'cache_read_tokens'),
      completion: totals.completion ?? numberAt(tokens, 'completion_tokens'),
      costUsd,
      costSource: costUsd === null ? 'unknown' : 'reported',
    };
  }
}

const isOutputLine = (value: unknown): boolean =>
  isFields(value) && listAt(value, 'history').slice(0, 4).some(isV1Event);

/** Results of the OpenHands V1 benchmarks (`output.jsonl`, `output.critic_attempt_N.jsonl`): a conversation per line. */
export const openHandsV1Output: TrajectoryFormat = {
  name,
  title: 'OpenHands V1 output',
  detect: ({ values }) => (values.slice(0, 3).some(isOutputLine) ? { cut: { kind: 'lines' }, version: null } : null),
  open: () => new OutputReader(),
  build: openHandsV1Step,
  split: (record) =>
    record.broken === null
      ? { instanceId: textAt(record.value, 'instance_id'), records: recordsOfLine(record) }
      : { instanceId: null, records: [record] },
};
