import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { eraseTexts, planErasure } from '../../../../src/app/eraseText';
import { openConflicts, resolveConflict } from '../../../../src/app/resolveConflict';
import { verifyStudy } from '../../../../src/app/verifyStudy';
import type { TouchstoneEvent } from '../../../../src/core/review/events/event';
import { fold } from '../../../../src/core/review/events/fold';
import type { ReviewStore } from '../../../../src/core/review/stores';
import { readChainHeads } from '../../../../src/io/store/chainHeads';
import { openDraftStore } from '../../../../src/io/store/draftStore';
import { EventWriter } from '../../../../src/io/store/eventWriter';
import { readEvents } from '../../../../src/io/store/readEvents';
import { openTextStore } from '../../../../src/io/store/textStore';
import { verifyPorts } from '../../../../src/io/store/verifyPorts';
import { git } from '../../../fakes/git';
import { judged } from '../../core/review/events/chain';
import { tempFolder } from './tempFolder';

let second = 0;
const now = () => new Date(Date.UTC(2026, 10, 30, 12, 0, second++)).toISOString();

const storeIn = (root: string, rater: string, host: string): ReviewStore => ({
  events: new EventWriter({ root, study: 's', rater, host, tool: 'test', clock: { now } }),
  texts: openTextStore(root, 's'),
  drafts: openDraftStore(root, root, rater),
  readEvents: () => readEvents(root),
  heads: () => readChainHeads(root),
});

/** A rater's verdict with a note, in a process that ends after it. */
const judge = async (root: string, rater: string, host: string, presentation: string, overall: string) => {
  const store = storeIn(root, rater, host);
  const note = store.texts.prepare(`${rater} on ${presentation}: ${overall}`);
  await store.texts.save([note]);
  const event = await store.events.append({ type: 'verdict', body: judged(presentation, overall, { note: note.ref }) });
  await store.events.close();
  return event;
};

const commit = (root: string, message: string) => {
  git(root, 'add', '--all');
  git(root, 'commit', '--quiet', '-m', message);
};

/** Merges like a person who keeps what git wrote into the file; whether git had a conflict. */
const merge = (root: string, branch: string): boolean => {
  try {
    git(root, 'merge', '--quiet', '--no-edit', branch);
    return false;
  } catch {
    commit(root, 'merged as git left it');
    return true;
  }
};

const events = async (root: string): Promise<TouchstoneEvent[]> => {
  const found: TouchstoneEvent[] = [];
  for await (const event of readEvents(root)) found.push(event);
  return found;
};
const kinds = async (root: string) => (await verifyStudy(verifyPorts, root)).findings.map(({ kind }) => kind);

/** One clone on two branches; the first verdict stands on both. */
let root = '';
let first: TouchstoneEvent;
beforeEach(async () => {
  root = tempFolder();
  git(root, 'init', '--quiet', '-b', 'main');
  first = await judge(root, 'r1', 'desk', 'p1', 'right');
  commit(root, 'one verdict');
  git(root, 'checkout', '--quiet', '-b', 'other');
});

describe('branches of a study, merged by git', () => {
  it('keep every verdict of raters and devices with files of their own, without a conflict', async () => {
    await judge(root, 'r1', 'laptop', 'p2', 'wrong');
    await judge(root, 'r2', 'home', 'p1', 'wrong');
    commit(root, 'laptop and home');
    git(root, 'checkout', '--quiet', 'main');
    await judge(root, 'r1', 'desk', 'p3', 'right');
    commit(root, 'desk');
    expect(merge(root, 'other')).toBe(false);
    expect(await verifyStudy(verifyPorts, root)).toMatchObject({ events: 4, chains: 3, findings: [] });
    expect(fold(await events(root)).items.map(({ live }) => live !== null)).toEqual([true, true, true, true]);
  });

  it('keep both sides of one file that was written on both: the fork is shown, with the marks that git left', async () => {
    await judge(root, 'r1', 'desk', 'p2', 'wrong');
    commit(root, 'there');
    git(root, 'checkout', '--quiet', 'main');
    await judge(root, 'r1', 'desk', 'p3', 'right');
    commit(root, 'here');
    expect(merge(root, 'other')).toBe(true);
    expect(await events(root)).toHaveLength(3);
    expect((await kinds(root)).sort()).toEqual(['forked', 'unreadable', 'unreadable', 'unreadable']);
    const file = join(root, '.touchstone/s/events/r1/desk-01.jsonl');
    const lines = readFileSync(file, 'utf8').split('\n');
    writeFileSync(file, lines.filter((line) => line === '' || line.startsWith('{')).join('\n'));
    expect(await kinds(root)).toEqual(['forked']);
    await judge(root, 'r1', 'desk', 'p4', 'right');
    expect(await kinds(root)).toEqual(['forked']);
    expect(fold(await events(root)).items.filter(({ live }) => live !== null)).toHaveLength(4);
  });

  it('leave two verdicts of one rater on one item to be chosen between, on two devices', async () => {
    await judge(root, 'r1', 'laptop', 'p2', 'wrong');
    commit(root, 'laptop');
    git(root, 'checkout', '--quiet', 'main');
    await judge(root, 'r1', 'desk', 'p2', 'right');
    commit(root, 'desk');
    merge(root, 'other');
    expect(await kinds(root)).toEqual([]);
    const store = storeIn(root, 'r1', 'desk');
    const [conflict] = await openConflicts(store, 'r1');
    expect(conflict?.heads.map(({ overall, device }) => [overall, device])).toEqual([
      ['wrong', 'laptop-01'],
      ['right', 'desk-01'],
    ]);
    await resolveConflict(store, 'r1', conflict?.heads[0]?.event ?? '');
    await store.events.close();
    const item = fold(await events(root)).items.find(({ presentation }) => presentation === 'p2');
    expect(item).toMatchObject({ conflict: false, live: { event: { device: 'laptop-01' } } });
  });

  it('lose the words that were erased on one of them, and say so', async () => {
    const store = storeIn(root, 'r1', 'laptop');
    await eraseTexts(store, await planErasure(store, first.id));
    await store.events.close();
    commit(root, 'erased');
    git(root, 'checkout', '--quiet', 'main');
    await judge(root, 'r1', 'desk', 'p2', 'wrong');
    commit(root, 'desk');
    expect(merge(root, 'other')).toBe(false);
    expect(await verifyStudy(verifyPorts, root)).toMatchObject({ erased: 1, findings: [] });
    expect(readdirSync(join(root, '.touchstone/s/text'))).toHaveLength(1);
  });

  it('carry neither locks nor other line ends', async () => {
    await judge(root, 'r1', 'desk', 'p2', 'wrong');
    git(root, 'config', 'core.autocrlf', 'true');
    commit(root, 'more');
    expect(
      git(root, 'ls-files')
        .split('\n')
        .filter((name) => name.includes('private')),
    ).toEqual([]);
    const clone = tempFolder();
    cpSync(join(root, '.git'), join(clone, '.git'), { recursive: true });
    git(clone, 'checkout', '--quiet', '--force', 'other');
    expect(await verifyStudy(verifyPorts, clone)).toMatchObject({ events: 2, findings: [] });
    expect(readFileSync(join(clone, '.touchstone/s/events/r1/desk-01.jsonl'), 'utf8')).not.toContain('\r');
  });
});
