import { checkEvidence } from '../app/checkEvidence';
import { facetWords, hidingOf, type ItemBlinding, openedBy } from '../app/itemBlinding';
import { judgeFacts } from '../app/judge/judgeAnswers';
import { verdictOnOtherPatch } from '../app/otherPatch';
import { amend, conflictWords, type Recorded, retract, skip, submitVerdict, unblind } from '../app/recordVerdict';
import { type OpenedItem, openItem } from '../app/recordVerdictOpen';
import type { VerdictPorts } from '../app/recordVerdictPorts';
import { contextOf, nameFacts, overallOf, paceOf, revealedFacts, subjectOf } from '../app/verdictItem';
import type { FoundCheck } from '../core/evaluation/check/datasetCheck';
import type { Instance } from '../core/instance/instance';
import type { TouchstoneEvent } from '../core/review/events/event';
import type { PlaceEvidence } from '../core/review/form/answers';
import { outcomeName } from '../core/review/rubric/appliesTo';
import type { Rubric } from '../core/review/rubric/rubric';
import type { FilePort } from '../core/shared/files';
import { EnvironmentFault, InputFault } from '../core/shared/problem';
import { blindFacets, type HiddenFromRater, hiddenFacets } from '../core/study/hiddenFromRater';
import { systemClock } from '../io/jobs/systemClock';
import { readRubricFile } from '../io/store/rubricFile';
import { sha256 } from '../io/store/sha256';
import type { AppApi, VerdictRequest } from '../protocol/app';
import type { JudgeAnswer } from '../protocol/judges';
import type { TrajectoryRef } from '../protocol/trajectory';
import type { RevealedFact, SubmitResult, VerdictItem } from '../protocol/verdict';
import { findRubric } from './findRubric';
import type { QueueDesk } from './queueDesk';
import { queueOfRun } from './ratedQueue';
import { refusedWith } from './rubricsApi';
import { VerdictStores } from './verdictStores';

interface OnDesk {
  readonly request: VerdictRequest;
  readonly instance: Instance;
  readonly item: OpenedItem;
  readonly ports: VerdictPorts;
  readonly offered: readonly PlaceEvidence[];
  /** Of judges, opened by the verdict; empty while there is none. */
  readonly judges: readonly RevealedFact[];
  /** Null: nobody judges blind. */
  readonly blind: ItemBlinding | null;
}

export interface DeskPorts {
  readonly files: FilePort;
  readonly readInstance: (datasetPath: string, instanceId: string) => Promise<Instance | null>;
  /** The dataset check of an instance in the open study; absent: none is offered. */
  readonly checkOf?: (studyFolder: string, instanceId: string) => Promise<FoundCheck | null>;
  /** Judges' answers that a verdict on the item opens; absent: none are shown. */
  readonly judgesOf?: (studyFolder: string, instanceId: string, runId: string) => Promise<readonly JudgeAnswer[]>;
  /** What is hidden of an item now; absent, or null: nothing. */
  readonly blindOf?: (request: VerdictRequest) => Promise<ItemBlinding | null>;
  /** SHA-256 of a trajectory's bytes; absent: none can be judged. */
  readonly trajectoryHash?: (ref: TrajectoryRef) => Promise<string>;
  /** With which probability an item is in a queue; absent: it isn't known. */
  readonly probabilityOf?: QueueDesk['probabilityOf'];
  /** Folder of the rubrics that ship. */
  readonly rubricFolder: string;
  /** Absent: its own. */
  readonly stores?: VerdictStores;
}

type DeskApi = Pick<AppApi, 'openVerdict' | 'saveDraft' | 'submitVerdict' | 'skipItem' | 'retractVerdict'>;

/** Verdicts, as the worker offers them: the items whose form is open, and what is done with them. */
export const verdictDesk = (ports: DeskPorts): DeskApi => {
  const stores = ports.stores ?? new VerdictStores();
  const desk = new Map<string, OnDesk>();
  const opened = (presentation: string): OnDesk => {
    const found = desk.get(presentation);
    if (!found) throw new InputFault('This item is not open any more. Open it again; the draft is kept.');
    return found;
  };
  const put = async (request: VerdictRequest): Promise<OnDesk> => {
    const onDesk = await open(ports, stores, request);
    desk.set(onDesk.item.presentation, onDesk);
    return onDesk;
  };
  const record = (presentation: string, write: (onDesk: OnDesk) => Promise<Recorded>): Promise<SubmitResult> =>
    settle(opened(presentation), write, put);
  return {
    openVerdict: async (request) => itemOf(await put(request)),
    saveDraft: async ({ presentation, answers, activity }) => {
      await opened(presentation).ports.drafts.save(presentation, { answers, activity });
      return { at: systemClock.now() };
    },
    submitVerdict: ({ presentation, answers, activity, amends }) =>
      record(presentation, ({ ports: own, item }) =>
        amends ? amend(own, item, { answers, activity, ...amends }) : submitVerdict(own, item, { answers, activity }),
      ),
    skipItem: ({ presentation, ...skipped }) =>
      record(presentation, ({ ports: own, item }) => skip(own, item, skipped)),
    retractVerdict: ({ presentation, ...taken }) =>
      record(presentation, ({ ports: own, item }) => retract(own, item, taken)),
  };
};

