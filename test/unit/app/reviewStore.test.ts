import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkpoint } from '../../../src/app/checkpoint';
import { erasable, eraseTexts, erasureQuestion, planErasure } from '../../../src/app/eraseText';
import { verdictsOf } from '../../../src/app/readVerdicts';
import { amend, retract, submitVerdict } from '../../../src/app/recordVerdict';
import { openItem } from '../../../src/app/recordVerdictOpen';
import type { VerdictPorts } from '../../../src/app/recordVerdictPorts';
import { openConflicts, resolveConflict } from '../../../src/app/resolveConflict';
import type { TouchstoneEvent } from '../../../src/core/review/events/event';
import { headsIn } from '../../../src/core/review/events/headsIn';
import type { ReviewStore } from '../../../src/core/review/stores';
import { openReviewStore } from '../../../src/io/store/openReviewStore';
import { readRubricFile } from '../../../src/io/store/rubricFile';
import { sha256 } from '../../../src/io/store/sha256';
import { MemoryStudy } from '../../fakes/memoryStore';
import { patchItem, wrongAnswers } from '../../fakes/patchVerdict';

const activity = [{ reason: 'keys' as const, start: 0, end: 40_000 }];
const patch = 'c'.repeat(64);

let root = '';
let open: ReviewStore[] = [];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'touchstone-port-'));
  vi.stubEnv('TOUCHSTONE_CACHE', join(root, 'cache'));
});
afterEach(async () => {
  for (const { events } of open) await events.close();
  open = [];
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true, force: true });
});

let second = 0;
const now = () => new Date(Date.UTC(2026, 10, 30, 12, 0, second++)).toISOString();

/** Two implementations of one port: what raters see is the same. */
const implementations: readonly (readonly [string, () => (rater: string) => Promise<VerdictPorts>])[] = [
  [
    'files in a folder',
    () => async (rater) => {
      const store = await openReviewStore(root, 'pilot', rater);
      open.push(store);
      return { ...store, sha256 };
    },
  ],
  [
    'memory, as a server would keep it',
    () => {
      const study = new MemoryStudy('pilot');
      return async (rater) => ({ ...study.of(rater, now), sha256 });
    },
  ],
];

const all = async (ports: Pick<ReviewStore, 'readEvents'>): Promise<TouchstoneEvent[]> => {
  const found: TouchstoneEvent[] = [];
  for await (const event of ports.readEvents()) found.push(event);
  return found;
};
const types = async (ports: ReviewStore) => (await all(ports)).map(({ type }) => type);

const judge = async (ports: VerdictPorts, rater: string, instance = 'i07') => {
  const opened = await openItem(ports, patchItem(rater, instance));
  const recorded = await submitVerdict(ports, opened, { answers: wrongAnswers(), activity });
  if (recorded.kind !== 'saved') throw new Error(JSON.stringify(recorded));
  return recorded.event;
};

