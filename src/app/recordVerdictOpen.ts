import type {
  Hiding,
  ItemOpenBody,
  Phase,
  RubricRef,
  Sampling,
  Seen,
  TextRef,
  VerdictBody,
} from '../core/review/events/bodies';
import type { TouchstoneEvent } from '../core/review/events/event';
import { type FoldedItem, fold, type JudgingEvent } from '../core/review/events/fold';
import { readVerdictBody } from '../core/review/events/readVerdictBody';
import { publishedRubric } from '../core/review/events/rubricUse';
import { type Subject, subjectHash } from '../core/review/events/subject';
import { textNamesIn } from '../core/review/events/textNames';
import type { FormAnswers } from '../core/review/form/answers';
import type { FormContext } from '../core/review/form/formContext';
import { answersOfBody } from '../core/review/form/verdictBody';
import { refusalOf } from '../core/review/rubric/appliesTo';
import type { Rubric } from '../core/review/rubric/rubric';
import type { Draft, TextStore } from '../core/review/stores';
import type { ConflictHead } from '../core/review/upkeep';
import { InputFault } from '../core/shared/problem';
import type { VerdictPorts } from './recordVerdictPorts';
import { conflictHeads } from './resolveConflict';

/** What is to be judged, by whom, under what. */
export interface ItemToOpen {
  readonly subject: Subject;
  readonly rubric: Rubric;
  readonly rubricHash: string;
  /** Values of the rubric's file, to be kept beside the first verdict under it; absent: it isn't kept. */
  readonly rubricDocument?: unknown;
  readonly rater: string;
  /** As the item was put before the rater first: what a verdict opens changes no form. */
  readonly context: FormContext;
  /** What is on screen now; absent: as the context says. */
  readonly visible?: readonly string[];
  readonly phase: Phase;
  readonly seen: Seen;
  /** Absent: nothing is hidden. */
  readonly hiding?: Hiding;
  /** Out of which queue it is opened, and with which probability it stands there; absent: out of none. */
  readonly sampling?: Sampling;
  /** `resolved`, `unresolved`, `no_verdict`, `not_evaluated`; left out where it plays no part. */
  readonly outcome?: string;
  /** The queue it comes from, as rubrics name queues; null and left out: from none. */
  readonly queue?: string | null;
}

/** One line of an item's history. */
export interface HistoryLine {
  readonly event: string;
  readonly at: string;
  readonly label: string;
  readonly overall: string | null;
  readonly reason: string | null;
}

/** An item with the form open on it; every further function takes it. */
export interface OpenedItem extends ItemToOpen {
  readonly subjectId: string;
  /** Id of this rater's `item.open`. */
  readonly presentation: string;
  /** Whether what was hidden has been shown to this rater since. */
  readonly unblinded: boolean;
  readonly saved: { readonly event: string; readonly at: string; readonly answers: FormAnswers } | null;
  /** Verdicts of this rater that stand beside each other; empty where none or one does. Nothing counts until one is chosen. */
  readonly conflict: readonly ConflictHead[];
  readonly history: readonly HistoryLine[];
  /** Whether an event holds the rubric's text, so that the answers can be read without its file. */
  readonly isPublished: boolean;
  readonly draft: Draft | null;
}

export const rubricRef = ({ rubric, rubricHash }: Pick<ItemToOpen, 'rubric' | 'rubricHash'>): RubricRef => ({
  id: rubric.id,
  version: rubric.version,
  hash: rubricHash,
});

const majorOf = (version: string): string => version.split('.')[0] ?? version;

interface Earlier {
  /** The latest of this rater's presentations of the item; null where it was never opened. */
  readonly presentation: string | null;
  readonly unblinded: boolean;
  readonly item: FoldedItem | null;
  /** Texts of the same rubric that events hold, by hash. */
  readonly texts: ReadonlyMap<string, Rubric>;
}

const opensItem = (event: TouchstoneEvent, item: ItemToOpen, subjectId: string): boolean => {
  if (event.type !== 'item.open' || event.rater !== item.rater) return false;
  const body = event.body as Partial<ItemOpenBody>;
  const sameRubric =
    body.rubric?.id === item.rubric.id && majorOf(body.rubric.version ?? '') === majorOf(item.rubric.version);
  return sameRubric && body.subject === subjectId;
};

/** What this rater did with the item before, in one pass over the events. */
const earlier = async (ports: VerdictPorts, item: ItemToOpen, subjectId: string): Promise<Earlier> => {
  const opened: TouchstoneEvent[] = [];
  const judged: TouchstoneEvent[] = [];
  const unblinded = new Set<unknown>();
  const texts = new Map<string, Rubric>();
  for await (const event of ports.readEvents()) {
    if (event.type === 'rubric.publish') {
      const published = publishedRubric(event, ports.sha256);
      if (published?.id === item.rubric.id) texts.set(published.hash, published.rubric);
      continue;
    }
    if (event.rater !== item.rater || event.body['subject'] !== subjectId) continue;
    if (opensItem(event, item, subjectId)) opened.push(event);
    else if (event.type === 'unblind') unblinded.add(event.body['presentation']);
    else judged.push(event);
  }
  opened.sort((left, right) => Date.parse(left.ts) - Date.parse(right.ts) || (left.id < right.id ? -1 : 1));
  const presentation = opened.at(-1)?.id ?? null;
  const found = fold(judged).items.find((one) => one.presentation === presentation) ?? null;
  return { presentation, unblinded: unblinded.has(presentation), item: found, texts };
};

