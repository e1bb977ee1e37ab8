import type { ItemBlinding } from '../../app/itemBlinding';
import type { VerdictRequest } from '../../protocol/app';
import type { BlindDesk } from './blindDesk';

/** What is hidden of the item of a request (by its own names) now; null where nobody judges in its study. */
export const itemBlinding =
  (desk: BlindDesk) =>
  async ({ studyFolder, instanceId, runId, patchHash }: VerdictRequest): Promise<ItemBlinding | null> => {
    desk.forget();
    const view = await desk.viewOf(studyFolder);
    if (view === null) return null;
    const { onScreenOnly } = view;
    const own = view.rowsOf(instanceId).filter(({ row }) => row.runId === runId);
    const found = own.find(({ row }) => row.patchHash === patchHash) ?? own[0];
    const now = found?.hidden ?? view.instanceHidden(instanceId);
    return { before: view.waitingHidden(), now, model: found?.row.model ?? null, onScreenOnly };
  };
