import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { verifyStudy } from '../../../src/app/verifyStudy';
import { canonicalJson } from '../../../src/core/review/events/canonicalJson';
import { findingAdvice } from '../../../src/core/review/events/findingAdvice';
import { sha256 } from '../../../src/io/store/sha256';
import { textName } from '../../../src/io/store/textStore';
import { verifyPorts } from '../../../src/io/store/verifyPorts';
import { commandLine } from '../../fakes/commandLine';
import { chainOf, judged, type Planned } from '../core/review/events/chain';
import { documentOf } from '../core/review/patchReview';
import { tempFolder } from '../io/store/tempFolder';

/** A study of two raters, each with a text beside the third event, before anybody touches it. */
const own = '.touchstone/s/events/r1/laptop-01.jsonl';
const others = '.touchstone/s/events/r2/laptop-01.jsonl';

const words = JSON.stringify({ salt: '5', text: 'The second hole stays.' });
const noteName = textName('5', 'The second hole stays.');

const document = documentOf('patch-review');
const rubric = { id: 'patch-review', version: '1.0.0', hash: sha256(canonicalJson(document)) };
const verdictOn = (n: number, overall: string, more = {}): Planned => ({
  id: `v${n}`,
  type: 'verdict',
  body: judged(`p${n}`, overall, { rubric, ...more }),
});

const planned: readonly Planned[] = [
  { type: 'rubric.publish', body: { rubric, document } },
  verdictOn(1, 'right'),
  verdictOn(2, 'wrong', { note: { text: noteName } }),
  verdictOn(3, 'right'),
  verdictOn(4, 'wrong'),
  verdictOn(5, 'right'),
];

let root = '';
const write = (file: string, text: string) => {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
};
const fileOf = (lines: readonly string[]) => `${lines.join('\n')}\n`;
const bend = (change: (lines: string[]) => readonly string[]) =>
  write(own, fileOf(change(readFileSync(join(root, own), 'utf8').trimEnd().split('\n'))));

const { lines, events } = chainOf(planned);
const last = events.at(-1)!;
const checkpointed = () =>
  write(
    others,
    fileOf(
      chainOf([{ type: 'checkpoint', body: { heads: [{ file: own, seq: last.seq, hash: last.hash }] } }], 'r2').lines,
    ),
  );

beforeEach(() => {
  root = tempFolder();
  write(own, fileOf(lines));
  write(others, fileOf(chainOf([{}, {}], 'r2').lines));
  write(`.touchstone/s/text/${noteName}`, words);
});

const verified = async () => {
  const { findings, notShown } = await verifyStudy(verifyPorts, root);
  return { found: findings.map(({ kind, file, event }) => `${kind} ${file} ${event}`), notShown };
};
const found = async () => (await verified()).found;

