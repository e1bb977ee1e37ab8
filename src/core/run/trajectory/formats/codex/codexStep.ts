import { isFields, listAt, textAt, timeAt, valueAt } from '../../fields';
import type { Call, Notice, Observation, Step } from '../../step';
import type { RawRecord, StepGroup } from '../../trajectoryFormat';
import { contentText, stepOf } from '../stepParts';
import { sumKnown } from '../usageSum';
import { callIdOf, callOfEnd, callOfItem, codexFiles, codexObservation, isCallItem, isOutputItem } from './codexItems';
import { codexDurationMs, codexUsage } from './codexUsage';

/** Type of the payload of a rollout line; '' where it has none. */
export const payloadType = (record: RawRecord): string => textAt(record.value, 'payload', 'type') ?? '';
const isItem = (record: RawRecord): boolean => textAt(record.value, 'type') === 'response_item';

const reasoningTexts = (payload: unknown): readonly string[] => [
  ...listAt(payload, 'summary').map(contentText),
  ...listAt(payload, 'content').map(contentText),
];

/** The three kinds of lines in which one text may stand: the model's item, an event, an event of a completed item. */
export type LineSource = 'item' | 'event' | 'completed';

export const sourceOf = (record: RawRecord): LineSource =>
  isItem(record) ? 'item' : payloadType(record) === 'item_completed' ? 'completed' : 'event';

/** Type of the item that an `item_completed` event tells of; '' for other lines. */
export const completedType = (record: RawRecord): string =>
  payloadType(record) === 'item_completed' ? (textAt(record.value, 'payload', 'item', 'type') ?? '') : '';

const completedTexts = (item: unknown): readonly string[] =>
  textAt(item, 'type') === 'Reasoning'
    ? [...listAt(item, 'summary_text'), ...listAt(item, 'raw_content')].map(contentText)
    : [textAt(item, 'text') ?? contentText(valueAt(item, 'content'))];

/** Texts by which a line of one kind is known again in a line of another. */
export const textsOf = (record: RawRecord): readonly string[] => {
  const payload = valueAt(record.value, 'payload');
  const source = sourceOf(record);
  if (source === 'completed') return completedTexts(valueAt(payload, 'item'));
  const told = textAt(payload, 'message') ?? textAt(payload, 'text') ?? textAt(payload, 'error', 'message');
  if (source === 'event') return [told ?? ''];
  return payloadType(record) === 'reasoning' ? reasoningTexts(payload) : [contentText(valueAt(payload, 'content'))];
};

/** Completed items that say again what stands in other lines. */
const toldItems = new Set(['AgentMessage', 'UserMessage', 'Reasoning']);

const messageEvents = new Set(['agent_message', 'user_message', 'error', 'stream_error', 'warning']);
const reasoningEvents = new Set(['agent_reasoning', 'agent_reasoning_raw_content']);
const compactionEvents = new Set(['context_compacted', 'compacted']);
const rewindEvents = new Set(['thread_rolled_back', 'undo_completed']);

/** Texts that stand in lines of several kinds, each counted once: items first, then what only the other lines have. */
class ToldTexts {
  private readonly lists: Readonly<Record<LineSource, string[]>> = { item: [], event: [], completed: [] };

  add(texts: readonly string[], source: LineSource): void {
    for (const text of texts) if (text !== '') this.lists[source].push(text);
  }

  get text(): string {
    const { item, event, completed } = this.lists;
    const [items, events] = [new Set(item), new Set(event)];
    const more = [
      ...event.filter((text) => !items.has(text)),
      ...completed.filter((text) => !items.has(text) && !events.has(text)),
    ];
    return [...item, ...more].join('\n\n');
  }
}

/** One step out of its lines, piece by piece. */
class StepBuilding {
  readonly thoughts = new ToldTexts();
  readonly reasoning = new ToldTexts();
  encrypted = false;
  readonly calls: Call[] = [];
  readonly notices: Notice[] = [];
  readonly files = new Set<string>();
  usage: Step['usage'] = null;
  environmentMs: number | null = null;
  private readonly outputs = new Map<string | null, { item: unknown; end: unknown; type: string }>();

  line(record: RawRecord): void {
    const payload = valueAt(record.value, 'payload');
    const type = payloadType(record) || (textAt(record.value, 'type') ?? '');
    if (isItem(record)) this.item(payload, type, textsOf(record));
    else this.event(payload, type, textsOf(record));
  }

  observations(): readonly Observation[] {
    return [...this.outputs].map(([id, { item, end }]) => codexObservation(id, item, end));
  }

