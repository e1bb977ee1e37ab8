import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { verdictsOf } from '../../../src/app/readVerdicts';
import { amend, retract, skip, submitVerdict, unblind } from '../../../src/app/recordVerdict';
import { type ItemToOpen, openItem } from '../../../src/app/recordVerdictOpen';
import type { VerdictPorts } from '../../../src/app/recordVerdictPorts';
import { verifyStudy } from '../../../src/app/verifyStudy';
import { main } from '../../../src/cli/main';
import { emptyAnswers, type FormAnswers, withAnswer } from '../../../src/core/review/form/answers';
import { readChainHeads } from '../../../src/io/store/chainHeads';
import { openDraftStore } from '../../../src/io/store/draftStore';
import { EventWriter } from '../../../src/io/store/eventWriter';
import { readEvents } from '../../../src/io/store/readEvents';
import { sha256 } from '../../../src/io/store/sha256';
import { openTextStore } from '../../../src/io/store/textStore';
import { verifyPorts } from '../../../src/io/store/verifyPorts';
import { contextWith, rubricOf } from '../core/review/patchReview';

const patch = 'c'.repeat(64);
let root = '';
let writers: EventWriter[] = [];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'touchstone-verdict-'));
});

afterEach(async () => {
  for (const writer of writers) await writer.close();
  writers = [];
  rmSync(root, { recursive: true, force: true });
});

let second = 0;
const now = () => `2026-11-30T12:00:${String(second++ % 60).padStart(2, '0')}.000+01:00`;

const portsFor = (rater: string): VerdictPorts => {
  const events = new EventWriter({ root, study: 'pilot', rater, host: 'h1', tool: 'touchstone/test', clock: { now } });
  writers.push(events);
  return {
    events,
    texts: openTextStore(root, 'pilot'),
    drafts: openDraftStore(join(root, 'cache'), root, rater),
    readEvents: () => readEvents(root),
    heads: () => readChainHeads(root),
    sha256,
  };
};

const item = (rater: string): ItemToOpen => ({
  subject: { unit: 'prediction', benchmark: 'swe-bench', instance: 'i07', base: 'b1', patch, trajectory: null },
  rubric: rubricOf('patch-review'),
  rubricHash: 'd'.repeat(64),
  rater,
  context: contextWith('gold'),
  phase: 'main',
  seen: { run: 'kestrel-1', image: null, log: null, dataset: null },
});

const value = (answer: boolean | string | number) => ({ given: { kind: 'value' as const, value: answer } });
const text = (input: string) => ({
  evidence: [{ kind: 'text' as const, input, expected: '0-30', got: '0-30 40-100' }],
});

const wrong = (): FormAnswers => {
  let answers: FormAnswers = { ...emptyAnswers, confidence: 5, note: 'The second hole stays.' };
  answers = withAnswer(answers, 'correct', value(true));
  answers = withAnswer(answers, 'general', { ...value(false), ...text('[30-40,10-20]') });
  answers = withAnswer(answers, 'complete', { ...value('required_missing'), ...text('in any order') });
  answers = withAnswer(answers, 'side_effects', value(0));
  answers = withAnswer(answers, 'same_as_gold', { ...value('differs_wrong'), ...text('[30-40,10-20]') });
  return withAnswer(answers, 'overall', value('wrong'));
};

const activity = [{ reason: 'keys' as const, start: 0, end: 40_000 }];

