import { isFields, listAt, textAt, valueAt } from '../../fields';
import type { RawRecord } from '../../trajectoryFormat';
import type { HeldRecord, HeldValues } from './heldValues';

/** What the model was told. */
export interface ToldMessage {
  readonly role: 'system' | 'user';
  readonly held: HeldRecord;
}

/** What a tool gave. */
interface AnswerMessage {
  readonly role: 'tool';
  readonly callId: string | null;
  readonly held: HeldRecord;
}

/** A message that is no reply of the model. */
export type PooledMessage = ToldMessage | AnswerMessage;

const slim = (message: unknown): unknown => ({
  role: textAt(message, 'role'),
  content: valueAt(message, 'content') ?? null,
  tool_call_id: textAt(message, 'tool_call_id'),
  error: valueAt(message, 'error') ?? null,
});

/** What of a message is kept; null for replies of the model, which their events have. */
export const pooledMessage = (record: RawRecord, held: HeldValues): PooledMessage | null => {
  const role = textAt(record.value, 'role');
  if (role !== 'system' && role !== 'user' && role !== 'tool') return null;
  const kept = held.hold(record, slim(record.value));
  return role === 'tool' ? { role, callId: textAt(record.value, 'tool_call_id'), held: kept } : { role, held: kept };
};

/** The record of a piece of a record. */
export const pieceOf = (record: RawRecord, place: string, ...at: readonly (string | number)[]): RawRecord => ({
  ...record,
  ref: { ...record.ref, at: [...record.ref.at, ...at] },
  place,
  value: valueAt(record.value, ...at),
});

/** Messages once each, as logs of version 3 keep them, with the inputs of model calls as ranges of their indexes. */
export class MessagePool {
  private readonly messages: (PooledMessage | null)[] = [];
  /** The first index at or after one that was not yet told; shortened as it is followed. */
  private readonly untold: number[] = [];

  add(index: number, record: RawRecord, held: HeldValues): void {
    if (index !== this.messages.length && !this.fillTo(index)) return;
    this.messages.push(pooledMessage(record, held));
    this.untold.push(this.untold.length);
  }

  addNext(record: RawRecord, held: HeldValues): void {
    this.add(this.messages.length, record, held);
  }

  /** A list of messages below a record (`events_data.messages`). */
  addAll(record: RawRecord, held: HeldValues): void {
    listAt(record.value, 'messages').forEach((_, index) => {
      this.add(index, pieceOf(record, 'events_data', 'messages', index), held);
    });
  }

  /** Answers of tools, the first for each call. */
  answers(): ReadonlyMap<string, HeldRecord> {
    const found = new Map<string, HeldRecord>();
    for (const message of this.messages)
      if (message?.role === 'tool' && message.callId !== null && !found.has(message.callId))
        found.set(message.callId, message.held);
    return found;
  }

  /** What these ranges tell the model that none before did, in order; tools' answers are not among it. */
  tell(ranges: readonly (readonly [number, number])[]): readonly ToldMessage[] {
    const told: ToldMessage[] = [];
    for (const [start, end] of ranges)
      for (let at = this.next(start); at < Math.min(end, this.messages.length); at = this.next(at)) {
        const message = this.messages[at];
        if (message && message.role !== 'tool') told.push(message);
        this.untold[at] = at + 1;
      }
    return told;
  }

  /** Missing chunks leave a hole, bounded so that a name cannot make it huge. */
  private fillTo(index: number): boolean {
    if (index < this.messages.length || index > this.messages.length + 100_000) return false;
    while (this.messages.length < index) {
      this.messages.push(null);
      this.untold.push(this.untold.length);
    }
    return true;
  }

  private next(start: number): number {
    let root = start;
    for (let next = this.untold[root]; next !== undefined && next !== root; next = this.untold[root]) root = next;
    for (let at = start; at !== root; ) {
      const next = this.untold[at] ?? root;
      this.untold[at] = root;
      at = next;
    }
    return root;
  }
}

/** Ranges of a model call's input in the pool; those that are no ranges are left out. */
export const inputRanges = (event: unknown): readonly (readonly [number, number])[] =>
  listAt(event, 'input_refs')
    .slice(0, 10_000)
    .flatMap((range) => {
      const [start, end] = Array.isArray(range) ? (range as readonly unknown[]) : [];
      const fits = Number.isSafeInteger(start) && Number.isSafeInteger(end) && (start as number) >= 0;
      return fits ? [[start as number, end as number] as const] : [];
    });

/** By which a message is known to have been told: its id, else what it says. */
export const messageKey = (message: unknown): string | null => {
  if (!isFields(message)) return null;
  const id = textAt(message, 'id');
  if (id !== null) return `id ${id}`;
  const content = valueAt(message, 'content');
  const text = typeof content === 'string' ? content : textOfParts(content);
  return `${textAt(message, 'role')} ${text.length} ${text.slice(0, 200)} ${hashOf(text)}`;
};

const textOfParts = (content: unknown): string =>
  Array.isArray(content) ? content.map((part: unknown) => textAt(part, 'text') ?? '').join('\n') : '';

/** FNV-1a of 32 bits, only to tell long texts apart without holding them. */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
};
