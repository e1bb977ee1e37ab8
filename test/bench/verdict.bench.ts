import { mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openItem } from '../../src/app/recordVerdictOpen';
import { verifyStudy } from '../../src/app/verifyStudy';
import type { TouchstoneEvent } from '../../src/core/review/events/event';
import { fold } from '../../src/core/review/events/fold';
import { emptyAnswers } from '../../src/core/review/form/answers';
import { formState } from '../../src/core/review/form/formState';
import type { KeyState } from '../../src/core/review/keys/keyState';
import { firstStop, press } from '../../src/core/review/keys/press';
import { EventWriter } from '../../src/io/store/eventWriter';
import { openReviewStore } from '../../src/io/store/openReviewStore';
import { readRubricFile } from '../../src/io/store/rubricFile';
import { sha256 } from '../../src/io/store/sha256';
import { verifyPorts } from '../../src/io/store/verifyPorts';
import { root as home } from '../host/root';
import { chainOf, judged } from '../unit/core/review/events/chain';
import { type Bench, type Measure, slowestInTurn, timeInTurn } from './bench';

const items = 50_000;

const subjectOfBench = { unit: 'prediction', benchmark: 'b', base: null, patch: null, trajectory: null } as const;

/** Verdicts of a large study: every second event judges, every tenth of these takes another's place. */
const studyLines = (): readonly string[] => {
  const judging = Array.from({ length: items }, (_unused, index) => {
    const again = index % 10 === 9;
    const presentation = `p${again ? index - 1 : index}`;
    const body = judged(presentation, index % 3 ? 'right' : 'wrong', again ? { supersedes: [`e${index - 1}`] } : {});
    return {
      id: `e${index}`,
      type: again ? 'amend' : 'verdict',
      body: { ...body, criteria: [], visible: ['gold', 'tests'] },
    };
  });
  return chainOf(judging.flatMap((one) => [one, { type: 'activity', body: { segments: [] } }])).lines;
};

const parsed = (lines: readonly string[]): TouchstoneEvent[] => lines.map((line) => JSON.parse(line));

export const folding: Bench = {
  name: 'folding 100,000 verdict events',
  limit: 2.5,
  measure: async () => {
    const lines = studyLines();
    const times = await timeInTurn(
      7,
      async () => fold(parsed(lines)),
      async () => parsed(lines),
    );
    return { ...times, unit: 'ms', meaning: 'JSON.parse of the same lines' };
  },
};

const saves = async (time: typeof timeInTurn, rounds: number): Promise<Measure> => {
  const root = await mkdtemp(path.join(tmpdir(), 'touchstone-bench-'));
  const writer = new EventWriter({
    ...{ root, study: 'bench', rater: 'r1', host: 'h1', tool: 'bench' },
    clock: { now: () => '2026-11-30T12:00:00.000+01:00' },
  });
  const body = judged('p1', 'right', { visible: ['gold', 'tests'], words: 'x'.repeat(1500) });
  const bytes = Buffer.from(`${JSON.stringify(await writer.append({ type: 'verdict', body }))}\n`);
  const plain = await open(path.join(root, 'plain'), 'a');
  const times = await time(
    rounds,
    () => writer.append({ type: 'verdict', body }),
    async () => {
      await plain.write(bytes);
      await plain.sync();
    },
  );
  await Promise.all([writer.close(), plain.close()]);
  await rm(root, { recursive: true, force: true });
  return { ...times, unit: 'ms', meaning: 'one write and fsync of the same bytes' };
};

export const savingVerdicts: Bench = {
  name: 'saving a verdict event',
  limit: 2.5,
  measure: () => saves(timeInTurn, 60),
};

/**
 * No claim: where a flush takes a tenth of a millisecond, as on virtual disks that flush nothing, what is slowest in a
 * hundred is a garbage collection and no disk.
 */
export const slowestSaves: Bench = {
  name: 'saving a verdict event, the slowest of a hundred',
  limit: null,
  measure: () => saves(slowestInTurn, 2000),
};

