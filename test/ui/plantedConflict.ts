import { EventWriter } from '../../src/io/store/eventWriter';
import { readEvents } from '../../src/io/store/readEvents';

/** Two more verdicts of the same rater on an instance's item, as two other devices would bring them by a merge. */
export const plantConflict = async (root: string, instance: string): Promise<void> => {
  let verdict = null;
  for await (const event of readEvents(root))
    if (event.type === 'verdict' && (event.body['of'] as { instance?: string }).instance === instance) verdict = event;
  if (!verdict) throw new Error(`no verdict on ${instance}`);
  const { study, rater, body } = verdict;
  for (const [host, value] of [
    ['laptop', 'right'],
    ['desk', 'wrong'],
  ] as const) {
    const writer = new EventWriter({
      ...{ root, study, rater, host, tool: 'test' },
      clock: { now: () => new Date().toISOString() },
    });
    const overall = { ...(body['overall'] as object), value };
    await writer.append({ type: 'verdict', body: { ...body, overall, note: null } });
    await writer.close();
  }
};
