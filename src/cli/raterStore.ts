import { basename } from 'node:path';
import { readStudy } from '../app/studyFile';
import type { ReviewStore } from '../core/review/stores';
import { InputFault } from '../core/shared/problem';
import { nodeFiles } from '../io/files/nodeFiles';
import { openReviewStore, ratersHere } from '../io/store/openReviewStore';

/** Who writes: as `--rater` says, else the one rater who has judged on this machine. */
export const raterOf = async (root: string, said: string | undefined): Promise<string> => {
  if (said !== undefined) return said;
  const found = await ratersHere(root);
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  const who = found.length === 0 ? 'Nobody has judged' : `${found.join(', ')} have judged`;
  throw new InputFault(`${who} in this study on this machine: say who you are with --rater.`);
};

/** The study's id: as its file says, else its folder's name. */
export const studyIdOf = async (root: string): Promise<string> =>
  (await readStudy(nodeFiles, root))?.study?.id ?? basename(root);

/** Does something with a rater's store, and gives the chain back. */
export const withRaterStore = async <T>(
  root: string,
  study: string,
  rater: string,
  use: (store: ReviewStore) => Promise<T>,
): Promise<T> => {
  const store = await openReviewStore(root, study, rater);
  try {
    return await use(store);
  } finally {
    await store.events.close();
  }
};
