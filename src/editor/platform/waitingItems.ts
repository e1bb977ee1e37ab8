import { rowName, type WaitingWindow } from '../../protocol/studyRows';
import type { Judged } from '../panels/judged';
import type { QueueChoice } from './chosenQueue';
import type { Services } from './services';
import { raterSetting } from './settings';

const nothing: WaitingWindow = { total: 0, rows: [], place: null };

type Asked = Pick<Services, 'app' | 'study' | 'queue'>;

/**
 * Predictions of a queue that this rater has not judged, what was skipped in this session last; gold, base and empty
 * patches are not asked for. `item` asks for its place among them; `choice` is the queue that is worked through.
 */
export const waitingItems = async (
  { app, study, queue }: Asked,
  count: number,
  item: Judged['run'] | null = null,
  choice: QueueChoice = queue.value,
): Promise<WaitingWindow> => {
  const { folder, skipped } = study;
  if (folder === null) return nothing;
  const placeOf = item === null ? null : rowName(item);
  const q = { studyFolder: folder, rater: raterSetting(), skipped: [...skipped], from: 0, count, placeOf, ...choice };
  return app.remote.waiting(q);
};

/** The next one, with the dataset of its instance; null where none waits. */
export const nextWaiting = async (services: Asked): Promise<Judged | null> => {
  const [next] = (await waitingItems(services, 1)).rows;
  if (!next || next.datasetPath === null) return null;
  return { datasetPath: next.datasetPath, instanceId: next.row.instanceId, run: next.row };
};