describe.each(implementations)('a store: %s', (_name, make) => {
  it('keeps verdicts, amendments and retractions, and shows what stands', async () => {
    const ports = await make()('amber');
    const first = await judge(ports, 'amber');
    const item = await openItem(ports, patchItem('amber'));
    expect(item.saved?.answers).toEqual(wrongAnswers());
    const amended = { answers: { ...wrongAnswers(), confidence: 3 }, activity, event: first.id, reason: 'read again' };
    await amend(ports, item, amended);
    const again = await openItem(ports, patchItem('amber'));
    expect(again.saved?.answers.confidence).toBe(3);
    await retract(ports, again, { event: again.saved?.event ?? '', reason: 'a slip' });
    const back = await openItem(ports, patchItem('amber'));
    expect(back.saved?.answers.confidence).toBe(5);
    expect(back.history.map(({ label, reason }) => [label, reason])).toEqual([
      ['Verdict', null],
      ['Amended', 'read again'],
      ['Retracted', 'a slip'],
    ]);
  });

  it('keeps the draft of an item until its verdict is saved', async () => {
    const ports = await make()('amber');
    const opened = await openItem(ports, patchItem('amber'));
    await ports.drafts.save(opened.presentation, { answers: wrongAnswers(), activity });
    expect((await openItem(ports, patchItem('amber'))).draft?.answers).toEqual(wrongAnswers());
    await submitVerdict(ports, opened, { answers: wrongAnswers(), activity });
    expect((await openItem(ports, patchItem('amber'))).draft).toBeNull();
  });

  it('erases the words of a verdict and keeps its answers', async () => {
    const ports = await make()('amber');
    const { id } = await judge(ports, 'amber');
    expect(await erasable(ports, 'amber')).toMatchObject([{ event: id, instance: 'i07', texts: 4 }]);
    const plan = await planErasure(ports, id);
    expect(erasureQuestion(plan)).toMatch(/4 texts of amber's verdict.*git history.*until that history is rewritten/);
    await eraseTexts(ports, plan);
    const { saved } = await openItem(ports, patchItem('amber'));
    expect(saved?.answers.note).toBe('(erased)');
    expect(saved?.answers.overall).toEqual(wrongAnswers().overall);
    expect(saved?.answers.criteria['general']?.evidence).toMatchObject([{ kind: 'text', input: '(erased)' }]);
    expect(await erasable(ports, 'amber')).toEqual([]);
    expect((await all(ports)).at(-1)).toMatchObject({ type: 'erase', body: { of: id } });
  });

  it('erases one text by the beginning of its name, and says once what is erased twice', async () => {
    const ports = await make()('amber');
    const { id } = await judge(ports, 'amber');
    const { texts } = await planErasure(ports, id);
    const one = await planErasure(ports, (texts[0] ?? '').slice(0, 12));
    expect(one).toMatchObject({ isOneText: true, texts: [texts[0]], isSaid: false });
    await eraseTexts(ports, one);
    expect(await eraseTexts(ports, await planErasure(ports, texts[0] ?? ''))).toBeNull();
    expect((await types(ports)).filter((type) => type === 'erase')).toHaveLength(1);
    await expect(planErasure(ports, 'nowhere')).rejects.toThrow('No event and no text "nowhere"');
    await expect(planErasure(ports, 'abc')).rejects.toThrow('No event and no text');
    const [opening] = await all(ports);
    await expect(planErasure(ports, opening?.id ?? '')).rejects.toThrow('has no free text');
  });

  it("holds the ends of the others' chains, once for each end", async () => {
    const store = make();
    const [amber, birch] = [await store('amber'), await store('birch')];
    expect(await checkpoint(amber, 'amber')).toBeNull();
    const said = await judge(birch, 'birch');
    const made = await checkpoint(amber, 'amber');
    expect(made && headsIn(made)).toMatchObject([{ seq: said.seq, hash: said.hash }]);
    expect(await checkpoint(amber, 'amber')).toBeNull();
    const more = await judge(birch, 'birch', 'i08');
    expect(headsIn((await checkpoint(amber, 'amber'))!)).toMatchObject([{ seq: more.seq }]);
  });

  it('lets a rater choose between two verdicts that stand beside each other', async () => {
    const store = make();
    const [desk, laptop] = [await store('amber'), await store('amber')];
    const opened = await openItem(desk, patchItem('amber'));
    const there = await openItem(laptop, patchItem('amber'));
    expect(there.presentation).toBe(opened.presentation);
    await submitVerdict(desk, opened, { answers: wrongAnswers(), activity });
    await submitVerdict(laptop, there, { answers: { ...wrongAnswers(), confidence: 2 }, activity });
    const item = await openItem(desk, patchItem('amber'));
    expect(item).toMatchObject({ saved: null, conflict: [{ overall: 'wrong' }, { overall: 'wrong' }] });
    const third = await submitVerdict(desk, item, { answers: wrongAnswers(), activity });
    expect(third).toMatchObject({ kind: 'refused', messages: [expect.stringContaining('Resolve Conflict...')] });
    expect((await verdictsOf(desk.readEvents())).of('i07', patch)?.raters).toMatchObject([{ overall: null }]);
    const [conflict] = await openConflicts(desk, 'amber');
    expect(await openConflicts(desk, 'birch')).toEqual([]);
    const keep = conflict?.heads[1]?.event ?? '';
    await expect(resolveConflict(desk, 'amber', 'other')).rejects.toThrow('none of amber');
    await expect(resolveConflict(desk, 'birch', keep)).rejects.toThrow('none of birch');
    await resolveConflict(desk, 'amber', keep);
    const settled = await openItem(laptop, patchItem('amber'));
    expect(settled).toMatchObject({ conflict: [], saved: { event: keep } });
    expect(settled.history).toHaveLength(3);
    expect(await openConflicts(desk, null)).toEqual([]);
  });

  it("keeps the rubric's text beside the first verdict under it, and shows old answers under their own", async () => {
    const ports = await make()('amber');
    const path = join(import.meta.dirname, '../../../rubrics/patch-review.yaml');
    const { rubric, hash, document } = await readRubricFile(path);
    const asked = { ...patchItem('amber'), rubric, rubricHash: hash, rubricDocument: document };
    await submitVerdict(ports, await openItem(ports, asked), { answers: wrongAnswers(), activity });
    const other = { ...asked, subject: { ...asked.subject, instance: 'i08' } };
    await submitVerdict(ports, await openItem(ports, other), { answers: wrongAnswers(), activity });
    expect(await types(ports)).toEqual(['item.open', 'rubric.publish', 'verdict', 'item.open', 'verdict']);
    const options = rubric.overall.options.map((option) => ({ ...option, label: `${option.label} (new words)` }));
    const reworded = { ...rubric, version: '1.0.1', overall: { ...rubric.overall, options } };
    const later = await openItem(ports, { ...asked, rubric: reworded, rubricHash: 'e'.repeat(64) });
    expect(later.history).toMatchObject([{ label: 'Verdict, under 1.0.0', overall: 'Wrong' }]);
    expect(later).toMatchObject({ isPublished: false, saved: { answers: { overall: wrongAnswers().overall } } });
  });
});
