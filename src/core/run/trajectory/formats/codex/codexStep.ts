import { listAt, textAt, timeAt, valueAt } from '../../fields';
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

/** Texts by which a line of one kind is known again in a line of the other. */
export const textsOf = (record: RawRecord): readonly string[] => {
  const payload = valueAt(record.value, 'payload');
  const type = payloadType(record);
  const told = textAt(payload, 'message') ?? textAt(payload, 'text') ?? textAt(payload, 'error', 'message');
  if (!isItem(record)) return [told ?? ''];
  return type === 'reasoning' ? reasoningTexts(payload) : [contentText(valueAt(payload, 'content'))];
};

const messageEvents = new Set(['agent_message', 'user_message', 'error', 'stream_error', 'warning']);
const reasoningEvents = new Set(['agent_reasoning', 'agent_reasoning_raw_content']);
const compactionEvents = new Set(['context_compacted', 'compacted']);
const rewindEvents = new Set(['thread_rolled_back', 'undo_completed']);

/** Texts that stand in lines of both kinds, each counted once: the model's own items, and what only events have. */
class TwiceTold {
  private readonly items: string[] = [];
  private readonly events: string[] = [];

  add(texts: readonly string[], item: boolean): void {
    const into = item ? this.items : this.events;
    for (const text of texts) if (text !== '') into.push(text);
  }

  get text(): string {
    const told = new Set(this.items);
    return [...this.items, ...this.events.filter((text) => !told.has(text))].join('\n\n');
  }
}

/** One step out of its lines, piece by piece. */
class StepBuilding {
  readonly thoughts = new TwiceTold();
  readonly reasoning = new TwiceTold();
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
      this.reasoning.add(texts, true);
    } else if (isCallItem(type)) {
      const call = callOfItem(payload, type);
      this.calls.push(call);
      if (call.name === 'apply_patch') this.touched(payload);
    } else if (isOutputItem(type)) this.output(payload, type, 'item');
    else if (type === 'message' || type === 'agent_message') this.thoughts.add(texts, true);
    else this.unknown(`response_item ${type}`);
  }

  private event(payload: unknown, type: string, texts: readonly string[]): void {
    if (messageEvents.has(type)) this.thoughts.add(texts, false);
    else if (reasoningEvents.has(type)) this.reasoning.add(texts, false);
    else if (type === 'token_count') this.tokens(payload);
    else if (callIdOf(payload) !== null) this.end(payload, type);
    else if (compactionEvents.has(type)) this.notice('compaction', textAt(payload, 'message') ?? '');
    else if (rewindEvents.has(type)) this.notice('rewind', textAt(payload, 'message') ?? type);
    else if (type === 'turn_aborted')
      this.thoughts.add([`${type}: ${textAt(payload, 'reason') ?? 'no reason'}`], false);
    else if (type === 'item_completed') this.thoughts.add([textAt(payload, 'item', 'text') ?? ''], false);
    else this.unknown(type);
  }

  private tokens(payload: unknown): void {
    const info = valueAt(payload, 'info');
    this.usage ??= codexUsage(valueAt(info, 'last_token_usage')) ?? codexUsage(info);
  }

  private end(payload: unknown, type: string): void {
    this.output(payload, type, 'end');
    this.environmentMs = sumKnown(this.environmentMs, codexDurationMs(payload));
    if (type === 'patch_apply_end') this.touched(payload);
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