describe('recording verdicts', () => {
  it('stores one with all that was seen, and shows it beside the patch', async () => {
    const ports = portsFor('amber');
    const opened = await openItem(ports, item('amber'));
    const recorded = await submitVerdict(ports, opened, { answers: wrong(), activity });
    expect(recorded).toMatchObject({ kind: 'saved', event: { type: 'verdict' } });
    if (recorded.kind !== 'saved') return;
    expect(recorded.event.body).toMatchObject({
      presentation: opened.presentation,
      rubric: { id: 'patch-review', version: '1.0.0' },
      visible: ['statement', 'model', 'gold'],
      seen: { run: 'kestrel-1' },
      phase: 'main',
      activeMs: { '30000': 40_000, '60000': 40_000, '300000': 40_000 },
    });
    const summary = await verdictsOf(readEvents(root));
    expect(summary.of('i07', patch)).toMatchObject({ count: 1, raters: [{ rater: 'amber', overall: 'wrong' }] });
    expect(summary.of('i07', null)).toBeNull();
    expect((await verifyStudy(verifyPorts, root)).findings).toEqual([]);
  });

  it('keeps every free text out of the events, in files that can be erased', async () => {
    const ports = portsFor('amber');
    const opened = await openItem(ports, item('amber'));
    await submitVerdict(ports, opened, { answers: wrong(), activity });
    const lines = readFileSync(join(root, '.touchstone/pilot/events/amber/h1-01.jsonl'), 'utf8');
    for (const words of ['second hole', '30-40', 'any order']) expect(lines).not.toContain(words);
    const folder = join(root, '.touchstone/pilot/text');
    const [first = ''] = readdirSync(folder);
    expect(readdirSync(folder)).toHaveLength(4);
    rmSync(join(folder, first));
    const { findings } = await verifyStudy(verifyPorts, root);
    expect(findings.map(({ kind }) => kind)).toEqual(['text-missing']);
    await ports.events.append({ type: 'erase', body: { texts: [first] } });
    expect((await verifyStudy(verifyPorts, root)).findings).toEqual([]);
  });

  it('opens the same presentation again, with the draft, then with the verdict as it was given', async () => {
    const ports = portsFor('amber');
    const opened = await openItem(ports, item('amber'));
    await ports.drafts.save(opened.presentation, { answers: wrong(), activity });
    const again = await openItem(ports, item('amber'));
    expect(again).toMatchObject({ presentation: opened.presentation, saved: null, draft: { answers: wrong() } });
    await submitVerdict(ports, again, { answers: wrong(), activity });
    const rated = await openItem(ports, item('amber'));
    expect(rated.draft).toBeNull();
    expect(rated.saved?.answers).toEqual(wrong());
    expect(rated.history).toMatchObject([{ label: 'Verdict', overall: 'Wrong', reason: null }]);
  });

  it('refuses what the rubric does not let through, and writes nothing', async () => {
    const ports = portsFor('amber');
    const opened = await openItem(ports, item('amber'));
    const recorded = await submitVerdict(ports, opened, { answers: { ...wrong(), confidence: null }, activity });
    expect(recorded).toEqual({ kind: 'refused', messages: ['confidence: not said.'] });
    expect((await verdictsOf(readEvents(root))).all).toEqual([]);
  });

  it('amends after the reveal by a new event with a reason (M8)', async () => {
    const ports = portsFor('amber');
    const opened = await openItem(ports, item('amber'));
    await submitVerdict(ports, opened, { answers: wrong(), activity });
    await unblind(ports, opened, ['tests', 'judge']);
    const rated = await openItem(ports, item('amber'));
    const answers = { ...wrong(), taskDefect: ['tests_too_wide'] };
    const event = rated.saved?.event ?? '';
    expect(await amend(ports, rated, { answers, activity, event, reason: ' ' })).toEqual({
      kind: 'refused',
      messages: ['An amendment needs a reason.'],
    });
    await amend(ports, rated, { answers, activity, event, reason: 'The test has sorted holes only.' });
    const now = await openItem(ports, item('amber'));
    expect(now.saved?.answers.taskDefect).toEqual(['tests_too_wide']);
    expect(now.history.map(({ label, reason }) => [label, reason])).toEqual([
      ['Verdict', null],
      ['Amended after unblinding', 'The test has sorted holes only.'],
    ]);
  });

  it('retracts and skips with a reason, each as an event', async () => {
    const ports = portsFor('amber');
    const opened = await openItem(ports, item('amber'));
    await submitVerdict(ports, opened, { answers: wrong(), activity });
    const { saved } = await openItem(ports, item('amber'));
    expect(await retract(ports, opened, { event: saved?.event ?? '', reason: '' })).toMatchObject({ kind: 'refused' });
    await retract(ports, opened, { event: saved?.event ?? '', reason: 'a slip' });
    expect((await verdictsOf(readEvents(root))).of('i07', patch)).toBeNull();
    expect(await skip(ports, opened, { reason: '', activity })).toMatchObject({ kind: 'refused' });
    await skip(ports, opened, { reason: 'I wrote this code.', activity });
    const left = await openItem(ports, item('amber'));
    expect(left).toMatchObject({ saved: null });
    expect(left.history.map(({ label }) => label)).toEqual(['Verdict', 'Retracted', 'Skipped']);
  });

  it('refuses an item for which the rubric is the wrong form, before anything is written', async () => {
    const ports = portsFor('amber');
    const other = { ...item('amber'), context: { ...contextWith(), unit: { taskType: ['TG'] } } };
    await expect(openItem(ports, other)).rejects.toThrow('patch-review rates BF, FE, FI, RF, PO; this item is TG.');
    await expect(openItem(ports, { ...item('amber'), outcome: 'no_verdict' })).rejects.toThrow(
      'this one is no_verdict',
    );
    const foreign = { ...item('amber'), context: { ...contextWith(), unit: { taskType: ['bug fixing'] } } };
    expect((await openItem(ports, foreign)).saved).toBeNull();
  });

  it('shows the latest of each rater', async () => {
    for (const rater of ['birch', 'amber']) {
      const ports = portsFor(rater);
      await submitVerdict(ports, await openItem(ports, item(rater)), { answers: wrong(), activity });
    }
    const summary = await verdictsOf(readEvents(root));
    expect(summary.of('i07', patch)?.raters.map(({ rater }) => rater)).toEqual(['amber', 'birch']);
  });

  it('keeps the draft where the disk refuses', async () => {
    const ports = portsFor('amber');
    const opened = await openItem(ports, item('amber'));
    await ports.drafts.save(opened.presentation, { answers: wrong(), activity });
    writeFileSync(join(root, '.touchstone/pilot/text'), 'in the way');
    await expect(submitVerdict(ports, opened, { answers: wrong(), activity })).rejects.toThrow(
      /^Not saved: .*Draft kept/,
    );
    expect(await ports.drafts.read(opened.presentation)).not.toBeNull();
    expect((await verdictsOf(readEvents(root))).all).toEqual([]);
  });
});

