import type { ReviewStore } from '../../core/review/stores';
import { version } from '../../core/shared/version';
import { systemClock } from '../jobs/systemClock';
import { cacheFolder, hostId } from './cacheFolder';
import { readChainHeads } from './chainHeads';
import { openDraftStore } from './draftStore';
import { EventWriter } from './eventWriter';
import { readKeptEvents } from './keptEvents';
import { eventFiles } from './readEvents';
import { openTextStore } from './textStore';

const tool = `touchstone/${version}`;

/** A rater's store in a study's folder on this machine. Nothing is written or locked before the first event is. */
export const openReviewStore = async (root: string, study: string, rater: string): Promise<ReviewStore> => {
  const cache = cacheFolder();
  return {
    events: new EventWriter({ root, study, rater, host: await hostId(cache), tool, clock: systemClock }),
    texts: openTextStore(root, study),
    drafts: openDraftStore(cache, root, rater),
    readEvents: () => readKeptEvents(root),
    heads: () => readChainHeads(root),
  };
};

/** Raters who have written events of a study on this machine. */
export const ratersHere = async (root: string): Promise<readonly string[]> => {
  const host = await hostId(cacheFolder());
  const own = (await eventFiles(root)).filter(({ device }) => device.startsWith(`${host}-`));
  return [...new Set(own.map(({ rater }) => rater))];
};
