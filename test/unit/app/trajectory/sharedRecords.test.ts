import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTrajectory } from '../../../../src/app/trajectory/openTrajectory';
import { openTrajectoryFiles } from '../../../../src/io/trajectories/openTrajectoryFiles';
import { type TempFolder, tempFolder } from '../../../fakes/tempFolder';

let folder: TempFolder;
beforeEach(() => {
  folder = tempFolder();
});
afterEach(() => folder.remove());

const sample = (id: string) => ({
  id,
  epoch: 1,
  messages: [{ role: 'assistant', content: `I am ${id}.` }],
  events: [],
  scores: { match: { value: 'C' } },
});

describe('a log of Inspect as one document', () => {
  it('gives each of its samples what stands beside them, before them and behind', async () => {
    const log = {
      version: 2,
      eval: { task: 'widgets', run_id: 'r', model: 'acme/one', solver: 'react' },
      samples: [sample('a'), sample('b')],
      status: 'success',
    };
    const path = folder.write('log.json', JSON.stringify(log));
    for (const which of ['a', 'b']) {
      const { head, entries } = await openTrajectory(openTrajectoryFiles, path, { which });
      expect(head).toMatchObject({ instanceId: which, model: 'acme/one', runId: 'r', agent: 'react', version: '2' });
      expect(head).toMatchObject({ status: 'submitted', rawStatus: 'success', resolved: true });
      expect(entries.map(({ preview }) => preview)).toEqual([`I am ${which}.`]);
    }
  });
});