  /** Calls that are known by the event alone. */
  allCalls(): readonly Call[] {
    const known = new Set(this.calls.map(({ id }) => id));
    const more = [...this.outputs].filter(([id, { end }]) => end !== null && !known.has(id));
    return [...this.calls, ...more.map(([, { end, type }]) => callOfEnd(end, type))];
  }

  private item(payload: unknown, type: string, texts: readonly string[]): void {
    if (type === 'reasoning') {
      this.encrypted ||= textAt(payload, 'encrypted_content') !== null;
      this.reasoning.add(texts, 'item');
    } else if (isCallItem(type)) {
      const call = callOfItem(payload, type);
      this.calls.push(call);
      if (call.name === 'apply_patch') this.touched(payload);
    } else if (isOutputItem(type)) this.output(payload, type, 'item');
    else if (type === 'message' || type === 'agent_message') this.thoughts.add(texts, 'item');
    else this.unknown(`response_item ${type}`);
  }

  private event(payload: unknown, type: string, texts: readonly string[]): void {
    if (messageEvents.has(type)) this.thoughts.add(texts, 'event');
    else if (reasoningEvents.has(type)) this.reasoning.add(texts, 'event');
    else if (type === 'token_count') this.tokens(payload);
    else if (callIdOf(payload) !== null) this.end(payload, type);
    else if (compactionEvents.has(type)) this.notice('compaction', textAt(payload, 'message') ?? '');
    else if (rewindEvents.has(type)) this.notice('rewind', textAt(payload, 'message') ?? type);
    else if (type === 'turn_aborted')
      this.thoughts.add([`${type}: ${textAt(payload, 'reason') ?? 'no reason'}`], 'event');
    else if (type === 'item_completed') this.completed(valueAt(payload, 'item'), texts);
    else this.unknown(type);
  }

  private completed(item: unknown, texts: readonly string[]): void {
    const type = textAt(item, 'type') ?? '';
    if (type === 'Reasoning') this.reasoning.add(texts, 'completed');
    else if (toldItems.has(type) || type === 'Plan') this.thoughts.add(texts, 'completed');
    else if (isFields(item) && callIdOf(item) !== null) this.end(item, type);
    else this.unknown(`item_completed ${type}`);
  }

  private tokens(payload: unknown): void {
    const info = valueAt(payload, 'info');
    this.usage ??= codexUsage(valueAt(info, 'last_token_usage')) ?? codexUsage(info);
  }

  private end(payload: unknown, type: string): void {
    this.output(payload, type, 'end');
    this.environmentMs = sumKnown(this.environmentMs, codexDurationMs(payload));
    if (type === 'patch_apply_end' || type === 'FileChange') this.touched(payload);
  }

  private output(payload: unknown, type: string, side: 'item' | 'end'): void {
    const id = callIdOf(payload);
    const known = this.outputs.get(id) ?? { item: null, end: null, type };
    this.outputs.set(id, { ...known, [side]: payload });
  }

  private touched(payload: unknown): void {
    for (const file of codexFiles(payload)) this.files.add(file);
  }

  private notice(kind: Notice['kind'], text: string): void {
    if (!this.notices.some((notice) => notice.kind === kind && notice.text === text)) this.notices.push({ kind, text });
  }

  private unknown(type: string): void {
    this.notice('not-read', `A line of kind "${type || 'none'}", which is not known; the raw bytes have it.`);
  }
}

const factNotices = (group: StepGroup): readonly Notice[] => {
  const fork = textAt(group.facts, 'forkOf');
  const copied = `A fork of session ${fork}: its first steps, and their tokens, are copied from there.`;
  return [
    ...(fork === null ? [] : [{ kind: 'copied-context', text: copied } as const]),
    ...(group.facts['missing'] === true
      ? [{ kind: 'missing-reply', text: 'Tokens of a call are counted whose reply was not kept.' } as const]
      : []),
  ];
};

/** A step of a rollout: its items, and the events that say more of them. */
export const codexStep = (group: StepGroup, idx: number): Step => {
  const building = new StepBuilding();
  for (const record of group.records) if (record.broken === null) building.line(record);
  const { text } = building.reasoning;
  const times = group.records.map((record) => timeAt(record.value, 'timestamp')).filter((time) => time !== null);
  return stepOf(group, idx, {
    startedAt: times[0] ?? null,
    endedAt: times.at(-1) ?? null,
    environmentMs: building.environmentMs,
    thought: building.thoughts.text,
    reasoning:
      text === '' && !building.encrypted ? null : { text: text === '' ? null : text, encrypted: building.encrypted },
    calls: building.allCalls(),
    observations: building.observations(),
    usage: building.usage,
    filesTouched: [...building.files],
    notices: [...factNotices(group), ...building.notices],
  });
};
