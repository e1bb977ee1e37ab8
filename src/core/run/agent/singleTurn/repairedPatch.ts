import { recountHunks } from '../../../patch/recountHunks';

/** A patch that git would rather take, offered beside the one that the model wrote; never put in its place. */
export interface RepairedPatch {
  readonly patch: string;
  /** What was mended, a sentence each. */
  readonly mended: readonly string[];
}

/** Counts of hunks that are not those of their lines, and a last line without its end. Null where nothing is to mend. */
export const repairedPatch = (patch: string): RepairedPatch | null => {
  const ended = patch === '' || patch.endsWith('\n') ? patch : `${patch}\n`;
  const { patch: recounted, changed } = recountHunks(ended);
  const mended = [
    ...(changed > 0 ? [`${changed} hunk header${changed === 1 ? '' : 's'} counted again by the lines below.`] : []),
    ...(ended === patch ? [] : ['The last line got its line end.']),
  ];
  return mended.length === 0 ? null : { patch: recounted, mended };
};
