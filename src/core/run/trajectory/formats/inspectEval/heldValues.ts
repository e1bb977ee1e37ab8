import { isFields } from '../../fields';
import type { RawRecord } from '../../trajectoryFormat';
import { attachmentKeys } from './attachments';

/** A record of a step to be, and the attachments that its value names. */
export interface HeldRecord {
  readonly record: RawRecord;
  readonly keys: ReadonlySet<string>;
}

/** Text that is held at once, in characters. What is beyond it is read again, when its step is shown. */
const mostHeld = 48 * 1024 * 1024;

const weightOf = (value: unknown): number => {
  let weight = 0;
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    weight += 16;
    if (typeof next === 'string') weight += next.length;
    else if (Array.isArray(next) || isFields(next)) for (const part of Object.values(next)) open.push(part);
  }
  return weight;
};

/**
 * Steps of Inspect are complete only at a sample's end, where the texts stand that its events name. Until then their
 * values are held without what no step shows, up to a bound; beyond it only their places.
 */
export class HeldValues {
  private held = 0;
  private dropped = 0;

  /** The record with this value, or without one where too much is held. */
  hold(record: RawRecord, value: unknown): HeldRecord {
    const keys = attachmentKeys(value);
    const weight = weightOf(value);
    if (this.held + weight > mostHeld) {
      this.dropped += 1;
      return { record: { ...record, value: null }, keys };
    }
    this.held += weight;
    return { record: { ...record, value }, keys };
  }

  warnings(): readonly string[] {
    if (this.dropped === 0) return [];
    return [
      `${this.dropped} values were too much to hold at once: in the list their steps lack text; opened, they have it.`,
    ];
  }
}
