import { counted } from '../../core/shared/counted';
import type { Submission, SubmitResult } from '../../protocol/verdict';
import type { Services } from '../platform/services';
import type { Judged } from './judged';
import { mapOf, notOpened, whyNoMap } from './mappedItem';

const question = 'files-not-opened';

/** Asks before a verdict on a patch of which files were never on screen; null where there is nothing to ask. */
export const askUnopened = async (
  services: Services,
  item: Judged | null,
  { amends, confirmed }: Submission,
): Promise<SubmitResult | null> => {
  const isPatch = item !== null && (item.unit?.kind ?? 'prediction') === 'prediction';
  if (!isPatch || item.run === null || whyNoMap(item) !== null) return null;
  if (amends !== null || confirmed.includes(question)) return null;
  const { map } = await mapOf(services, item);
  const { length } = notOpened(map, services.fileMarks.of({ instanceId: item.instanceId, hash: map.hash }));
  if (length === 0) return null;
  return { kind: 'ask', id: question, text: `${counted(length, 'file')} not opened. Submit anyway?` };
};