/** A rater's folder with half as many verdicts as events, 1.3 KB each. */
const largeStudy = async (events: number): Promise<string> => {
  const root = await mkdtemp(path.join(tmpdir(), 'touchstone-bench-'));
  const subject = (n: number) => ({ subject: String(n).padStart(64, '0') });
  const planned = Array.from({ length: events / 2 }, (_unused, n) => [
    { id: `o${n}`, type: 'item.open', body: { ...judged(`o${n}`, null, subject(n)), visible: ['gold', 'tests'] } },
    { id: `e${n}`, type: 'verdict', body: judged(`o${n}`, 'right', { ...subject(n), words: 'x'.repeat(1200) }) },
  ]).flat();
  const folder = path.join(root, '.touchstone/s/events/r1');
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'laptop-01.jsonl'), `${chainOf(planned).lines.join('\n')}\n`);
  return root;
};

const plainlyParsed = async (root: string): Promise<number> => {
  const text = await readFile(path.join(root, '.touchstone/s/events/r1/laptop-01.jsonl'), 'utf8');
  return parsed(text.trimEnd().split('\n')).length;
};

/** What an opening costs in a study that was opened before: one event more, then everything that the form needs. */
export const openingAmongMany: Bench = {
  name: 'opening an item among 50,000 events',
  limit: 1,
  measure: async () => {
    const root = await largeStudy(50_000);
    process.env['TOUCHSTONE_CACHE'] = path.join(root, 'cache');
    const store = { ...(await openReviewStore(root, 's', 'r1')), sha256 };
    const { rubric, hash } = await readRubricFile(path.join(home, 'rubrics/patch-review.yaml'));
    let n = 0;
    const times = await timeInTurn(
      7,
      () =>
        openItem(store, {
          subject: { ...subjectOfBench, instance: `new-${n++}` },
          ...{ rubric, rubricHash: hash, rater: 'r1', phase: 'main' },
          context: { visible: ['gold', 'tests'], unit: {}, points: [] },
          seen: { run: 'run', image: null, log: null, dataset: null },
        }),
      () => plainlyParsed(root),
    );
    await store.events.close();
    await rm(root, { recursive: true, force: true });
    return { ...times, unit: 'ms', meaning: 'reading and JSON.parse of the same file' };
  },
};

export const verifying: Bench = {
  name: 'touchstone verify of 50,000 events',
  limit: 12,
  measure: async () => {
    const root = await largeStudy(50_000);
    const times = await timeInTurn(
      3,
      () => verifyStudy(verifyPorts, root),
      () => plainlyParsed(root),
    );
    await rm(root, { recursive: true, force: true });
    return { ...times, unit: 'ms', meaning: 'reading and JSON.parse of the same file' };
  },
};

/** Answers by which patch-review is rated to its end. */
const keysOfForm = ['y', 'y', '1', '2', 'j', '1', '1', '1', '4', 'j'] as const;

const pressAll = (begun: KeyState): KeyState =>
  keysOfForm.reduce((state, key) => {
    const next = press(state, key).state;
    formState(next.rubric, next.answers, next.context);
    return next;
  }, begun);

/** What a key does before the page is drawn: the machine's answer, and what the form then shows and lacks. */
export const pressingKeys: Bench = {
  name: 'ten keys of the verdict form',
  limit: 1,
  measure: async () => {
    const { rubric } = await readRubricFile(path.join(home, 'rubrics/patch-review.yaml'));
    const context = { visible: ['gold', 'tests', 'log'], unit: {}, points: [] };
    const stop = firstStop(rubric, emptyAnswers, context);
    const begun: KeyState = { rubric, context, answers: emptyAnswers, stop, saved: false };
    const times = await timeInTurn(
      60,
      async () => {
        for (let round = 0; round < 20; round += 1) pressAll(begun);
      },
      async () => {
        for (let round = 0; round < 20 * keysOfForm.length; round += 1) structuredClone(rubric);
      },
    );
    return { ...times, unit: 'ms', meaning: 'one copy of the rubric for each key' };
  },
};

export const verdicts: readonly Bench[] = [
  folding,
  savingVerdicts,
  slowestSaves,
  openingAmongMany,
  verifying,
  pressingKeys,
];
