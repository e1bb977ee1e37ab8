import { isFields } from '../../fields';
import type { RawRecord } from '../../trajectoryFormat';
import type { HeldValues } from './heldValues';

interface Attachment {
  /** The record in which it stands and its key there; null: it is all of the record. */
  readonly source: RawRecord;
  readonly key: string | null;
  /** Null where too much is held. */
  readonly text: string | null;
}

/** The records that hold attachments of one step, and for each attachment the record's index and the path in it. */
export interface Attached {
  readonly records: readonly RawRecord[];
  readonly places: Readonly<Record<string, readonly (string | number)[]>>;
}

/** The texts that a sample keeps apart from its events. */
export class AttachmentStore {
  private readonly found = new Map<string, Attachment>();

  constructor(private readonly held: HeldValues) {}

  /** `{ hash: text }`, the member of a sample's document. */
  takeAll(record: RawRecord): void {
    if (!isFields(record.value)) return;
    const source = { ...record, value: null };
    for (const [key, text] of Object.entries(record.value)) this.put(key, text, source, key);
  }

  /** One of a chunk, by its index. */
  takeOne(index: number, record: RawRecord): void {
    this.put(String(index), record.value, { ...record, value: null }, null);
  }

  attach(keys: ReadonlySet<string>, firstIndex: number): Attached {
    const indexes = new Map<RawRecord, number>();
    const values: unknown[] = [];
    const places: [string, readonly (string | number)[]][] = [];
    for (const key of keys) {
      const attachment = this.found.get(key);
      if (attachment === undefined) continue;
      const at = indexes.get(attachment.source) ?? indexes.size;
      indexes.set(attachment.source, at);
      values[at] = attachment.key === null ? attachment.text : withEntry(values[at], key, attachment.text);
      places.push([key, attachment.key === null ? [firstIndex + at] : [firstIndex + at, attachment.key]]);
    }
    const records = [...indexes.keys()].map((source, at) => ({ ...source, value: values[at] ?? null }));
    return { records, places: Object.fromEntries(places) };
  }

  private put(key: string, text: unknown, source: RawRecord, keyInSource: string | null): void {
    if (typeof text !== 'string') return;
    const value = this.held.hold(source, text).record.value;
    this.found.set(key, { source, key: keyInSource, text: typeof value === 'string' ? value : null });
  }
}

const withEntry = (value: unknown, key: string, text: string | null): unknown => {
  const entry = Object.fromEntries([[key, text]]);
  return isFields(value) ? Object.assign(value, entry) : entry;
};
