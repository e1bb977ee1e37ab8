import { expect, it } from 'vitest';
import { leftModelRuns } from '../../../../src/io/store/unfinishedModelRuns';
import { tempFolder } from '../../../fakes/tempFolder';

it('names files of a run by the study as it lies now, wherever it was begun', async () => {
  const study = tempFolder();
  const own = {
    dataset: 'datasets/d.jsonl',
    settings: { file: 'loop.yaml' },
    entry: { file: '/elsewhere/replies.yaml' },
  };
  study.write('runs/r/run.json', JSON.stringify({ id: 'r', model: 'm', agent: 'loop', attempt: 1, touchstone: own }));
  study.write('runs/r/events.jsonl', '{"kind":"begun","at":"2026-01-01T00:00:00Z","items":2,"budgetUsd":null}\n');
  const [left] = await leftModelRuns(study.path);
  study.remove();
  expect(left).toMatchObject({ runId: 'r', done: 0, total: 2 });
  expect(left?.record.touchstone).toMatchObject({
    dataset: `${study.path}/datasets/d.jsonl`,
    settings: { file: `${study.path}/loop.yaml` },
    entry: { file: '/elsewhere/replies.yaml' },
  });
});
