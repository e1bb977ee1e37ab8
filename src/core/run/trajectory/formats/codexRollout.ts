import { textAt, valueAt } from '../fields';
import type { RawRecord, StepGroup, TrajectoryFormat, TrajectoryReader } from '../trajectoryFormat';
import { CodexHead, isRolloutLine, rolloutVersion } from './codex/codexHead';
import { callIdOf, isCallItem, isOutputItem } from './codex/codexItems';
import { codexStep, completedType, type LineSource, payloadType, sourceOf, textsOf } from './codex/codexStep';
import { type PendingStep, PendingSteps } from './pendingSteps';
import { SkippedRecords } from './skippedRecords';

/** Lines that say how the session went on, and nothing of a step. */
const quiet =
  /^(?:session_meta|turn_context|world_state|ghost_snapshot|inter_agent_communication_metadata|task_started|turn_started|task_complete|turn_complete|turn\.completed|thread_settings_applied|thread_name_updated|session_configured|account\/.*|.*_begin|.*_delta|.*_updated?)$/;

/** Calls that the model's provider runs itself: no output follows. */
const runsAtProvider = new Set(['web_search_call', 'image_generation_call']);

/** How many texts wait for the line of the other kind that repeats them. */
const mostTold = 8;

interface Told {
  readonly kind: string;
  readonly text: string;
  readonly sources: ReadonlySet<LineSource>;
  readonly step: PendingStep;
}

class CodexReader implements TrajectoryReader {
  private readonly headPart = new CodexHead();
  private readonly steps = new PendingSteps();
  private readonly skipped = new SkippedRecords();
  private told: readonly Told[] = [];
  /** The reply to which items of the model still belong: none after an output or a count of tokens. */
  private reply: PendingStep | null = null;
  private forkSaid = false;
  private ended = false;

  take(record: RawRecord): readonly StepGroup[] {
    this.headPart.line(record.value);
    const type = textAt(record.value, 'type') ?? '';
    const kind = payloadType(record);
    if (record.broken !== null) this.own('system', record);
    else if (type === 'response_item') this.item(record, kind);
    else if (type === 'event_msg') this.event(record, kind);
    else if (quiet.test(type)) this.skipped.add(type);
    else if (type === 'compacted') this.compaction(record);
    else this.own('system', record);
    return this.steps.done();
  }

  end(): readonly StepGroup[] {
    this.ended = true;
    return this.steps.rest();
  }

  resume(): void {
    this.ended = false;
    this.steps.resume();
  }

  head() {
    return this.headPart.read(this.steps.given, this.ended, this.skipped.warnings());
  }

  private item(record: RawRecord, kind: string): void {
    if (kind === 'message' && textAt(record.value, 'payload', 'role') !== 'assistant') this.message(record);
    else if (kind === 'message' || kind === 'reasoning') this.text(record, kind);
    else if (isCallItem(kind)) this.call(record, kind);
    else if (isOutputItem(kind)) this.answer(record);
    else if (quiet.test(kind)) this.skipped.add(kind);
    else this.own('system', record);
  }

  private event(record: RawRecord, kind: string): void {
    const payload = valueAt(record.value, 'payload');
    if (kind === 'token_count') this.tokens(record, payload);
    else if (kind === 'item_completed') this.completed(record, payload);
    else if (kind === 'user_message') this.message(record);
    else if (kind === 'agent_message') this.text(record, 'message');
    else if (kind.startsWith('agent_reasoning')) this.text(record, 'reasoning');
    else if (quiet.test(kind)) this.skipped.add(kind);
    else if (kind === 'context_compacted') this.compaction(record);
    else if (callIdOf(payload) !== null) this.answer(record);
    else this.own('system', record);
  }

  private completed(record: RawRecord, payload: unknown): void {
    const type = completedType(record);
    if (type === 'UserMessage') this.message(record);
    else if (type === 'AgentMessage') this.text(record, 'message');
    else if (type === 'Reasoning') this.text(record, 'reasoning');
    else if (callIdOf(valueAt(payload, 'item')) !== null) this.answer(record, valueAt(payload, 'item'));
    else this.own('system', record);
  }

