import type { FilePort } from '../../core/shared/files';
import { neededBy } from '../../core/study/blind/yieldTo';
import { type BlindFacet, hiddenFacets } from '../../core/study/hiddenFromRater';
import type { JudgingSession, JudgingSessions } from '../../io/store/judgingSession';
import { readRubricFile } from '../../io/store/rubricFile';
import type { DeskItem, JudgingApi, JudgingState } from '../../protocol/judging';
import type { JudgedUnit } from '../../protocol/rubrics';
import { findRubric } from '../findRubric';
import { studyOverview } from '../studyOverview';
import type { BlindDesk } from './blindDesk';
import type { BlindRow, BlindView } from './blindView';

export interface JudgingPorts {
  readonly desk: BlindDesk;
  readonly sessions: JudgingSessions;
  readonly files: FilePort;
  readonly rubricFolder: string;
  /** RFC 3339. */
  readonly now: () => string;
}

const stateOf = (view: BlindView): JudgingState => {
  const { studyFolder, rater, queue, since } = view.session;
  const { onScreenOnly } = view;
  return { studyFolder, rater, queue, since, hidden: hiddenFacets(view.waitingHidden()), onScreenOnly };
};

const neededOf = async (
  { files, rubricFolder }: JudgingPorts,
  studyFolder: string,
  { rubric }: DeskItem,
): Promise<readonly BlindFacet[]> => {
  if (rubric === undefined) return [];
  return neededBy((await readRubricFile(await findRubric(files, rubricFolder, { studyFolder, rubric }))).rubric);
};

/** A trajectory of the row by the path that it has from now on. */
const unitNow = (unit: JudgedUnit, { row, shown }: BlindRow): JudgedUnit => {
  if (unit.kind !== 'trajectory') return unit;
  const at = row.trajectories?.indexOf(unit.ref.path) ?? -1;
  return { ...unit, ref: { ...unit.ref, path: shown.trajectories?.[at] ?? unit.ref.path } };
};

const itemNow = (item: DeskItem, row: BlindRow | null): DeskItem =>
  row === null
    ? item
    : { ...item, runKey: row.shown.key, ...(item.unit === undefined ? {} : { unit: unitNow(item.unit, row) }) };

const sessionOf = async (
  ports: JudgingPorts,
  q: Parameters<JudgingApi['startJudging']>[0],
  rowKey: string | null,
): Promise<JudgingSession> => {
  const { studyFolder, rater, queue, item } = q;
  const before = await ports.sessions.read(studyFolder);
  const isSame = before?.rater === rater;
  return {
    ...{ studyFolder, rater, queue },
    since: isSame ? before.since : ports.now(),
    desk: item && { instanceId: item.instanceId, rowKey, needed: await neededOf(ports, studyFolder, item) },
  };
};

/** Judging begins and ends; the session lies in the cache, so that every window of this machine knows of it. */
export const judgingApi = (ports: JudgingPorts): JudgingApi => {
  const { desk, sessions } = ports;
  return {
    startJudging: async (q) => {
      const { item } = q;
      const plain = await desk.viewFor(await sessionOf(ports, { ...q, item: null }, null));
      const named = item === null || item.runKey === null ? null : plain.rowNamed(item.instanceId, item.runKey);
      const session = await sessionOf(ports, q, named?.row.key ?? null);
      await sessions.write(session);
      const view = await desk.viewFor(session);
      const row = item && named && view.rowNamed(item.instanceId, named.letter);
      return { state: stateOf(view), item: item && itemNow(item, row) };
    },
    endJudging: async ({ studyFolder }) => {
      await sessions.drop(studyFolder);
      return null;
    },
    judgingState: async ({ studyFolder }) => {
      const view = await desk.viewOf(studyFolder);
      return view && stateOf(view);
    },
    overviewNow: async ({ studyFolder }) => {
      const catalogue = await desk.study.of(studyFolder);
      return studyOverview(catalogue, desk.study.partsIn(catalogue));
    },
  };
};
