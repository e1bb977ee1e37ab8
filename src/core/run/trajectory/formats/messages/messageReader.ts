import { blankTrajectory, unknownTotals } from '../../blank';
import { booleanAt, isFields, textAt, timeAt } from '../../fields';
import type { CallKind } from '../../step';
import type { Trajectory, TrajectoryStatus } from '../../trajectory';
import type { RawRecord, StepGroup, TrajectoryReader } from '../../trajectoryFormat';
import { MessageGroups, mainLane } from './messageGroups';
import { callsOfMessage } from './messageStep';

/** Members beside the messages that training sets and exports are known to have. */
const memberKeys = ['instance_id', 'traj_id', 'model', 'exit_status', 'resolved', 'target', 'patch', 'model_patch'];

const lastKind = (message: unknown): CallKind | null => callsOfMessage(message).at(-1)?.kind ?? null;

/** Reads messages, and the members beside them, of one trajectory. */
export class MessageReader implements TrajectoryReader {
  readonly #groups = new MessageGroups((message) => callsOfMessage(message).length > 0);
  readonly #members = new Map<string, unknown>();
  #steps = 0;
  #submitted = false;
  #startedAt: number | null = null;
  #endedAt: number | null = null;
  #cut = false;

  constructor(private readonly format: string) {}

  take(record: RawRecord): readonly StepGroup[] {
    if (record.place !== '' && record.place !== 'messages') {
      if (memberKeys.includes(record.place)) this.#members.set(record.place, record.value);
      return [];
    }
    const message = record.value;
    if (textAt(message, 'role') === 'assistant') {
      this.#steps += 1;
      this.#submitted = lastKind(message) === 'submit';
    }
    const time = timeAt(message, 'timestamp');
    this.#startedAt ??= time;
    this.#endedAt = time ?? this.#endedAt;
    return this.#groups.take(record);
  }

  end(cut: boolean): readonly StepGroup[] {
    this.#cut = cut;
    return this.#groups.end();
  }

  head(): Trajectory {
    const members = Object.fromEntries(this.#members);
    const patch = textAt(members, 'model_patch') ?? textAt(members, 'patch');
    return {
      ...blankTrajectory(this.format),
      id: textAt(members, 'traj_id'),
      instanceId: textAt(members, 'instance_id'),
      model: textAt(members, 'model'),
      startedAt: this.#startedAt,
      endedAt: this.#endedAt,
      status: this.#status(patch),
      rawStatus: textAt(members, 'exit_status'),
      finalPatch: patch === null ? null : { text: patch, source: 'evalRecord' },
      totals: { ...unknownTotals, visibleSteps: this.#steps },
      agents: [mainLane],
      resolved: booleanAt(members, 'resolved') ?? booleanAt(members, 'target'),
      warnings: this.#cut ? ['The file ends in the middle of a message.'] : [],
    };
  }

  /** The format has no status of its own; a last call that hands in is one. */
  #status(patch: string | null): TrajectoryStatus {
    if (!this.#submitted) return 'unknown';
    return patch?.trim() === '' ? 'submitted_empty' : 'submitted';
  }
}

const roles = ['system', 'developer', 'user', 'assistant', 'tool', 'function'];

/** Whether a value is a message of a chat: a known role, and something said or called. */
export const isMessage = (value: unknown): boolean =>
  isFields(value) &&
  roles.includes(textAt(value, 'role') ?? '') &&
  ['content', 'tool_calls', 'function_call'].some((key) => Object.hasOwn(value, key));
