import { parsePatch } from '../core/patch/parsePatch';
import { pathOf } from '../core/patch/patch';
import { type PlaceDesk, placeOf } from './trajectoryPlaceApi';
import type { GoldFilesOf } from './trajectorySignalsApi';

/** The files that the gold patch of a trajectory's instance changes, by the study around it; null where not known. */
export const goldFilesOf =
  (desk: PlaceDesk): GoldFilesOf =>
  async (path, head) => {
    const patch = (await placeOf(desk, path, head)).instance?.goldPatch ?? null;
    return patch === null ? null : parsePatch(patch).files.map(pathOf);
  };
