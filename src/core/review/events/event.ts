import * as z from 'zod/mini';
import type { Sha256 } from '../../shared/hash';
import { canonicalJson } from './canonicalJson';

/** Version of the envelope that this program writes and reads. */
export const eventVersion = 1;

/** `prev` of the first event of a chain. */
export const noPrevious = '0'.repeat(64);

const hex = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** Fields that we do not know are kept: they are part of what was hashed. */
const envelope = z.looseObject({
  v: z.int(),
  /** ULID. */
  id: z.string().check(z.minLength(1), z.maxLength(64)),
  study: z.string(),
  /** Pseudonym. */
  rater: z.string(),
  /** Host id and two-digit slot. */
  device: z.string(),
  /** From 1, without gaps. */
  seq: z.int().check(z.gte(1)),
  /** Hash of the event before in this file. */
  prev: hex,
  /** RFC 3339 with offset. */
  ts: z.string(),
  tool: z.string(),
  type: z.string(),
  body: z.record(z.string(), z.unknown()),
  /** SHA-256 over the UTF-8 RFC 8785 form of the event without this field. */
  hash: hex,
});

/** One line of a rater's event file. */
export type TouchstoneEvent = Readonly<z.infer<typeof envelope>>;
export type UnsealedEvent = Omit<TouchstoneEvent, 'hash'>;

export type EventRead =
  | { readonly kind: 'event'; readonly event: TouchstoneEvent }
  | { readonly kind: 'torn' | 'unreadable' | 'version'; readonly reason: string };

/** Hash of an event: over everything in it but `hash` itself. */
export const eventHash = (event: Readonly<Record<string, unknown>>, sha256: Sha256): string => {
  const { hash: _hash, ...rest } = event;
  return sha256(canonicalJson(rest));
};

/** An event as it is written: with its hash. The line is its canonical form, so equal events have equal bytes. */
export const sealEvent = (event: UnsealedEvent, sha256: Sha256): { event: TouchstoneEvent; line: string } => {
  const sealed = { ...event, hash: eventHash(event, sha256) } as TouchstoneEvent;
  return { event: sealed, line: canonicalJson(sealed) };
};

const jsonOf = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};

/**
 * Reads one line without its line end. `torn`: the beginning of an event, cut by an interrupted write; `version`: an
 * event of a later program, kept and left out of figures; `unreadable`: anything else.
 */
export const readEventLine = (line: string): EventRead => {
  const value = jsonOf(line);
  if (value === undefined) {
    if (line.startsWith('{')) return { kind: 'torn', reason: 'the line is cut off: a write was interrupted there.' };
    return { kind: 'unreadable', reason: 'not a JSON object.' };
  }
  const version = typeof value === 'object' && value !== null && 'v' in value ? value.v : null;
  if (typeof version === 'number' && version !== eventVersion)
    return { kind: 'version', reason: `version ${version}; this Touchstone reads ${eventVersion}. Update it.` };
  const read = envelope.safeParse(value);
  if (read.success) return { kind: 'event', event: read.data };
  const field = read.error.issues[0]?.path.join('.') ?? '';
  return { kind: 'unreadable', reason: `no event: field "${field}" is missing or has the wrong type.` };
};