/** Every text that a body refers to, by name of its file; erased ones are missing. */
const textsOf = async (body: unknown, texts: TextStore): Promise<ReadonlyMap<string, string>> => {
  const found = new Map<string, string>();
  for (const name of textNamesIn(body)) {
    const text = await texts.read({ text: name });
    if (text !== null) found.set(name, text);
  }
  return found;
};

const labels: Readonly<Record<string, string>> = {
  ...{ verdict: 'Verdict', retract: 'Retracted', skip: 'Skipped' },
  resolve: 'Chosen among verdicts that stood beside each other',
};

const labelOf = ({ event, judgement }: JudgingEvent): string => {
  if (event.type !== 'amend') return labels[event.type] ?? event.type;
  return judgement.phase === 'after-unblinding' ? 'Amended after unblinding' : 'Amended';
};

/** The overall answer in the words of the rubric; null where the event has none. */
const overallOf = ({ judgement }: JudgingEvent, rubric: Rubric): string | null => {
  const { overall } = judgement;
  if (!overall) return null;
  if (overall.cannot_judge) return 'Cannot judge';
  return rubric.overall.options.find(({ value }) => value === overall.value)?.label ?? String(overall.value);
};

/** Where an event was given under another text of the rubric, which one. */
const underWhich = ({ judgement }: JudgingEvent, { rubric, rubricHash }: ItemToOpen): string => {
  const { version, hash } = judgement.rubric as Partial<RubricRef>;
  if (hash === undefined || hash === rubricHash) return '';
  return version === rubric.version ? `, under another text of ${version}` : `, under ${version}`;
};

/** Each event in the words of the text that it was given under, as far as that is kept. */
const historyOf = async (
  { item, texts: kept }: Earlier,
  asked: ItemToOpen,
  texts: TextStore,
): Promise<readonly HistoryLine[]> => {
  const lines: HistoryLine[] = [];
  for (const judging of item?.history ?? []) {
    const { reason: ref, rubric } = judging.event.body as { reason?: TextRef; rubric?: Partial<RubricRef> };
    const reason = typeof ref?.text === 'string' ? await texts.read(ref) : null;
    const { id, ts } = judging.event;
    const label = `${labelOf(judging)}${underWhich(judging, asked)}`;
    const overall = overallOf(judging, kept.get(rubric?.hash ?? '') ?? asked.rubric);
    lines.push({ event: id, at: ts, label, overall, reason });
  }
  return lines;
};

const savedOf = async (item: FoldedItem | null, rubric: Rubric, texts: TextStore): Promise<OpenedItem['saved']> => {
  const event = item?.live?.event;
  const body: VerdictBody | null = event ? readVerdictBody(event.body) : null;
  if (!event || !body) return null;
  const words = await textsOf(body, texts);
  const stages = rubric.stages.slice(0, -1).map(({ id }) => id);
  const answers = answersOfBody(body, stages, (ref) => words.get(ref.text) ?? null);
  return { event: event.id, at: event.ts, answers };
};

const openNew = async (ports: VerdictPorts, item: ItemToOpen, subjectId: string): Promise<string> => {
  const { subject, phase, context, seen } = item;
  const body: ItemOpenBody = {
    ...{ subject: subjectId, of: subject, rubric: rubricRef(item), phase },
    ...{ visible: item.visible ?? context.visible, seen },
    ...(item.hiding ? { hiding: item.hiding } : {}),
    ...item.sampling,
  };
  return (await ports.events.append({ type: 'item.open', body })).id;
};

/**
 * Opens an item for rating. The first time writes `item.open`, whose id is the presentation; later the same
 * presentation goes on, with its draft or with the verdict that stands. Rejects with an InputFault where the rubric is
 * the wrong form for the item, and with an EnvironmentFault where the study's folder can't be written.
 */
export const openItem = async (ports: VerdictPorts, item: ItemToOpen): Promise<OpenedItem> => {
  const { unit } = item.subject;
  const taskTypes = item.context.unit['taskType'] ?? null;
  const refusal = refusalOf(item.rubric, {
    ...{ unit, taskTypes, outcome: item.outcome ?? null, queue: item.queue ?? null },
  });
  if (refusal) throw new InputFault(refusal);
  const subjectId = subjectHash(item.subject, ports.sha256);
  const before = await earlier(ports, item, subjectId);
  const presentation = before.presentation ?? (await openNew(ports, item, subjectId));
  return {
    ...item,
    subjectId,
    presentation,
    unblinded: before.unblinded,
    saved: await savedOf(before.item, item.rubric, ports.texts),
    conflict: before.item ? conflictHeads(before.item) : [],
    history: await historyOf(before, item, ports.texts),
    isPublished: before.texts.has(item.rubricHash),
    draft: await ports.drafts.read(presentation),
  };
};