  /** A step of its own. Items after it begin a reply anew. */
  private own(role: 'agent' | 'user' | 'system', record: RawRecord, facts: Record<string, unknown> = {}): PendingStep {
    const fork = this.forkSaid ? null : this.headPart.forkOf;
    this.forkSaid ||= fork !== null;
    this.reply = null;
    return this.steps.open(role, record, fork === null ? facts : { ...facts, forkOf: fork });
  }

  private inReply(record: RawRecord): PendingStep {
    if (this.reply === null || !this.steps.has(this.reply)) {
      this.reply = this.own('agent', record);
      return this.reply;
    }
    this.steps.put(this.reply, record);
    return this.reply;
  }

  private message(record: RawRecord): void {
    const role = textAt(record.value, 'payload', 'role') ?? 'user';
    const [text = ''] = textsOf(record);
    if (this.repeats(record, role, text)) return;
    this.remember(record, role, text, this.own(role === 'user' ? 'user' : 'system', record));
  }

  /** Words of the model: the item, or a line that says the same once more. */
  private text(record: RawRecord, kind: string): void {
    const texts = textsOf(record).slice(0, mostTold);
    if (this.repeats(record, kind, texts[0] ?? '')) return;
    const step = this.inReply(record);
    for (const text of texts) this.remember(record, kind, text, step);
  }

  /** A text that a line of another kind told, and none of this kind, is the same one. */
  private repeats(record: RawRecord, kind: string, text: string): boolean {
    const source = sourceOf(record);
    const found = this.told.find((one) => one.kind === kind && one.text === text && !one.sources.has(source));
    if (found === undefined || (source === 'item' && !this.steps.has(found.step))) return false;
    const both = { ...found, sources: new Set([...found.sources, source]) };
    this.told = this.told.map((one) => (one === found ? both : one));
    if (this.steps.has(found.step)) this.steps.put(found.step, record);
    else this.skipped.add('repeated text');
    return true;
  }

  private remember(record: RawRecord, kind: string, text: string, step: PendingStep): void {
    this.told = [...this.told, { kind, text, sources: new Set([sourceOf(record)]), step }].slice(-mostTold);
  }

  private call(record: RawRecord, kind: string): void {
    const id = callIdOf(valueAt(record.value, 'payload'));
    const step = this.inReply(record);
    if (id !== null) this.steps.call(step, id, !runsAtProvider.has(kind));
  }

  /** An output, or an event that tells more of a call: to its call, or alone where no call of that id is open. */
  private answer(record: RawRecord, of: unknown = valueAt(record.value, 'payload')): void {
    const id = callIdOf(of);
    const isOutput = textAt(record.value, 'type') === 'response_item';
    const owner = this.steps.ownerOf(id);
    if (owner !== null && this.steps.answer(id, record, isOutput)) {
      if (isOutput && owner === this.reply) this.reply = null;
      return;
    }
    const step = this.own('agent', record);
    if (id !== null) this.steps.call(step, id, false);
  }

  private tokens(record: RawRecord, payload: unknown): void {
    const count = this.headPart.tokens.add(valueAt(payload, 'info'));
    const last = this.steps.last;
    if (count === null || !count.isCall) {
      this.skipped.add('token_count without a call of its own');
      return;
    }
    if (last === null || last.facts['role'] !== 'agent' || last.facts['counted'] === true) {
      this.own('agent', record, { counted: true, missing: true });
      return;
    }
    last.facts['counted'] = true;
    this.steps.put(last, record);
    this.reply = null;
  }

  /** `compacted` and `context_compacted` speak of one event. */
  private compaction(record: RawRecord): void {
    const last = this.steps.last;
    if (last !== null && last.facts['compaction'] === textAt(record.value, 'type')) {
      this.own('system', record, { compaction: textAt(record.value, 'type') });
    } else if (last !== null && typeof last.facts['compaction'] === 'string') this.steps.put(last, record);
    else this.own('system', record, { compaction: textAt(record.value, 'type') });
  }
}

/** Rollouts of the Codex CLI (`$CODEX_HOME/sessions/.../rollout-*.jsonl`), versions 0.50 to 0.146 seen. */
export const codexRollout: TrajectoryFormat = {
  name: 'codex-rollout',
  title: 'Codex rollout',
  detect: ({ values }) =>
    values.slice(0, 5).some(isRolloutLine) ? { cut: { kind: 'lines' }, version: rolloutVersion(values) } : null,
  open: () => new CodexReader(),
  build: codexStep,
};
