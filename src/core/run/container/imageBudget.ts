import { sizeText } from '../../shared/sizeText';
import type { KeptImage } from './keptImage';

const gibibyte = 1024 ** 3;

/** What our images may take where nobody says otherwise (`touchstone.imageBudget`): about forty published images. */
export const defaultImageBudget = 100 * gibibyte;

/** Below so much free space on the engine's disk nothing is pulled or built. */
export const imageSpaceFloor = 5 * gibibyte;

/** An image that was used so shortly ago is about to be used by a job. */
const restMs = 10 * 60_000;

export interface OverBudget {
  /** Least recently used first: those that bring the sum below the budget, or all that can go. */
  readonly images: readonly KeptImage[];
  readonly bytes: number;
  /** For people. */
  readonly words: string;
}

const isResting = ({ inUse, lastUsedAt }: KeptImage, now: number): boolean =>
  inUse === null && (lastUsedAt === null || now - Date.parse(lastUsedAt) >= restMs);

/**
 * Which of our images should go for the sum to be within the budget (bytes; 0: no limit): the least recently used ones
 * that no container uses and that nobody used in the last ten minutes. Null where nothing needs to, or can. `images`
 * as `ImageStore.list` gives them; `now` in milliseconds.
 */
export const overBudget = (images: readonly KeptImage[], budget: number, now: number): OverBudget | null => {
  const total = images.reduce((sum, { bytes }) => sum + bytes, 0);
  if (budget <= 0 || total <= budget) return null;
  const going: KeptImage[] = [];
  let freed = 0;
  for (const image of images) {
    if (total - freed <= budget) break;
    if (!isResting(image, now)) continue;
    going.push(image);
    freed += image.bytes;
  }
  if (going.length === 0) return null;
  const words = `Images of Touchstone take ${sizeText(total)}, more than the ${sizeText(budget)} of the budget.`;
  return { images: going, bytes: freed, words };
};
