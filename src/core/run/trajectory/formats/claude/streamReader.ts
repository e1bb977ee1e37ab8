import { counted } from '../../../../shared/counted';
import { blankTrajectory, unknownTotals } from '../../blank';
import { booleanAt, fieldsAt, numberAt, textAt, valueAt } from '../../fields';
import type { Usage } from '../../step';
import type { Totals, Trajectory, TrajectoryStatus } from '../../trajectory';
import type { RawRecord, StepGroup, TrajectoryReader } from '../../trajectoryFormat';
import { noUsage, sumKnown } from '../usageSum';
import { mainAgent } from './agentLanes';
import { usageOf } from './content';
import { Conversation } from './conversation';

/** Ends by the result line's `subtype`; any other word is unknown. */
const endings: ReadonlyMap<string, TrajectoryStatus> = new Map([
  ['success', 'submitted'],
  ['error_max_turns', 'limit_turns'],
  ['error_max_budget_usd', 'limit_cost'],
  ['error_during_execution', 'aborted'],
  ['error_max_structured_output_retries', 'format'],
]);

/** What the last result line says; null where the stream has none. */
interface Ending {
  readonly status: TrajectoryStatus;
  readonly raw: string | null;
  readonly costUsd: number | null;
  readonly usage: Usage | null;
}

/** Sums by model, which hold those of sub-agents too; null where the line has none. */
const usageByModel = (line: unknown): Usage | null => {
  const models = Object.values(fieldsAt(line, 'modelUsage') ?? {});
  if (models.length === 0) return null;
  const sum = (name: string): number | null => sumKnown(...models.map((model) => numberAt(model, name)));
  const cached = sum('cacheReadInputTokens');
  const cacheWrite = sum('cacheCreationInputTokens');
  const prompt = sumKnown(sum('inputTokens'), cached, cacheWrite);
  return { ...noUsage, prompt, cached, cacheWrite, completion: sum('outputTokens') };
};

/**
 * `is_error` may stand beside `success`: the reply was an error of the API. A line of the action's turns has neither,
 * and its `result` says that it ended well.
 */
const endingOf = (line: unknown): Ending => {
  const subtype = textAt(line, 'subtype');
  const failed = booleanAt(line, 'is_error') === true;
  const named = subtype === null ? undefined : endings.get(subtype);
  const said = named ?? (subtype === null && textAt(line, 'result') !== null ? 'submitted' : 'unknown');
  const status = failed && said === 'submitted' ? 'api_error' : said;
  const raw = failed && subtype === 'success' ? 'success (is_error)' : subtype;
  const costUsd = numberAt(line, 'total_cost_usd') ?? numberAt(line, 'cost_usd');
  return { status, raw, costUsd, usage: usageByModel(line) ?? usageOf(line) };
};

/** Reads the lines of `claude -p --output-format stream-json`, or of the action's turns. */
export class StreamReader implements TrajectoryReader {
  private readonly conversation = new Conversation();
  private id: string | null = null;
  private model: string | null = null;
  private agent: string | null = null;
  private ending: Ending | null = null;
  private unfinished = false;
  private cut = false;

  constructor(
    private readonly format: string,
    private version: string | null,
  ) {}

  take(record: RawRecord): readonly StepGroup[] {
    const { value } = record;
    this.id ??= textAt(value, 'session_id');
    const type = textAt(value, 'type');
    if (type === 'system' && textAt(value, 'subtype') === 'init') this.begin(value);
    if (type === 'result') this.ending = endingOf(value);
    if (type === 'assistant') this.unfinished ||= textAt(value, 'message', 'stop_reason') === null;
    const caller = textAt(value, 'parent_tool_use_id');
    const agentId = caller === null ? mainAgent : `call-${caller}`;
    if (caller !== null) this.conversation.agents.link(agentId, caller);
    this.conversation.add(record, agentId);
    return this.conversation.drain();
  }

  end(cut: boolean): readonly StepGroup[] {
    this.cut = cut;
    return this.conversation.end();
  }

  resume(): void {
    this.conversation.resume();
  }

  head(): Trajectory {
    const { times, agents } = this.conversation;
    return {
      ...blankTrajectory(this.format),
      id: this.id,
      agent: this.agent,
      model: this.model ?? this.conversation.model,
      startedAt: times.startedAt,
      endedAt: times.endedAt,
      status: this.ending?.status ?? 'aborted',
      rawStatus: this.ending?.raw ?? null,
      totals: this.totals(),
      agents: agents.all(),
      version: this.version,
      warnings: this.warnings(),
    };
  }

  private begin(line: unknown): void {
    this.model ??= textAt(line, 'model');
    const version = textAt(line, 'claude_code_version');
    this.version ??= version;
    this.agent ??= valueAt(line, 'qwen_code_version') === undefined ? 'claude-code' : 'qwen-code';
  }

  /** The result's sums; without them those of the messages, of which a stream holds only the first words. */
  private totals(): Totals {
    const { usage, visible, unread, withoutUsage } = this.conversation;
    const told = this.ending?.usage ?? null;
    const costUsd = this.ending?.costUsd ?? null;
    return {
      ...unknownTotals,
      ...(told ?? usage.usage),
      visibleSteps: visible,
      costUsd,
      costSource: costUsd === null ? 'unknown' : 'reported',
      incomplete: this.cut || (told === null && (this.unfinished || unread > 0 || withoutUsage)),
    };
  }

  private warnings(): readonly string[] {
    const { unread, skipped } = this.conversation;
    return [
      ...(this.ending === null ? ['The stream has no result line: the run was ended before it was over'] : []),
      ...(unread === 0 ? [] : [`${counted(unread, 'line')} could not be read; each is a step that says why`]),
      ...skipped.warnings(),
    ];
  }
}
