import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { addJudge, planJudgeImport } from '../../../../src/app/judge/importJudge';
import { readJudges } from '../../../../src/app/judge/studyJudges';
import { openStudy } from '../../../../src/app/openStudy';
import { nodeFiles } from '../../../../src/io/files/nodeFiles';
import { sha256 } from '../../../../src/io/store/sha256';
import { writeTextFile } from '../../../../src/io/store/writeTextFile';
import { openTrajectoryFiles } from '../../../../src/io/trajectories/openTrajectoryFiles';
import { throwAway } from '../../../fakes/throwAway';

const ports = { files: nodeFiles, openTrajectory: openTrajectoryFiles, writeText: writeTextFile };

const study = async (change: (text: string) => string | null = (text) => text) => {
  const folder = await throwAway('judged study ');
  for (const part of ['touchstone.yaml', 'datasets', 'runs', 'judge', 'spandrel.bundle'])
    cpSync(join('samples', 'quickstart', part), join(folder, part), { recursive: true });
  const file = join(folder, 'touchstone.yaml');
  const text = change(readFileSync(file, 'utf8'));
  if (text === null) rmSync(file);
  else writeFileSync(file, text);
  return { folder, file, open: () => openStudy({ files: nodeFiles, sha256 }, folder) };
};

const withoutJudges = (text: string): string => text.replace(/judges:\n(?: {2}- .*\n)+/, '');