describe('planted manipulations', () => {
  it('0: a study that nobody touched has none', async () => {
    expect(await found()).toEqual([]);
  });

  it('1: a field edited is found', async () => {
    bend((all) => all.with(3, (all[3] ?? '').replace('"value":"right"', '"value":"wrong"')));
    expect(await found()).toEqual([`edited ${own} 4`]);
  });

  it('2: bytes changed without a change of meaning are found', async () => {
    bend((all) => all.with(3, (all[3] ?? '').replace('{', '{ ')));
    expect(await found()).toEqual([`edited ${own} 4`]);
  });

  it('3: an event taken out of the middle is found', async () => {
    bend((all) => all.filter((_line, place) => place !== 3));
    expect(await found()).toEqual([`removed ${own} 4`]);
  });

  it('4: an event put in is found, with hashes that fit by themselves', async () => {
    const foreign = chainOf([{}, {}, {}, verdictOn(9, 'wrong')]).lines[3] ?? '';
    bend((all) => [...all.slice(0, 3), foreign, ...all.slice(3)]);
    expect(await found()).toEqual([`inserted ${own} 4`]);
  });

  it('5: events in another order are found', async () => {
    bend(([a = '', b = '', c = '', d = '', ...rest]) => [a, c, b, d, ...rest]);
    expect(await found()).toEqual([`reordered ${own} 2`]);
  });

  it('6: an event that stands twice is found, and counts once', async () => {
    bend((all) => [...all.slice(0, 4), all[3] ?? '', ...all.slice(4)]);
    expect(await found()).toEqual([`duplicate-seq ${own} 5`]);
  });

  it('7: a second branch behind the same event is found, and both are kept', async () => {
    const branch = chainOf([...planned.slice(0, 4), verdictOn(7, 'wrong')]).lines.at(-1) ?? '';
    bend((all) => [...all, branch]);
    expect(await found()).toEqual([`forked ${own} 7`]);
  });

  it('8: a file under the name of another rater is found in each event', async () => {
    mkdirSync(join(root, '.touchstone/s/events/r3'), { recursive: true });
    renameSync(join(root, own), join(root, '.touchstone/s/events/r3/laptop-01.jsonl'));
    expect(await found()).toHaveLength(planned.length);
    expect((await found())[0]).toBe('wrong-file .touchstone/s/events/r3/laptop-01.jsonl 1');
  });

  it('9: words changed beside a verdict are found, and are not shown as the rater’s', async () => {
    write(`.touchstone/s/text/${noteName}`, words.replace('stays', 'goes'));
    expect(await found()).toEqual([`text-changed ${own} 3`]);
    rmSync(join(root, `.touchstone/s/text/${noteName}`));
    expect(await found()).toEqual([`text-missing ${own} 3`]);
  });

  it('10: a tail that was cut can’t be shown by the chain alone, which is said; a checkpoint shows it', async () => {
    bend((all) => all.slice(0, 4));
    const alone = await verified();
    expect(alone.found).toEqual([]);
    expect(alone.notShown).toContain('a cut tail');
    checkpointed();
    expect(await found()).toEqual([`cut ${own} 6`]);
  });

  it('11: a chain that was written anew can’t be shown by itself, which is said; a checkpoint shows it', async () => {
    const anew = chainOf([...planned.slice(0, 3), verdictOn(3, 'wrong'), ...planned.slice(4)]).lines;
    write(own, fileOf(anew));
    const alone = await verified();
    expect(alone.found).toEqual([]);
    expect(alone.notShown).toContain('a complete rewrite');
    checkpointed();
    expect(await found()).toEqual([`cut ${own} 6`]);
  });

  it('12: a file that is gone can’t be shown by the others, which is said; a checkpoint shows it', async () => {
    rmSync(join(root, own));
    const alone = await verified();
    expect(alone.found).toEqual([]);
    expect(alone.notShown).toContain('a file that is gone');
    checkpointed();
    expect(await found()).toEqual([`chain-missing ${others} 1`]);
  });

  it('13: a rubric whose text was exchanged under its version is found: in its file, in an event, in later verdicts', async () => {
    const file = readFileSync(join(import.meta.dirname, '../../../rubrics/patch-review.yaml'), 'utf8');
    write('rubrics/patch-review.yaml', file);
    expect(await found()).toEqual([]);
    write('rubrics/patch-review.yaml', file.replace(/^title: .*$/m, 'title: Another'));
    expect(await found()).toEqual([`rubric-changed ${own} 2`]);
    rmSync(join(root, 'rubrics'), { recursive: true });
    const other = { ...rubric, hash: 'f'.repeat(64) };
    write(own, fileOf(chainOf([...planned, verdictOn(6, 'right', { rubric: other })]).lines));
    expect(await found()).toEqual([`rubric-changed ${own} 7`]);
    const published = { type: 'rubric.publish', body: { rubric, document: { ...document, title: 'Another' } } };
    write(own, fileOf(chainOf([published, ...planned.slice(1)]).lines));
    expect(await found()).toEqual([`rubric-changed ${own} 1`]);
  });

  it('14: options changed without a major version are found (R113)', async () => {
    const more = structuredClone(document);
    more.version = '1.1.0';
    const { keys: _keys, pairsWith: _pairs, ...asked } = more.criteria[0];
    more.criteria.push({ ...asked, id: 'another', required: false });
    const named = { id: 'patch-review', version: '1.1.0', hash: sha256(canonicalJson(more)) };
    const later = [{ type: 'rubric.publish', body: { rubric: named, document: more } }];
    write(own, fileOf(chainOf([...planned, ...later]).lines));
    const { findings } = await verifyStudy(verifyPorts, root);
    expect(findings).toMatchObject([
      {
        kind: 'rubric-changed',
        event: 7,
        text: expect.stringContaining('R113: patch-review 1.1.0 has another scale than 1.0.0: another is new'),
      },
    ]);
  });

  it('an erased text is said to be erased, and one that came back by a merge is found', async () => {
    const erase = { type: 'erase', body: { texts: [noteName], of: 'v2' } };
    write(own, fileOf(chainOf([...planned, erase]).lines));
    expect(await found()).toEqual([`text-kept ${own} 3`]);
    rmSync(join(root, `.touchstone/s/text/${noteName}`));
    const whole = await verifyStudy(verifyPorts, root);
    expect(whole).toMatchObject({ findings: [], erased: 1 });
    const { out } = await commandLine('verify', root);
    expect(out).toContain('9 events, 2 chains, 0 findings. 1 text erased. Not shown by a chain: a cut tail');
  });

  it('each finding is explained: which events stand and what to do, once for each kind', async () => {
    bend((all) => all.with(3, (all[3] ?? '').replace('"value":"right"', '"value":"wrong"')));
    checkpointed();
    const { code, out } = await commandLine('verify', root);
    expect(code).toBe(1);
    expect(out).toContain(`${own} event 4: hash differs`);
    expect(out).toContain(`edited: ${findingAdvice.edited}`);
    expect(out).toContain(`${own}: held up to event 6 by a checkpoint in ${others}`);
    for (const advice of Object.values(findingAdvice)) expect(advice).toMatch(/\.$/);
  });

  it('a copy of the whole folder is no finding: it says the same', async () => {
    const copy = tempFolder();
    cpSync(root, copy, { recursive: true });
    expect((await verifyStudy(verifyPorts, copy)).findings).toEqual([]);
  });
});