describe('touchstone verify', () => {
  const run = async (...argv: string[]) => {
    const out: string[] = [];
    const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => out.push(String(text)) > 0);
    const silent = vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
    const before = process.exitCode;
    process.exitCode = undefined;
    const code = await main(argv);
    process.exitCode = before;
    write.mockRestore();
    silent.mockRestore();
    return { code, out: out.join('') };
  };

  it('prints a line for people, a document for programs, and ends with 1 on findings', async () => {
    const ports = portsFor('amber');
    await submitVerdict(ports, await openItem(ports, item('amber')), { answers: wrong(), activity });
    const clean = await run('verify', root);
    expect(clean).toEqual({
      code: 0,
      out: '2 events, 1 chain, 0 findings. Not shown by a chain: a cut tail, a complete rewrite, a file that is gone\n',
    });
    const file = join(root, '.touchstone/pilot/events/amber/h1-01.jsonl');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"confidence":5', '"confidence":4'));
    const bent = await run('verify', root);
    expect(bent.code).toBe(1);
    expect(bent.out).toContain('.touchstone/pilot/events/amber/h1-01.jsonl event 2: hash differs');
    for (const argv of [
      ['verify', root, '--json'],
      ['--json', 'verify', root],
    ]) {
      const json = JSON.parse((await run(...argv)).out);
      expect(json).toMatchObject({ events: 2, chains: 1, findings: [{ event: 2, kind: 'edited' }] });
    }
  });

  it('notices a tail that a checkpoint in another file had seen', async () => {
    const ports = portsFor('amber');
    await openItem(ports, item('amber'));
    const last = await ports.events.append({ type: 'activity', body: {} });
    const file = '.touchstone/pilot/events/amber/h1-01.jsonl';
    const dune = portsFor('dune');
    const { seq, hash } = last;
    await dune.events.append({ type: 'checkpoint', body: { heads: [{ file, seq, hash }] } });
    expect((await run('verify', root)).code).toBe(0);
    const lines = readFileSync(join(root, file), 'utf8').split('\n');
    writeFileSync(join(root, file), `${lines[0]}\n`);
    const { findings } = await verifyStudy(verifyPorts, root);
    expect(findings).toMatchObject([{ file, event: 2, kind: 'cut' }]);
  });

  it('says where there is no study', async () => {
    mkdirSync(join(root, 'empty'));
    expect((await run('verify', join(root, 'empty'))).code).toBe(1);
    expect((await run('verify')).code).toBe(2);
  });
});