const open = async (ports: DeskPorts, stores: VerdictStores, request: VerdictRequest): Promise<OnDesk> => {
  const instance = await ports.readInstance(request.datasetPath, request.instanceId);
  if (!instance) throw new InputFault(`${request.datasetPath} has no instance ${request.instanceId}.`);
  const { rubric, hash, document } = await readRubricFile(await findRubric(ports.files, ports.rubricFolder, request));
  const own = await stores.of(request.studyFolder, request.studyId, request.rater);
  const log = await logHash(ports.files, request.evaluationFolder);
  const unit = unitOf(request);
  const blind = (await ports.blindOf?.(request)) ?? null;
  const contextUnder = (hidden?: HiddenFromRater) =>
    contextOf(instance, log !== null, instance.goldPatch !== null, unit, hidden);
  const context = contextUnder(blind?.before);
  const outcome = outcomeName(request.outcome);
  const queue = unit === 'trajectory' ? await queueOfRun(request) : null;
  const rated = { unit, taskTypes: context.unit['taskType'] ?? null, outcome, queue };
  const refusal = await refusedWith(ports, request.studyFolder, rubric, rated);
  if (refusal) throw new InputFault(refusal);
  const hiding = blind && hidingOf(blind);
  const opened = await openItem(own, {
    subject: subjectOf(instance, request.patchHash, unit, await trajectoryOf(ports, request)),
    rubric,
    rubricHash: hash,
    rubricDocument: document,
    rater: request.rater,
    context,
    ...(blind ? { visible: contextUnder(blind.now).visible } : {}),
    phase: 'main',
    seen: { run: unit === 'instance' ? null : request.runId, image: instance.image, log, dataset: null },
    ...(hiding ? { hiding } : {}),
    ...(await samplingOf(ports, request)),
    ...(outcome === null ? {} : { outcome }),
    queue,
  });
  const offered = blind?.now.tests ? [] : await offeredTo(ports, request);
  const judges = blind?.now.judge ? [] : await judgesTo(ports, request, opened);
  const item = await unblinded(own, opened, blind);
  return { request, instance, item, ports: own, offered, judges, blind };
};

/** Out of which queue it was opened, and with which probability it stood there; nothing where it came out of none. */
const samplingOf = async ({ probabilityOf }: DeskPorts, request: VerdictRequest) => {
  const { drawnFrom, studyFolder, instanceId, runId } = request;
  if (!drawnFrom || !probabilityOf || unitOf(request) !== 'prediction') return {};
  const probability = await probabilityOf({ studyFolder, ...drawnFrom }, instanceId, runId);
  return probability === null ? {} : { sampling: { queue: drawnFrom.queue, probability } };
};

/** What the verdict opens is shown from now on; that it was is on the disk first. */
const unblinded = async (own: VerdictPorts, item: OpenedItem, blind: ItemBlinding | null): Promise<OpenedItem> => {
  const opened = blind === null || item.saved === null ? [] : openedBy(blind);
  if (opened.length === 0 || item.unblinded) return item;
  await unblind(own, item, opened);
  return { ...item, unblinded: true };
};

const unitOf = ({ unit }: VerdictRequest): Rubric['unit'] => unit?.kind ?? 'prediction';

/** By what a verdict on how a run went is bound to it. */
const trajectoryOf = async ({ trajectoryHash }: DeskPorts, { unit }: VerdictRequest): Promise<string | null> => {
  if (unit?.kind !== 'trajectory') return null;
  if (!trajectoryHash) throw new InputFault('Trajectories cannot be judged here.');
  return trajectoryHash(unit.ref);
};

