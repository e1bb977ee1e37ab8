import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { verdictsOf } from '../../../src/app/readVerdicts';
import type { Instance } from '../../../src/core/instance/instance';
import type { TouchstoneEvent } from '../../../src/core/review/events/event';
import { judgedModes } from '../../../src/core/review/events/judgedModes';
import { emptyAnswers, type FormAnswers, noAnswer } from '../../../src/core/review/form/answers';
import { nodeFiles } from '../../../src/io/files/nodeFiles';
import { readEvents } from '../../../src/io/store/readEvents';
import type { VerdictRequest } from '../../../src/protocol/app';
import type { VerdictItem } from '../../../src/protocol/verdict';
import { verdictDesk } from '../../../src/worker/verdictDesk';
import { type TempFolder, tempFolder } from '../../fakes/tempFolder';

const instanceOf = (id: string) =>
  ({
    ...{ id, benchmark: 'swe-bench', baseCommit: null, goldPatch: null, statement: 'mend it', image: null },
    ...{ labels: {}, extra: {} },
  }) as unknown as Instance;

const value = (given: string | number | boolean) => ({ ...noAnswer, given: { kind: 'value' as const, value: given } });
const answers: FormAnswers = {
  ...emptyAnswers,
  criteria: { correct: value(true), general: value(true), complete: value('all'), side_effects: value(0) },
  overall: value('right'),
  confidence: 4,
};

let temp: TempFolder;
beforeEach(() => {
  temp = tempFolder();
  vi.stubEnv('TOUCHSTONE_CACHE', path.join(temp.path, 'cache'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  temp.remove();
});

const rubricFolder = path.resolve(import.meta.dirname, '../../../rubrics');
const deskOn = () => verdictDesk({ files: nodeFiles, readInstance: async (_path, id) => instanceOf(id), rubricFolder });

const request = (study: string, instanceId: string, rater: string): VerdictRequest => ({
  ...{ datasetPath: '/d.jsonl', instanceId, studyFolder: path.join(temp.path, study), studyId: 's', rater },
  ...{ rubric: 'patch-review', predictionsPath: '/p.jsonl', patchHash: 'a'.repeat(64), runId: 'run' },
  ...{ evaluationFolder: null, outcome: { kind: 'unresolved', reason: 'tests' }, rules: null, label: 'run' },
  ...{ queue: 'Mine', position: null, waiting: 3 },
});

const activity = (ms: number) => [{ reason: 'keys' as const, start: 0, end: ms }];

/** Two raters: verdicts, an amendment, a retraction, a skip. */
const work = async (): Promise<void> => {
  for (const rater of ['amber', 'birch']) {
    const desk = deskOn();
    for (const [n, id] of ['i1', 'i2', 'i3'].entries()) {
      const { presentation } = await desk.openVerdict(request('study', id, rater));
      const given = { presentation, answers, activity: activity(20_000 + n * 1000), confirmed: [] };
      await desk.submitVerdict({ ...given, amends: null });
      const { saved } = await desk.openVerdict(request('study', id, rater));
      const event = saved?.event ?? '';
      if (id === 'i2')
        await desk.submitVerdict({
          ...given,
          answers: { ...answers, confidence: 2 },
          amends: { event, reason: 'again' },
        });
      if (id === 'i3') await desk.retractVerdict({ presentation, event, reason: 'a slip' });
    }
    const { presentation } = await desk.openVerdict(request('study', 'i4', rater));
    await desk.skipItem({ presentation, reason: 'I wrote it.', activity: [] });
  }
};

const eventsIn = async (study: string): Promise<TouchstoneEvent[]> => {
  const found: TouchstoneEvent[] = [];
  for await (const event of readEvents(path.join(temp.path, study))) found.push(event);
  return found;
};

/** Everything that a rater is shown of an item, but for words that lie in files of their own. */
const shownOf = async (study: string) => {
  const desk = deskOn();
  const items: Partial<VerdictItem>[] = [];
  for (const rater of ['amber', 'birch'])
    for (const id of ['i1', 'i2', 'i3', 'i4']) {
      const { pace, saved, history, revealed, presentation, subject } = await desk.openVerdict(
        request(study, id, rater),
      );
      const told = history.map(({ event, at, label, overall }) => ({ event, at, label, overall, reason: null }));
      items.push({ pace, saved, history: told, revealed, presentation, subject });
    }
  return items;
};

it('every figure shown is rebuilt by the event files alone: no cache, no drafts, no side files', async () => {
  await work();
  const before = { items: await shownOf('study'), events: await eventsIn('study') };
  expect(before.items[1]).toMatchObject({ saved: { answers: { confidence: 2 } }, pace: { today: 3 } });
  expect(before.items[0]?.revealed?.map(({ mark }) => mark)).toEqual(['unresolved', 'differs']);
  expect(before.items[2]).toMatchObject({ saved: null, revealed: null });
  expect(before.items[3]?.history?.map(({ label }) => label)).toEqual(['Skipped']);

  const events = '.touchstone/s/events';
  cpSync(path.join(temp.path, 'study', events), path.join(temp.path, 'alone', events), { recursive: true });
  rmSync(path.join(temp.path, 'study'), { recursive: true });
  rmSync(path.join(temp.path, 'cache'), { recursive: true });

  expect(await shownOf('alone')).toEqual(before.items);
  const [study, again] = [await verdictsOf(each(before.events)), await verdictsOf(each(await eventsIn('alone')))];
  expect(study.all).toHaveLength(2);
  expect(study.all.map(({ count, raters }) => [count, raters.length])).toEqual([
    [2, 2],
    [2, 2],
  ]);
  expect(again.all).toEqual(study.all);
  expect(judgedModes(await eventsIn('alone'))).toEqual(judgedModes(before.events));
});

async function* each(events: readonly TouchstoneEvent[]): AsyncGenerator<TouchstoneEvent> {
  yield* events;
}
