import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openReviewStore } from '../../../../src/io/store/openReviewStore';
import { commandLine } from '../../../fakes/commandLine';
import { type TempFolder, tempFolder } from '../../../fakes/tempFolder';
import { judged } from '../../core/review/events/chain';

let folder: TempFolder;
let study = '';
beforeEach(() => {
  folder = tempFolder();
  study = join(folder.path, 'pilot');
  vi.stubEnv('TOUCHSTONE_CACHE', join(folder.path, 'cache'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  folder.remove();
});

/** A verdict with a note, by a process that ends after it. */
const judge = async (rater: string, presentation: string, overall: string) => {
  const store = await openReviewStore(study, 'pilot', rater);
  const note = store.texts.prepare(`${rater}: \u001b[31m${overall}`);
  await store.texts.save([note]);
  const event = await store.events.append({ type: 'verdict', body: judged(presentation, overall, { note: note.ref }) });
  await store.events.close();
  return { ...event, note: note.ref.text };
};

const texts = () => readdirSync(join(study, '.touchstone/pilot/text'));

describe('touchstone erase', () => {
  it('asks first, tells that git keeps the words, and erases nothing where nobody can answer', async () => {
    const { id } = await judge('amber', 'p1', 'right');
    const { code, err } = await commandLine('erase', id, '--study', study);
    expect(code).toBe(1);
    expect(err).toMatch(/Erase 1 text of amber's verdict .*git history and other clones keep the words until/);
    expect(texts()).toHaveLength(1);
  });

  it('takes the words of an event away, by its id or by the name of the text that verify shows', async () => {
    const { id } = await judge('amber', 'p1', 'right');
    const { note } = await judge('amber', 'p2', 'wrong');
    const first = await commandLine('erase', id, '--study', study, '--yes');
    expect(first).toMatchObject({ code: 0, out: `1 text of ${id} erased; commit .touchstone/.\n` });
    const second = await commandLine('erase', note.slice(0, 12), '--study', study, '--yes', '--json');
    expect(JSON.parse(second.out)).toMatchObject({ erased: [note] });
    expect(texts()).toEqual([]);
    expect(await commandLine('verify', study)).toMatchObject({
      code: 0,
      out: expect.stringContaining('4 events, 1 chain, 0 findings. 2 texts erased. Not shown by a chain: a cut tail'),
    });
  });

  it('asks who erases where several have judged here, and names what it does not find', async () => {
    const { id } = await judge('amber', 'p1', 'right');
    await judge('birch', 'p1', 'right');
    expect(await commandLine('erase', id, '--study', study, '--yes')).toMatchObject({
      code: 1,
      err: expect.stringContaining(
        'amber, birch have judged in this study on this machine: say who you are with --rater',
      ),
    });
    expect((await commandLine('erase', id, '--study', study, '--yes', '--rater', 'birch')).code).toBe(0);
    expect((await commandLine('erase', 'nothing', '--study', study, '--yes')).err).toContain('No event and no text');
    expect((await commandLine('erase')).code).toBe(2);
  });
});

describe('touchstone checkpoint', () => {
  it("holds the others' chains once, and verify says how far", async () => {
    await judge('amber', 'p1', 'right');
    await judge('birch', 'p1', 'wrong');
    await judge('birch', 'p2', 'wrong');
    const made = await commandLine('checkpoint', '--study', study, '--rater', 'amber');
    expect(made.out).toMatch(
      /pilot\/events\/birch\/h\w+-01\.jsonl: up to event 2\n1 chain held; commit \.touchstone\/\.\n$/,
    );
    const again = await commandLine('checkpoint', '--study', study, '--rater', 'amber');
    expect(again).toMatchObject({ code: 0, out: 'Nothing new of other raters.\n' });
    const { out } = await commandLine('verify', study);
    expect(out).toMatch(/birch\/h\w+-01\.jsonl: held up to event 2 by a checkpoint in .*amber/);
  });
});

describe('touchstone resolve', () => {
  it('lists verdicts that stand beside each other, and lets one count', async () => {
    const left = await judge('amber', 'p1', 'right');
    await judge('amber', 'p1', 'wrong');
    const { out } = await commandLine('resolve', '--study', study);
    expect(out).toMatch(/^i1 {2}patch-review {2}amber\n {4}\S+ {2}right .*\n {4}\S+ {2}wrong .*\n1 conflict\. Choose/);
    expect((await commandLine('resolve', 'x', '--study', study)).err).toContain('none of the verdicts that stand');
    const chosen = await commandLine('resolve', left.id, '--study', study);
    expect(chosen).toMatchObject({ code: 0, out: `${left.id} counts; the others stay in the history.\n` });
    expect((await commandLine('resolve', '--study', study)).out).toBe('No conflicts.\n');
    expect(JSON.parse((await commandLine('resolve', '--study', study, '--json')).out)).toEqual([]);
  });
});