/** Evidence of the dataset check; that it can't be had stops no verdict. */
const offeredTo = async ({ files, checkOf }: DeskPorts, { studyFolder, instanceId }: VerdictRequest) => {
  const check = await checkOf?.(studyFolder, instanceId).catch(() => null);
  return checkEvidence(files, sha256, studyFolder, check ?? null);
};

/** Asked once there is a verdict, never before. */
const judgesTo = async (
  { judgesOf }: DeskPorts,
  { studyFolder, instanceId, runId }: VerdictRequest,
  item: OpenedItem,
) =>
  item.saved === null || judgesOf === undefined || item.subject.unit !== 'prediction'
    ? []
    : judgeFacts(await judgesOf(studyFolder, instanceId, runId), overallOf(item));

const logHash = async (files: FilePort, folder: string | null): Promise<string | null> => {
  const path = folder === null ? null : `${folder}/test_output.txt`;
  if (path === null || (await files.stat(path)) === null) return null;
  return sha256(await files.readBytes(path));
};

/**
 * Writes, then opens the item anew: what the view shows after "saved" is what stands on the disk. Only a write that
 * failed is "not saved"; a reading that fails after it says that the event stands.
 */
const settle = async (
  onDesk: OnDesk,
  write: (onDesk: OnDesk) => Promise<Recorded>,
  reopen: (request: VerdictRequest) => Promise<OnDesk>,
): Promise<SubmitResult> => {
  const written = await tryWrite(() => write(onDesk));
  if (written.kind !== 'saved') return written;
  try {
    return { kind: 'saved', item: await itemOf(await reopen(onDesk.request)) };
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    throw new InputFault(`Saved, but the item can't be shown again: ${words}`);
  }
};

const tryWrite = async (
  write: () => Promise<Recorded>,
): Promise<Recorded | { readonly kind: 'notSaved'; readonly message: string }> => {
  try {
    return await write();
  } catch (error) {
    if (error instanceof EnvironmentFault) return { kind: 'notSaved', message: error.message };
    throw error;
  }
};

/** What the verdict has opened, as far as it has; null while there is none, or nothing to tell. */
const revealed = ({ request, item, judges, blind }: OnDesk): VerdictItem['revealed'] => {
  if (item.saved === null || unitOf(request) === 'instance') return null;
  const tests = blind?.now.tests ? [] : revealedFacts(item, request.outcome, request.rules);
  const names = blind && !blind.now.model ? nameFacts(request.runId, blind.model) : [];
  const facts = [...names, ...tests, ...judges];
  return facts.length === 0 ? null : facts;
};

/** In words, as the head of the form says it. */
const sight = ({ request, blind }: OnDesk): Pick<VerdictItem, 'hidden' | 'shown'> => {
  const isInstance = unitOf(request) === 'instance';
  if (blind === null) return { hidden: ['judge', 'other raters'], shown: isInstance ? [] : ['model', 'gold', 'tests'] };
  const seen = blindFacets.filter((facet) => !blind.now[facet] && !(isInstance && facet === 'model'));
  return { hidden: facetWords(hiddenFacets(blind.now)), shown: facetWords(seen) };
};

const noticeOf = (notice: string | undefined, item: OpenedItem): { readonly notice?: string } => {
  if (item.conflict.length > 0) return { notice: conflictWords(item) };
  return notice === undefined ? {} : { notice };
};

const itemOf = async (onDesk: OnDesk): Promise<VerdictItem> => {
  const { request, instance, item, ports, offered } = onDesk;
  const events: TouchstoneEvent[] = [];
  for await (const event of ports.readEvents()) events.push(event);
  const unit = unitOf(request);
  const { rater, runId, instanceId, patchHash } = request;
  const at = { rater, rubric: item.rubric.id, runId, instanceId, patchHash };
  const other = unit === 'prediction' ? verdictOnOtherPatch(events, at) : null;
  return {
    subject: item.subjectId,
    presentation: item.presentation,
    instanceId: request.instanceId,
    label: request.label,
    queue: request.queue,
    position: request.position,
    pace: paceOf(events, request.rater, systemClock.now(), request.waiting),
    statement: instance.statement ?? '',
    ...sight(onDesk),
    unit,
    ...noticeOf(request.notice, item),
    ...(other === null ? {} : { otherPatch: { ...other, now: patchHash } }),
    rubric: item.rubric,
    rubricHash: item.rubricHash,
    context: item.context,
    draft: item.draft?.answers ?? null,
    activity: item.draft?.activity ?? [],
    saved: item.saved,
    history: item.history,
    revealed: revealed(onDesk),
    ...(offered.length > 0 ? { offered } : {}),
    activeMs: 0,
  };
};
