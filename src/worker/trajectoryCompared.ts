import { comparedFacts } from '../app/trajectory/comparedFacts';
import { type PlaceDesk, placeOf } from './trajectoryPlaceApi';
import type { ComparedFactsOf } from './trajectorySignalsApi';

/** What the study around a trajectory gives its signals to compare with. */
export const comparedFactsOf =
  (desk: PlaceDesk): ComparedFactsOf =>
  async (path, head) =>
    comparedFacts(desk.ports.files, await placeOf(desk, path, head));