describe("a judge's file that is imported", () => {
  it('is shown as joined and enters the study file, whose comments stay', async () => {
    const { folder, file, open } = await study(withoutJudges);
    const before = readFileSync(file, 'utf8');
    const catalogue = await open();
    const plan = await planJudgeImport(ports, {
      catalogue,
      path: join(folder, 'judge/magpie.jsonl'),
      map: null,
      judge: null,
    });
    expect(plan.words).toBe('11 joined, 2 contradictions queued');
    expect(plan).toMatchObject({ judge: 'magpie', map: 'judge/magpie.map.yaml', adds: 'entry' });
    expect(readFileSync(file, 'utf8')).toBe(before);
    expect(await addJudge(ports, catalogue, plan)).toBe(file);
    const after = readFileSync(file, 'utf8');
    expect(after.startsWith(before)).toBe(true);
    expect(parse(after).judges).toEqual([{ id: 'magpie', path: 'judge/magpie.jsonl', map: 'judge/magpie.map.yaml' }]);
    const again = { catalogue: await open(), path: join(folder, 'judge/magpie.jsonl'), map: null, judge: null };
    expect((await planJudgeImport(ports, again)).adds).toBe('stands-there');
  });

  it("is called as its file where the map's word is another judge's already", async () => {
    const { folder, open } = await study();
    for (const end of ['jsonl', 'map.yaml'])
      cpSync(join(folder, `judge/magpie.${end}`), join(folder, `judge/magpie-again.${end}`));
    const asked = { catalogue: await open(), path: join(folder, 'judge/magpie-again.jsonl'), map: null };
    expect(await planJudgeImport(ports, { ...asked, judge: null })).toMatchObject({
      judge: 'magpie-again',
      adds: 'entry',
    });
    await expect(planJudgeImport(ports, { ...asked, judge: 'magpie' })).rejects.toThrow('Give this one another id');
  });

  it('is read as it lies where there is no study file; outside of judge/ it is refused with what to do', async () => {
    const { folder, open } = await study(() => null);
    const catalogue = await open();
    expect(catalogue.judges.map(({ id }) => id)).toEqual(['magpie-pairs', 'magpie', 'wren']);
    expect(catalogue.problems.filter(({ where }) => where.includes('/judge/'))).toEqual([]);
    const [pairs, magpie, wren] = await readJudges(ports, catalogue);
    expect(magpie?.counts).toMatchObject({ joined: 11, contradictions: 2, withoutLabel: 0 });
    expect(wren?.counts).toMatchObject({ joined: 11, contradictions: 0, withoutLabel: 1 });
    expect(pairs?.counts).toMatchObject({ joined: 0, pairs: 12, faults: 0 });
    cpSync(join(folder, 'judge/wren.jsonl'), join(folder, 'late.jsonl'));
    await expect(
      planJudgeImport(ports, { catalogue, path: join(folder, 'late.jsonl'), map: null, judge: null }),
    ).rejects.toThrow('Put late.jsonl there, or write a study file.');
    await expect(
      planJudgeImport(ports, { catalogue, path: join(process.cwd(), 'package.json'), map: null, judge: null }),
    ).rejects.toThrow("lies outside the study's folder");
  });

  it('says of every answer that is not joined why: no such instance, no such run, twice, another patch, no run named', async () => {
    const { folder, open } = await study();
    const one = { instance_id: 'touchstone-samples__spandrel-14', run: 'heron-2', overall: 'right' };
    const lines = [
      one,
      one,
      { ...one, instance_id: 'other-1' },
      { ...one, run: 'kestrel-9' },
      { ...one, run: null },
      { ...one, run: 'kestrel-1', subject: { patch: 'f'.repeat(64) } },
      { ...one, run: 'kestrel-1', attempt: 3 },
      '{ torn',
    ];
    const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
    writeFileSync(join(folder, 'judge/late.jsonl'), text);
    const request = { catalogue: await open(), path: join(folder, 'judge/late.jsonl'), map: null, judge: 'late' };
    const { read, words } = await planJudgeImport(ports, request);
    expect(read.join.notJoined.map(({ place, reason }) => `${place.line} ${reason}`)).toEqual([
      '2 a second answer on this item; the first is line 1',
      '3 no dataset of the study has this instance',
      '4 no run or model "kestrel-9" has this instance; its runs are kestrel-1, kestrel-1-a2, kestrel-1-a3, heron-2',
      '5 the file names no run, and the instance has 4 predictions',
      '6 the answer is about another patch than the one that is here now',
    ]);
    expect(words).toBe('2 joined, 5 not joined, 1 row with a fault');
  });

  it('may be CSV', async () => {
    const { folder, open } = await study();
    const rows = ['instance_id,prefix,overall,rationale', 'touchstone-samples__spandrel-14,heron-2,right,"A, b"'];
    writeFileSync(join(folder, 'judge/late.csv'), `${rows.join('\n')}\n`);
    const request = { catalogue: await open(), path: join(folder, 'judge/late.csv'), map: null, judge: null };
    const { read, judge } = await planJudgeImport(ports, request);
    expect(judge).toBe('late');
    expect(read.join.joined).toMatchObject([{ runId: 'heron-2', answer: { overall: 'right', rationale: 'A, b' } }]);
  });

  it('may be a log of Inspect, each scorer a judge; partly right is no label', async () => {
    const { folder, open } = await study();
    const scores = (value: unknown) => ({ strict: { value, explanation: 'So.' }, loose: { value: 'C', answer: 'x' } });
    const document = {
      eval: { task: 't', model: 'heron-2' },
      samples: [
        { id: 'touchstone-samples__spandrel-14', epoch: 1, scores: scores('I') },
        { id: 'touchstone-samples__spandrel-23', epoch: 1, scores: scores('P') },
        { id: 'touchstone-samples__spandrel-28', epoch: 1 },
      ],
    };
    writeFileSync(join(folder, 'judge/log.json'), JSON.stringify(document));
    const request = { catalogue: await open(), path: join(folder, 'judge/log.json'), map: null, judge: 'strict' };
    const { read, words } = await planJudgeImport(ports, request);
    expect(read.join.joined.map(({ answer }) => [answer.overall, answer.reason, answer.rationale])).toEqual([
      ['wrong', null, 'So.'],
      [null, 'scored as partly right (P)', 'So.'],
    ]);
    expect(words).toBe('2 joined, 1 without a label, 3 left out');
  });

  it('of a study whose judge has a broken map says which line of the map, and the other judges are read', async () => {
    const { folder, open } = await study();
    writeFileSync(join(folder, 'judge/magpie.map.yaml'), 'judge: magpie\noverall: verdict\n');
    const [magpie, wren] = await readJudges(ports, await open());
    expect(magpie?.fault).toMatch(/^magpie\.map\.yaml line 1: subject is missing/);
    expect(wren?.counts.joined).toBe(11);
  });
});
