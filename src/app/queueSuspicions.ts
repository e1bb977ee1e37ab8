import { counted } from '../core/shared/counted';
import { comparePatchTexts } from './comparePatches';

/**
 * Why a patch that passes isn't to be trusted at once: it changes tests, leaves what a tool made, touches files beyond the
 * task, or not all that gold does. A few words each; empty where nothing of it, or there is no patch to compare.
 */
export const suspicionsOf = async (texts: {
  readonly gold: string | null;
  readonly model: string | null;
  readonly testPatch: string | null;
}): Promise<readonly string[]> => {
  const { files, asWritten } = await comparePatchTexts(texts);
  if (asWritten.model.state !== 'patch') return [];
  // Where gold writes tests, the task is to write some.
  const asksForTests = files.some((file) => file.class === 'tests' && file.gold !== null);
  const count = (isMeant: (file: (typeof files)[number]) => boolean): number => files.filter(isMeant).length;
  const found: readonly (readonly [number, string])[] = [
    [asksForTests ? 0 : count((file) => file.class === 'tests'), 'of tests changed'],
    [count((file) => file.class === 'generated' && file.model !== null), 'made by a tool left'],
    [count((file) => file.class === 'outside'), 'outside the task changed'],
    [asWritten.gold.state === 'patch' ? count((file) => file.class === 'gold') : 0, 'of gold not touched'],
  ];
  return found.flatMap(([files, words]) => (files > 0 ? [`${counted(files, 'file')} ${words}`] : []));
};
