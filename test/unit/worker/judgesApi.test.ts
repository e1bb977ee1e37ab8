import { join } from 'node:path';
import { expect, test } from 'vitest';
import { judgeFacts, judgesShown } from '../../../src/app/judge/judgeAnswers';
import { beginStudy } from '../../../src/app/openStudy';
import { nodeFiles } from '../../../src/io/files/nodeFiles';
import { sha256 } from '../../../src/io/store/sha256';
import { openTrajectoryFiles } from '../../../src/io/trajectories/openTrajectoryFiles';
import { JudgesDesk, judgesApi } from '../../../src/worker/judgesApi';
import { OpenedStudy } from '../../../src/worker/openedStudy';
import { judgedSample } from '../../fakes/judgedSample';

const studyFolder = join(process.cwd(), 'samples', 'quickstart');

const opened = () => {
  const study = new OpenedStudy({
    listDataset: () => Promise.reject(new Error('none is asked for')),
    beginStudy: ({ folder, signal }) => beginStudy({ files: nodeFiles, sha256 }, folder, signal),
  });
  const desk = new JudgesDesk({ files: nodeFiles, openTrajectory: openTrajectoryFiles }, study);
  return { desk, api: judgesApi(desk) };
};

const item = { studyFolder, instanceId: 'touchstone-samples__spandrel-23', runId: 'kestrel-1' };

test('judges stay hidden from who rates an item until the verdict, and are shown where nobody rates', async () => {
  const { desk, api } = opened();
  expect(await api.judgeAnswers({ ...item, rater: 'nobody-yet' })).toEqual({ kind: 'hidden', until: 'after-verdict' });
  const shown = await api.judgeAnswers({ ...item, rater: null });
  expect(shown).toMatchObject({ kind: 'shown', answers: [{ judge: 'magpie' }, { judge: 'wren' }] });
  const [magpie, wren] = judgeFacts(await desk.revealed(studyFolder, item.instanceId, item.runId), 'wrong');
  expect(magpie).toMatchObject({ name: 'Judge magpie', value: 'right (CORRECT), and you say wrong', mark: 'differs' });
  expect(magpie?.detail).toMatch(/^Its text and its label disagree\. The text says wrong .*\n\n`cut` now keeps/s);
  expect(wren?.detail).toMatch(/The judge saw all 808 characters\.$/);
});

test('each judge of the study says what its file comes to, and a preview changes nothing', async () => {
  const { api } = opened();
  expect(await api.judges({ studyFolder })).toEqual([
    { id: 'magpie', words: '11 joined, 2 contradictions queued', hasFaults: false },
    { id: 'wren', words: '11 joined, 1 without a label', hasFaults: false },
  ]);
  const preview = await api.previewJudge({ studyFolder, path: join(studyFolder, 'judge/magpie.jsonl'), map: null });
  expect(preview).toMatchObject({ adds: 'stands-there', map: 'magpie.map.yaml', faults: [], faultCount: 0 });
  expect(preview.rows[0]).toMatchObject({ place: 'line 1', said: 'INCORRECT', label: 'wrong' });
});

test('after the study, and never, are after no verdict', () => {
  expect(['at-once', 'after-verdict', 'after-study', 'never'].map((one) => judgesShown(one as 'never', true))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(judgesShown('after-verdict', false)).toBe(false);
});

test("your own answers stand beside the judges once you have a verdict, and nobody else's", async () => {
  const folder = await judgedSample({ by: ['amber', 'birch'] });
  const asked = { ...item, studyFolder: folder, rater: 'amber' };
  const { api } = opened();
  const shown = await api.judgeAnswers({ ...asked, you: 'amber' });
  expect(shown).toMatchObject({
    kind: 'shown',
    yours: {
      overall: 'wrong',
      criteria: [
        { id: 'correct', value: 'no' },
        { id: 'side_effects', value: '0' },
      ],
    },
  });
  expect(await api.judgeAnswers({ ...asked, you: 'birch' })).toMatchObject({ yours: { overall: 'right' } });
  expect(await api.judgeAnswers({ ...asked, rater: null, you: 'cedar' })).toMatchObject({ kind: 'shown', yours: null });
  expect(await api.judgeAnswers({ ...asked, rater: 'cedar', you: 'cedar' })).toMatchObject({ kind: 'hidden' });
});

test('the report of the judges is made anew from what lies on the disk', async () => {
  const folder = await judgedSample();
  const { api } = opened();
  const { text } = await api.judgeReport({ studyFolder: folder });
  expect(text).toMatch(/^# Judge report\n/);
  expect(text).toContain('.545 (6 of 11)');
});
