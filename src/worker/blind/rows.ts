import type { Note, NotedPlace } from '../../core/review/notes/notes';
import type { StudyOverview } from '../../protocol/studyOverview';
import { rowName, type WaitingQuery } from '../../protocol/studyRows';
import type { QueueDesk } from '../queueDesk';
import type { BlindRow, BlindView } from './blindView';
import { closedNow, type Rules } from './rule';

/** As of rows that are not blind. */
const mostAtOnce = 1000;

/** What may be told of a study: its datasets. Runs and all that was found in their files name models. */
const blindOverview = (view: BlindView, overview: StudyOverview): StudyOverview => {
  const { model, tests, judge } = view.hidden;
  const { trajectories: _trajectories, ...rest } = overview;
  const closed = { runs: [], alone: [], usualRun: null, evaluations: 0, problems: [], problemCount: 0 };
  return { ...rest, ...(model || tests ? closed : {}), ...(judge ? { judges: [] } : {}) };
};

const nameFor = (view: BlindView, name: string): string => {
  const [runId = '', instanceId = ''] = name.split('\n');
  const found = view.rowNamed(instanceId, runId);
  return found ? rowName(found.row) : name;
};

const overviewRules: Pick<Rules, 'openStudy' | 'readRuns' | 'overviewNow'> = {
  openStudy: { after: blindOverview },
  readRuns: {
    after: (view, answer) =>
      answer && {
        overview: blindOverview(view, answer.overview),
        fault: answer.fault === null ? null : view.names.text(answer.fault),
      },
  },
  overviewNow: { after: blindOverview },
};

/** What waits in the queue that is meant; where it stands in the study's order, by letters within an instance. */
const queued = async (queues: QueueDesk, view: BlindView, q: WaitingQuery): Promise<readonly BlindRow[]> => {
  const waiting = view.waiting();
  const { queue = 'mine', mix = 0, studyFolder } = q;
  if (queue === 'mine' || queue === 'all') return waiting;
  const byRow = new Map(waiting.map((blind) => [blind.row, blind]));
  return (await queues.drawn({ studyFolder, queue, mix })).flatMap(({ row }) => byRow.get(row) ?? []);
};

/** Rows under their letters, verdicts as far as they are one's own. */
export const rowRules = (
  queues: QueueDesk,
): Pick<
  Rules,
  | 'openStudy'
  | 'readRuns'
  | 'overviewNow'
  | 'rowsOf'
  | 'runRows'
  | 'waiting'
  | 'evaluationPlaces'
  | 'judged'
  | 'verdicts'
> => ({
  ...overviewRules,
  rowsOf: async (view, q, inner) => ({
    ...(await inner(q)),
    rows: view.rowsOf(q.instanceId).map(({ shown }) => view.lean(shown)),
  }),
  runRows: 'closed',
  waiting: async (view, q) => {
    const skipped = new Set(q.skipped.map((name) => nameFor(view, name)));
    const isSkipped = ({ row }: BlindRow): boolean => skipped.has(rowName(row));
    const all = await queued(queues, view, q);
    const rows = [...all.filter((row) => !isSkipped(row)), ...all.filter(isSkipped)];
    const sought = q.placeOf === null ? null : nameFor(view, q.placeOf);
    const place = rows.findIndex(({ row }) => rowName(row) === sought);
    const window = rows.slice(q.from, q.from + Math.min(q.count, mostAtOnce));
    return {
      total: rows.length,
      rows: window.map(({ row, shown }) => ({ datasetPath: view.datasetOf(row.instanceId), row: view.lean(shown) })),
      place: place < 0 ? null : place,
    };
  },
  evaluationPlaces: async () => [],
  judged: async (view, q, inner) => {
    const { of } = await inner(q);
    return { judged: view.judgedInAll(), of };
  },
  verdicts: async (view, q, inner) => {
    const { rater } = view.session;
    const all = await inner(q);
    return view.hidden.peers ? all.filter((verdict) => verdict.rater === rater) : all;
  },
});

/** The row on which a note is; null: it is on none that is judged here. */
const rowOfNote = (view: BlindView, on: NotedPlace): BlindRow | null => {
  if (on.kind === 'side') return null;
  return view.rowAt(`${view.root}/${on.kind === 'step' ? on.path : on.folder}`);
};

const isHidden = (view: BlindView, { on }: Note): boolean => {
  const row = rowOfNote(view, on);
  if (row === null) return on.kind === 'side' && on.side === 'gold' && view.instanceHidden(on.instanceId).gold;
  return on.kind === 'step' ? row.hidden.trajectory : row.hidden.tests;
};

const blindPlace = (view: BlindView, on: NotedPlace): NotedPlace => {
  const blind = rowOfNote(view, on);
  if (!blind?.hidden.model) return on;
  const { row, shown } = blind;
  if (on.kind === 'step') {
    const at = row.trajectories?.indexOf(`${view.root}/${on.path}`) ?? -1;
    return { ...on, path: shown.trajectories?.[at] ?? '' };
  }
  if (on.kind === 'side') return on;
  const at = row.evaluations.findIndex(({ folder }) => folder === `${view.root}/${on.folder}`);
  return { ...on, folder: shown.evaluations[at]?.folder ?? '' };
};

/** The place by its own name, as it is kept. */
const realPlace = (view: BlindView, on: NotedPlace): NotedPlace => {
  if (on.kind === 'step') return { ...on, path: view.below(on.path) };
  return on.kind === 'log' ? { ...on, folder: view.below(on.folder) } : on;
};

/** Notes are kept by the real names and told by those that tell nothing. */
export const noteRules: Pick<Rules, 'stepNotes' | 'trajectoryNotes' | 'writeNote'> = {
  stepNotes: async (view, q, inner) =>
    (await inner(q))
      .filter((note) => !isHidden(view, note))
      .map((note) => ({ ...note, on: blindPlace(view, note.on) })),
  trajectoryNotes: async (view, q, inner) => {
    const path = view.realPath(q.ref.path);
    if (path === null || view.rowAt(q.ref.path)?.hidden.trajectory) throw closedNow();
    const placed = await inner({ ...q, ref: { ...q.ref, path }, path: view.below(q.path) });
    return placed.map(({ note, idx }) => ({ note: { ...note, on: blindPlace(view, note.on) }, idx }));
  },
  writeNote: async (view, q, inner) =>
    inner(q.event.kind === 'note' ? { ...q, event: { ...q.event, on: realPlace(view, q.event.on) } } : q),
};
