import { erasable, eraseTexts, erasureQuestion, planErasure } from '../app/eraseText';
import { openConflicts, resolveConflict } from '../app/resolveConflict';
import { readKeptEvents } from '../io/store/keptEvents';
import { openTextStore } from '../io/store/textStore';
import type { OwnEvents, ReviewStoreApi } from '../protocol/reviewStore';
import type { VerdictStores } from './verdictStores';

/** What is done to stored verdicts beside judging. `stores`: those of the desk, since a chain has one writer here. */
export const reviewStoreApi = (stores: VerdictStores): ReviewStoreApi => {
  const own = ({ studyFolder, studyId, rater }: OwnEvents) => stores.of(studyFolder, studyId, rater);
  return {
    erasableEvents: async ({ studyFolder, studyId, rater }) =>
      erasable({ readEvents: () => readKeptEvents(studyFolder), texts: openTextStore(studyFolder, studyId) }, rater),
    erasureQuestion: async ({ studyFolder, event }) =>
      erasureQuestion(await planErasure({ readEvents: () => readKeptEvents(studyFolder) }, event)),
    eraseTexts: async ({ event, ...who }) => {
      const ports = await own(who);
      await eraseTexts(ports, await planErasure(ports, event));
      return null;
    },
    conflicts: ({ studyFolder, rater }) => openConflicts({ readEvents: () => readKeptEvents(studyFolder) }, rater),
    resolveConflict: async ({ keep, ...who }) => {
      await resolveConflict(await own(who), who.rater, keep);
      return null;
    },
  };
};
