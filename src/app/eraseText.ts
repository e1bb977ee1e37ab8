import type { EraseBody } from '../core/review/events/bodies';
import type { TouchstoneEvent } from '../core/review/events/event';
import { textNamesIn } from '../core/review/events/textNames';
import type { ReviewStore, TextStore } from '../core/review/stores';
import type { Erasable } from '../core/review/upkeep';
import { counted } from '../core/shared/counted';
import { InputFault } from '../core/shared/problem';

/** What would be erased. */
export interface Erasure {
  /** The event whose words they are; of several that share a text, the first. */
  readonly event: {
    readonly id: string;
    /** Folder of its study below `.touchstone`. */
    readonly study: string;
    readonly rater: string;
    readonly type: string;
    /** RFC 3339. */
    readonly at: string;
  };
  /** Whether one text alone was named, and not all of the event. */
  readonly isOneText: boolean;
  /** Names of the side files. */
  readonly texts: readonly string[];
  /** Whether an event says so already: only files that came back are taken away then. */
  readonly isSaid: boolean;
}

type Reads = Pick<ReviewStore, 'readEvents'>;

const shortest = 8;

const refersTo = ({ type, body }: TouchstoneEvent): readonly string[] => (type === 'erase' ? [] : textNamesIn(body));

const saidErased = ({ type, body }: TouchstoneEvent): readonly string[] =>
  type === 'erase' && Array.isArray(body['texts']) ? body['texts'].map(String) : [];

/** One text by the beginning of its name. Rejects where it fits several. */
const oneText = (holders: ReadonlyMap<string, TouchstoneEvent>, wanted: string): readonly string[] => {
  if (wanted.length < shortest || !/^[0-9a-f]+$/.test(wanted)) return [];
  const found = [...holders.keys()].filter((name) => name.startsWith(wanted));
  if (found.length > 1) throw new InputFault(`${wanted} begins the names of ${found.length} texts. Give more of it.`);
  return found;
};

/**
 * What an event's id, or the first eight or more hex digits of a text's name, stands for. Rejects with an InputFault
 * where there is no such event or text, or where the event has no free text.
 */
export const planErasure = async (ports: Reads, wanted: string): Promise<Erasure> => {
  const holders = new Map<string, TouchstoneEvent>();
  const said = new Set<string>();
  let whole: TouchstoneEvent | null = null;
  for await (const event of ports.readEvents()) {
    if (event.id === wanted) whole = event;
    for (const name of refersTo(event)) if (!holders.has(name)) holders.set(name, event);
    for (const name of saidErased(event)) said.add(name);
  }
  const texts = whole ? [...new Set(refersTo(whole))] : oneText(holders, wanted);
  const holder = whole ?? holders.get(texts[0] ?? '');
  if (!holder) throw new InputFault(`No event and no text "${wanted}". "touchstone verify" and the history name them.`);
  if (texts.length === 0) throw new InputFault(`The ${holder.type} ${holder.id} has no free text.`);
  const { id, study, rater, type, ts } = holder;
  const isSaid = texts.every((name) => said.has(name));
  return { event: { id, study, rater, type, at: ts }, isOneText: whole === null, texts, isSaid };
};

/** The question before it: what goes, and what stays behind. */
export const erasureQuestion = ({ event, texts, isOneText }: Erasure): string =>
  `Erase ${counted(texts.length, 'text')} of ${event.rater}'s ${event.type} of ${event.at.slice(0, 16).replace('T', ' ')}` +
  `${isOneText ? '' : ', every note, reason and typed evidence in it'}? The answers stay. It can't be undone here; git history and other clones keep the words ` +
  'until that history is rewritten.';

/**
 * Says by an event that the words are gone, then takes them away: what is missing is explained at every moment. Said
 * already: only what came back is taken away. The event, or null where none was written. Rejects with an
 * EnvironmentFault where the disk can't take it.
 */
export const eraseTexts = async (
  ports: Pick<ReviewStore, 'events'> & { readonly texts: Pick<TextStore, 'erase'> },
  { event, texts, isSaid, isOneText }: Erasure,
): Promise<TouchstoneEvent | null> => {
  const body: EraseBody = { texts, of: isOneText ? null : event.id };
  const said = isSaid ? null : await ports.events.append({ type: 'erase', body });
  await ports.texts.erase(texts);
  return said;
};

const instanceOf = (of: unknown): string | null =>
  typeof of === 'object' && of !== null && 'instance' in of && typeof of.instance === 'string' ? of.instance : null;

/** A rater's events that still have words, the latest first. */
export const erasable = async (
  ports: Reads & { readonly texts: Pick<TextStore, 'read'> },
  rater: string,
): Promise<readonly Erasable[]> => {
  const found: Erasable[] = [];
  const instances = new Map<unknown, string | null>();
  for await (const event of ports.readEvents()) {
    const { id, type, ts, body } = event;
    if (body['of'] !== undefined && typeof body['of'] !== 'string')
      instances.set(body['subject'], instanceOf(body['of']));
    if (event.rater !== rater) continue;
    const read = await Promise.all([...new Set(refersTo(event))].map((text) => ports.texts.read({ text })));
    const texts = read.filter((text) => text !== null).length;
    const instance = instances.get(body['subject']) ?? null;
    if (texts > 0) found.push({ event: id, rater, type, at: ts, instance, texts });
  }
  return found.sort((left, right) => Date.parse(right.at) - Date.parse(left.at));
};
