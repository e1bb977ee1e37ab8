import { activeTime } from '../core/review/events/activeTime';
import type { ActivitySegment } from '../core/review/events/activity';
import type { RetractBody, SkipBody, TextRef, VerdictBody } from '../core/review/events/bodies';
import type { TouchstoneEvent } from '../core/review/events/event';
import type { FormAnswers } from '../core/review/form/answers';
import { formState } from '../core/review/form/formState';
import { judgedPart } from '../core/review/form/verdictBody';
import type { PreparedText, TextStore } from '../core/review/stores';
import { type OpenedItem, rubricRef } from './recordVerdictOpen';
import type { VerdictPorts } from './recordVerdictPorts';

/** Idle thresholds, in milliseconds, under which active time is stored; the segments allow any other. */
const idleThresholds: readonly number[] = [30_000, 60_000, 300_000];

export type Recorded =
  | { readonly kind: 'saved'; readonly event: TouchstoneEvent }
  /** The answers break the rubric, or a reason is missing; nothing was written. */
  | { readonly kind: 'refused'; readonly messages: readonly string[] };

export interface Judged {
  readonly answers: FormAnswers;
  readonly activity: readonly ActivitySegment[];
}

/** Collects the texts of one event, so that they are written together and before it. */
const textCollector = (texts: TextStore) => {
  const prepared: PreparedText[] = [];
  const put = (text: string): TextRef => {
    const one = texts.prepare(text);
    prepared.push(one);
    return one.ref;
  };
  return { put, prepared };
};

const refused = (...messages: readonly string[]): Recorded => ({ kind: 'refused', messages });

const messagesOf = ({ rubric, context }: OpenedItem, answers: FormAnswers): readonly string[] => {
  const { missing, nextStage } = formState(rubric, answers, context);
  const early = nextStage === null ? [] : [`The stage "${nextStage}" hasn't been opened yet.`];
  return [...missing.map(({ text }) => text), ...early];
};

const bodyOf = (item: OpenedItem, { answers, activity }: Judged, put: (text: string) => TextRef): VerdictBody => ({
  ...{ subject: item.subjectId, of: item.subject, presentation: item.presentation, rubric: rubricRef(item) },
  ...judgedPart(item.rubric, answers, item.context, put),
  visible: item.visible ?? item.context.visible,
  seen: item.seen,
  ...(item.hiding ? { hiding: item.hiding } : {}),
  phase: item.unblinded ? 'after-unblinding' : item.phase,
  activity,
  activeMs: Object.fromEntries(idleThresholds.map((idle) => [String(idle), activeTime(activity, idle)])),
});

/** The rubric's text, before the first verdict under it: events alone explain what an answer meant. */
const publish = async ({ events }: VerdictPorts, item: OpenedItem, type: string): Promise<void> => {
  if (item.isPublished || item.rubricDocument === undefined || (type !== 'verdict' && type !== 'amend')) return;
  await events.append({ type: 'rubric.publish', body: { rubric: rubricRef(item), document: item.rubricDocument } });
};

const save = async (
  ports: VerdictPorts,
  item: OpenedItem,
  event: { readonly type: string; readonly body: object },
  prepared: readonly PreparedText[],
): Promise<Recorded> => {
  await ports.texts.save(prepared);
  await publish(ports, item, event.type);
  const saved = await ports.events.append(event);
  await ports.drafts.drop(item.presentation).catch(() => undefined);
  return { kind: 'saved', event: saved };
};

/** A third verdict beside two would leave all three out of the figures. */
export const conflictWords = ({ conflict }: Pick<OpenedItem, 'conflict'>): string => {
  const said = conflict.map(({ overall, device }) => `${overall ?? 'no answer'} on ${device}`).join(', ');
  return `${conflict.length} verdicts of yours stand here (${said}). None counts until you choose one: Resolve Conflict...`;
};

/**
 * Stores a verdict, with what was on screen and the time it took. Refuses answers that the rubric does not let through.
 * Rejects with an EnvironmentFault ("Not saved: ...") where the disk can't take it; the draft is kept then.
 */
export const submitVerdict = async (ports: VerdictPorts, item: OpenedItem, judged: Judged): Promise<Recorded> => {
  const messages = messagesOf(item, judged.answers);
  if (messages.length > 0) return refused(...messages);
  if (item.conflict.length > 0) return refused(conflictWords(item));
  const { put, prepared } = textCollector(ports.texts);
  return save(ports, item, { type: 'verdict', body: bodyOf(item, judged, put) }, prepared);
};

/** Takes the place of a stored verdict by a new event; what was said before stays in the history. */
export const amend = async (
  ports: VerdictPorts,
  item: OpenedItem,
  judged: Judged & { readonly event: string; readonly reason: string },
): Promise<Recorded> => {
  if (judged.reason.trim() === '') return refused('An amendment needs a reason.');
  const messages = messagesOf(item, judged.answers);
  if (messages.length > 0) return refused(...messages);
  const { put, prepared } = textCollector(ports.texts);
  const body: VerdictBody = {
    ...bodyOf(item, judged, put),
    supersedes: [judged.event],
    reason: put(judged.reason),
  };
  return save(ports, item, { type: 'amend', body }, prepared);
};

/** Takes a stored verdict back by a new event. */
export const retract = async (
  ports: VerdictPorts,
  item: OpenedItem,
  taken: { readonly event: string; readonly reason: string },
): Promise<Recorded> => {
  if (taken.reason.trim() === '') return refused('A retraction needs a reason.');
  const { put, prepared } = textCollector(ports.texts);
  const body: RetractBody = {
    ...{ subject: item.subjectId, presentation: item.presentation, rubric: rubricRef(item) },
    ...{ supersedes: [taken.event], reason: put(taken.reason) },
  };
  return save(ports, item, { type: 'retract', body }, prepared);
};

/** Leaves an item without a verdict, and says why. */
export const skip = async (
  ports: VerdictPorts,
  item: OpenedItem,
  skipped: { readonly reason: string; readonly activity: readonly ActivitySegment[] },
): Promise<Recorded> => {
  if (skipped.reason.trim() === '') return refused('Skipping needs a reason.');
  const { put, prepared } = textCollector(ports.texts);
  const body: SkipBody = {
    ...{ subject: item.subjectId, of: item.subject, presentation: item.presentation, rubric: rubricRef(item) },
    ...{ reason: put(skipped.reason), activity: skipped.activity },
  };
  return save(ports, item, { type: 'skip', body }, prepared);
};

/** Records that what was hidden (`opened`: `tests`, `judge`, `model_name`, ...) is now on this rater's screen. */
export const unblind = async (
  ports: VerdictPorts,
  item: OpenedItem,
  opened: readonly string[],
): Promise<TouchstoneEvent> =>
  ports.events.append({
    type: 'unblind',
    body: { subject: item.subjectId, presentation: item.presentation, opened },
  });
