import type { Patch } from './patch';
import { patchFigures } from './patchFigures';

/** Lines that a patch adds and removes in files that are neither tests nor made by tools, by their names. */
export const sourceLines = (patch: Patch): number =>
  patchFigures(patch)
    .perFile.filter(({ test, generated }) => !test && !generated)
    .reduce((sum, { added, removed }) => sum + added + removed, 0);
