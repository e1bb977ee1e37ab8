import type { Notice } from '../../step';
import type { RawRecord, StepGroup } from '../../trajectoryFormat';
import type { AttachmentStore } from './attachmentStore';
import type { HeldRecord } from './heldValues';

/** What a record is to its step. */
export type TurnPart = 'model' | 'tool' | 'answer' | 'message' | 'reply' | 'raw' | 'attachments';

/** Records that show nothing (patches of a state) are kept by their places, as many as can be read again at once. */
const mostRaw = 50;
const mostParts = 2_000;

/** A step to be: its records so far, and what is still asked for it. */
export class InspectTurn {
  readonly open = new Set<string>();
  private readonly records: RawRecord[] = [];
  private readonly parts: TurnPart[] = [];
  private readonly keys = new Set<string>();
  private readonly notices: Notice[] = [];
  private raw = 0;

  constructor(
    readonly agentId: string,
    readonly role: 'agent' | 'user' | 'system',
    /** Of the message pool, which the model was given. */
    readonly ranges: readonly (readonly [number, number])[] = [],
  ) {}

  add(part: TurnPart, { record, keys }: HeldRecord): this {
    if (this.records.length >= mostParts) return this;
    this.records.push(record);
    this.parts.push(part);
    for (const key of keys) this.keys.add(key);
    return this;
  }

  /** Whether there was room for it. */
  addRaw(record: RawRecord): boolean {
    if (this.raw >= mostRaw) return false;
    this.raw += 1;
    this.add('raw', { record: { ...record, value: null }, keys: new Set() });
    return true;
  }

  note(notice: Notice): void {
    if (this.notices.length < mostRaw) this.notices.push(notice);
  }

  /** Adds the answers that no event gave. */
  answer(answers: ReadonlyMap<string, HeldRecord>): void {
    for (const id of this.open) {
      const found = answers.get(id);
      if (found !== undefined) this.add('answer', found);
    }
  }

  group(attachments: AttachmentStore): StepGroup {
    const { records, places } = attachments.attach(this.keys, this.records.length);
    const facts = {
      role: this.role,
      parts: [...this.parts, ...records.map((): TurnPart => 'attachments')],
      attachments: places,
      notices: this.notices,
    };
    return { agentId: this.agentId, records: [...this.records, ...records], facts };
  }
}
