import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readJournal } from '../../src/core/evaluation/journal/readJournal';
import { DockerEngine } from '../../src/io/docker/dockerEngine';
import { buildCli, startCli } from '../fakes/builtCli';
import {
  type EvaluationProject,
  evalScriptAround,
  goldPatch,
  makeProject,
  shellImage,
  wrongPatch,
} from '../fakes/evaluationProject';
import { jsonLines } from '../fakes/rows';
import { dockerAnswers } from './engines';

const night = process.env['TOUCHSTONE_NIGHT'] === '1';
const predictions = night ? 200 : 40;
const kills = night ? 100 : 20;
const seed = 20_261_130;

let project: EvaluationProject;
let cli = '';
let image = '';
beforeAll(async () => {
  project = await makeProject();
  cli = await buildCli(project.temp.path);
  if (!dockerAnswers) return;
  const request = { image: shellImage, recipe: { base: 'host', packages: [] }, namedByData: false };
  const prepared = await new DockerEngine(null).prepareImage(request, {
    onProgress: () => {},
    confirmPull: async () => false,
  });
  image = prepared.reference ?? shellImage;
});
afterAll(() => project.remove());

/** Numbers from 0 to 1, the same for every run (mulberry32). */
const random = (start: number) => {
  let state = start;
  return (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const patches = [goldPatch, wrongPatch, goldPatch, '', goldPatch.replace('greet.sh', 'missing.sh')] as const;

/** A dataset whose tests take 0.3 s, and a prediction of every kind for its instances. */
const write = (): { readonly dataset: string; readonly answers: string; readonly ids: readonly string[] } => {
  const ids = Array.from({ length: predictions }, (_, n) => `acme__greet-${n + 1}`);
  const rows = ids.map((instance_id) => ({
    instance_id,
    repo: 'acme/greet',
    base_commit: project.base,
    patch: goldPatch,
    test_patch: '',
    problem_statement: 'Greet.',
    FAIL_TO_PASS: ['greets politely'],
    PASS_TO_PASS: ['keeps the name'],
    image,
    eval_script: evalScriptAround('sleep 0.3'),
    log_parser: 'tap',
    eval_type: 'pass_and_fail',
  }));
  const answers = ids.map((instance_id, n) => ({
    instance_id,
    model_name_or_path: 'org/model',
    model_patch: patches[n % patches.length],
  }));
  return {
    dataset: project.temp.write('dataset.jsonl', jsonLines(rows)),
    answers: project.temp.write('night.jsonl', jsonLines(answers)),
    ids,
  };
};

const runFolder = (out: string, run: string) => join(out, 'logs', 'run_evaluation', run);
const journalOf = (out: string, run: string): string => {
  const file = join(runFolder(out, run), 'journal.jsonl');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
};
const linesOf = (out: string, run: string): number => journalOf(out, run).split('\n').length - 1;

/** What must come out the same, whatever happened meanwhile. */
const resultOf = (out: string, run: string, id: string) => {
  const folder = join(runFolder(out, run), 'org__model', id);
  const read = (name: string): string | null =>
    existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : null;
  const { outcome, reason, patchSha256, rung } = JSON.parse(read('result.json') ?? '{}');
  return { outcome, reason, patchSha256, rung, report: read('report.json'), patch: read('patch.diff') };
};

const containersOf = (run: string): string =>
  execFileSync('docker', ['ps', '-aq', '--filter', `label=dev.touchstone.run=${run}`], { encoding: 'utf8' });

/** Lets the process write so many more lines of its journal, and some time more; then it is killed. */
const killAfter = async (args: readonly string[], file: () => number, lines: number, ms: number): Promise<boolean> => {
  const { child, ended } = startCli(cli, args);
  let over = false;
  void ended.then(() => {
    over = true;
  });
  const from = file();
  while (!over && file() - from < lines) await sleep(5);
  await Promise.race([sleep(ms), ended]);
  child.kill('SIGKILL');
  return (await ended).signal === 'SIGKILL';
};

describe.skipIf(!dockerAnswers)('a command line that is killed at any moment', () => {
  it(
    `${predictions} predictions and ${kills} kills end as an undisturbed run, each evaluated once`,
    async () => {
      const { dataset, answers, ids } = write();
      const argsOf = (out: string, run: string) =>
        ['evaluate', '--dataset', dataset, '--predictions', answers, '--repo', project.source].concat([
          ...['--out', out, '--run', run, '--workers', '4', '--timeout', '60', '--json'],
        ]);
      const calm = join(project.temp.path, 'calm');
      const undisturbed = await startCli(cli, argsOf(calm, 'calm')).ended;
      expect([undisturbed.code, undisturbed.err]).toEqual([0, expect.any(String)]);

      const out = join(project.temp.path, 'killed');
      const next = random(seed);
      let killed = 0;
      for (let round = 0; round < kills; round++) {
        const begun = journalOf(out, 'night').includes('"opened"');
        const resumed = ['evaluate', '--resume', '--out', out, '--yes', '--json'];
        const args = begun && next() < 0.5 ? resumed : argsOf(out, 'night');
        const lines = Math.floor(next() * 9);
        if (await killAfter(args, () => linesOf(out, 'night'), lines, Math.floor(next() * 300))) killed += 1;
      }
      expect(killed).toBeGreaterThan(kills * 0.8);
      const last = await startCli(cli, argsOf(out, 'night')).ended;
      expect(last.code, last.err).toBe(0);
      const summary = JSON.parse(last.out.trim().split('\n').at(-1) ?? '').summary;
      expect(summary).toMatchObject({ total: predictions, fault: null });

      for (const id of ids) expect(resultOf(out, 'night', id), id).toEqual(resultOf(calm, 'calm', id));
      const { events } = readJournal(journalOf(out, 'night'));
      const results = events.flatMap((event) => (event.kind === 'result' ? [event.instanceId] : []));
      expect(results.sort()).toEqual([...ids].sort());
      // Else the kills would have shown nothing but that what is lost is run again.
      expect(events.filter(({ kind }) => kind === 'adopted').length).toBeGreaterThan(0);
      expect(containersOf('night')).toBe('');
    },
    night ? 3_600_000 : 240_000,
  );
});
