import { patternOf } from '../../core/run/trajectory/find/findPattern';
import type { Trajectory } from '../../core/run/trajectory/trajectory';
import { type HiddenFromRater, hiddenFacets } from '../../core/study/hiddenFromRater';
import { pathBelow } from '../../core/study/studyPath';
import type { TrajectoryRef } from '../../protocol/trajectory';
import type { BlindRow, BlindView } from './blindView';
import { type Answer, type AppMethod, type Argument, type Blinded, closedNow, type Rules } from './rule';
import { Scrub } from './scrub';

/** Asks where a trajectory belongs whose path the study doesn't know. */
export type PlaceOf = (ref: TrajectoryRef) => Promise<{
  readonly instanceId: string | null;
  readonly runId: string | null;
}>;

type At = { readonly path: string; readonly which?: number };

const rowOf = async (view: BlindView, { path, which = 0 }: At, placeOf: PlaceOf): Promise<BlindRow | null> => {
  const known = view.rowAt(path);
  if (known !== null || pathBelow(view.root, path) === null) return known;
  // A file may hold the runs of many instances: whose it is then, its head says.
  const place = await placeOf({ path, which }).catch(() => null);
  return place?.instanceId && place.runId ? view.rowNamed(place.instanceId, place.runId) : null;
};

/** Its own file, by its own name, tells whose it is. */
const tellsName = (view: BlindView, { hidden }: BlindRow, path: string): boolean =>
  hidden.model && view.realPath(path) === path;

interface Told<K extends AppMethod> {
  /** What is asked, and told, beyond names. */
  readonly ask?: (q: Argument<K>, hidden: HiddenFromRater) => Argument<K>;
  readonly tell?: (answer: Answer<K>, hidden: HiddenFromRater) => Answer<K>;
  readonly isClosed?: (hidden: HiddenFromRater, q: Argument<K>) => boolean;
  /** Answers in its place. */
  readonly instead?: (view: BlindView, hidden: HiddenFromRater, q: Argument<K>) => Answer<K> | undefined;
}

/** A trajectory that may be seen, by the path that tells nothing; what the answer would tell is masked. */
const trajectoryRule =
  (placeOf: PlaceOf) =>
  <K extends AppMethod>({ ask, tell, isClosed, instead }: Told<K> = {}): Blinded<K> =>
  async (view, q, inner): Promise<Answer<K>> => {
    const at = q as unknown as At;
    const blind = await rowOf(view, at, placeOf);
    if (blind === null) return (await inner(q)) as Answer<K>;
    const { hidden } = blind;
    const scrub = new Scrub(view, blind);
    if (hiddenFacets(hidden).length === 0) return (await inner(scrub.question(q))) as Answer<K>;
    if (hidden.trajectory || tellsName(view, blind, at.path) || isClosed?.(hidden, q)) throw closedNow();
    const other = instead?.(view, hidden, q);
    if (other !== undefined) return other;
    const asked = scrub.question(q);
    const answer = (await inner(ask ? ask(asked, hidden) : asked)) as Answer<K>;
    return scrub.answer(tell ? tell(answer, hidden) : answer);
  };

const blindHead = (head: Trajectory, { model, tests }: HiddenFromRater): Trajectory => ({
  ...head,
  ...(tests ? { resolved: null, scores: [] } : {}),
  ...(model ? { id: null, runId: null, agent: null, model: null, format: '', version: null } : {}),
  ...(model ? { agents: head.agents.map((agent) => ({ ...agent, name: null })) } : {}),
  ...(model ? { totals: { ...head.totals, costUsd: null, costSource: 'unknown' as const } } : {}),
});

/** Finding a part of a name says that it is there. */
const tellsWord = (view: BlindView, { model }: HiddenFromRater, query: Parameters<typeof patternOf>[0]): boolean => {
  if (!model) return false;
  const pattern = patternOf(query);
  return !('fault' in pattern) && view.names.tells(new RegExp(pattern.source, pattern.flags));
};

const nothingFound = {
  ...{ found: [], state: 'done', steps: 0, rawParts: 0, slow: 0, unread: 0, fault: null },
} as const satisfies Answer<'trajectoryFind'>;

const noForks: Answer<'trajectoryForks'> = { parent: null, forks: [] };

type Ruled =
  | Extract<AppMethod, `trajectory${string}`>
  | 'stepState'
  | 'stepFile'
  | 'stepPaths'
  | 'openStepWorkspace'
  | 'testStep'
  | 'replayTrajectory'
  | 'alignTrajectories';

/** Everything that is asked about one trajectory, and what is asked about many. */
export const trajectoryRules = (
  placeOf: PlaceOf,
): Pick<Rules, Exclude<Ruled, 'trajectoryNotes' | 'trajectoryPlace'>> => {
  const plain = trajectoryRule(placeOf);
  return {
    trajectoryShape: plain({ tell: (shape, hidden) => ({ ...shape, head: blindHead(shape.head, hidden) }) }),
    trajectoryStep: plain(),
    trajectoryText: plain(),
    trajectoryRaw: plain(),
    trajectoryClose: async (view, q, inner) => inner({ path: view.realPath(q.path) ?? q.path }),
    trajectoryList: plain(),
    trajectoryListRows: plain(),
    trajectoryListMove: plain(),
    trajectoryTimeline: plain({
      tell: (timeline, { model }) =>
        timeline && model ? { ...timeline, lanes: timeline.lanes.map((lane) => ({ ...lane, name: null })) } : timeline,
    }),
    trajectoryFind: plain({
      instead: (view, hidden, { query }) => (tellsWord(view, hidden, query) ? nothingFound : undefined),
    }),
    trajectoryHits: plain({
      instead: (view, hidden, { query }) => (tellsWord(view, hidden, query) ? { hits: [], more: false } : undefined),
    }),
    trajectoryRawHits: plain({
      instead: (view, hidden, { query }) => (tellsWord(view, hidden, query) ? { text: '', hits: [] } : undefined),
    }),
    trajectoryAnchor: plain(),
    trajectoryFindAnchors: plain(),
    trajectorySignals: plain({
      ask: (q, { gold, tests }) => ({ ...q, hidden: { gold, tests } }),
      instead: (_view, { signals }) => (signals ? { suggestions: [], marks: [], base: '' } : undefined),
    }),
    trajectoryInput: plain(),
    trajectoryInputText: plain(),
    trajectoryDocument: plain(),
    trajectoryLink: plain(),
    trajectoryLinked: plain(),
    trajectoryReplay: plain(),
    trajectoryReplayTexts: plain(),
    trajectoryForks: async () => noForks,
    trajectoryTable: 'closed',
    trajectoryTableRows: 'closed',
    trajectoryTableEnd: 'open',
    alignTrajectories: 'closed',
    replayTrajectory: 'closed',
    stepState: plain({
      tell: (state, { gold }) =>
        gold
          ? {
              ...state,
              hasGold: false,
              files: state.files.flatMap((file) => (file.inModel ? [withoutGold(file)] : [])),
            }
          : state,
    }),
    stepFile: plain({ isClosed: ({ gold }, { side }) => gold && side === 'gold' }),
    stepPaths: plain(),
    openStepWorkspace: 'closed',
    testStep: 'closed',
  };
};

const none = { added: 0, removed: 0 };

const withoutGold = <F extends Answer<'stepState'>['files'][number]>(file: F): F => ({
  ...file,
  inGold: false,
  gold: none,
});
