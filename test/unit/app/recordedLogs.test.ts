import fs from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gradeFolder } from '../../../src/app/gradeFolder';
import { openStudy } from '../../../src/app/openStudy';
import { readDataset } from '../../../src/app/readDataset';
import { outcomeWords } from '../../../src/core/evaluation/outcomeWords';
import { nodeFiles } from '../../../src/io/files/nodeFiles';
import { sha256 } from '../../../src/io/store/sha256';
import { commandLine } from '../../fakes/commandLine';
import { tempFolder } from '../../fakes/tempFolder';

const root = path.resolve(import.meta.dirname, '../../..');
const sample = path.join(root, 'samples', 'quickstart');
const logs = path.join(sample, 'logs', 'run_evaluation');
const runs = ['heron-2', 'kestrel-1', 'kestrel-1-a2', 'kestrel-1-a3'];
const temp = tempFolder();
const copy = path.join(temp.path, 'quickstart');
beforeAll(() => fs.promises.cp(sample, copy, { recursive: true }));
afterAll(() => temp.remove());

const files = (): string[] =>
  fs
    .readdirSync(logs, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));

describe("the sample's recorded logs", () => {
  it('come out as the sample is designed, without an engine', async () => {
    const { evaluations, problems } = await openStudy({ files: nodeFiles, sha256 }, sample);
    expect(problems).toEqual([]);
    const words = (run: string) =>
      Object.fromEntries(
        evaluations
          .filter(({ runId }) => runId === run)
          .map(({ instanceId, outcome }) => [instanceId.split('-').at(-1), outcomeWords(outcome)]),
      );
    const all = (outcome: string) => Object.fromEntries([14, 17, 21, 23, 28, 31, 34].map((pr) => [pr, outcome]));
    expect(words('gold')).toEqual(all('resolved'));
    expect(words('base')).toEqual(all('unresolved'));
    expect(words('heron-2')).toEqual({ ...all('resolved'), 17: 'unresolved', 21: 'no verdict: not applied' });
    expect(words('kestrel-1')).toEqual({
      ...all('resolved'),
      14: 'unresolved',
      17: 'no verdict: empty',
      21: 'unresolved',
      28: 'no verdict: time-out',
      34: 'unresolved',
    });
    expect([words('kestrel-1-a2'), words('kestrel-1-a3')]).toEqual([{ 14: 'unresolved' }, { 14: 'resolved' }]);
  });

  it.each(['base', 'gold', ...runs])(
    '%s: grading the logs again gives the reports that lie beside them',
    async (run) => {
      const { instances } = await readDataset(nodeFiles, path.join(sample, 'datasets', 'spandrel.jsonl'));
      const { graded, withoutLog, skipped } = await gradeFolder(
        nodeFiles,
        instances,
        path.join(logs, run),
        'swebench-v5',
      );
      expect(skipped).toEqual([]);
      expect(graded.length + withoutLog.length).toBe(run.startsWith('kestrel-1-') ? 1 : 7);
      for (const { path: log, grade } of graded) {
        const report = path.join(path.dirname(log), 'report.json');
        if (grade.outcome.kind === 'none') expect(fs.existsSync(report)).toBe(false);
        else expect(JSON.parse(fs.readFileSync(report, 'utf8'))).toEqual({ [grade.id]: grade.report });
      }
    },
  );

  it('are scored by line coverage under the rules of SWE-Compass, where the task asks for tests', async () => {
    const { instances } = await readDataset(nodeFiles, path.join(sample, 'datasets', 'spandrel.jsonl'));
    const scores = async (run: string, rules: 'compass' | 'swebench-v5') => {
      const { graded } = await gradeFolder(nodeFiles, instances, path.join(logs, run), rules);
      const one = graded.find(({ grade }) => grade.id.endsWith('-34'));
      const share = one?.coverage?.share ?? null;
      return [one && outcomeWords(one.grade.outcome), share === null ? null : share.toFixed(2)];
    };
    expect(await scores('kestrel-1', 'compass')).toEqual(['line coverage 0.597 of 1', '0.60']);
    expect(await scores('heron-2', 'compass')).toEqual(['line coverage 1 of 1', '1.00']);
    expect(await scores('gold', 'compass')).toEqual(['line coverage 1 of 1', '1.00']);
    expect(await scores('base', 'compass')).toEqual(['no verdict: error', null]);
    expect(await scores('kestrel-1', 'swebench-v5')).toEqual(['unresolved', '0.60']);
  });

  it('are kept by an evaluation of the same patches', { timeout: 60_000 }, async () => {
    const dataset = path.join(copy, 'datasets', 'spandrel.jsonl');
    const sources = ['base', 'gold', ...runs.map((run) => path.join(copy, 'runs', run, 'predictions.jsonl'))];
    const kept: number[] = [];
    for (const source of sources) {
      const what = ['--dataset', dataset, '--predictions', source, '--out', copy, '--backend', 'local', '--json'];
      const { out } = await commandLine('evaluate', ...what);
      const { summary } = JSON.parse(out.trim().split('\n').at(-1) ?? '{}');
      expect(summary.kept, source).toBe(summary.total);
      kept.push(summary.kept);
    }
    expect(kept).toEqual([7, 7, 7, 7, 1, 1]);
  });

  it('say nothing of where they were made, and are small', () => {
    const places = [root, homedir(), path.dirname(temp.path)].filter((place) => place.length > 1);
    for (const file of files()) {
      expect(file).not.toMatch(/journal|\.lock|\.making/);
      const text = fs.readFileSync(file, 'latin1');
      for (const place of places) expect(text.includes(`${place}/`), `${file} names ${place}`).toBe(false);
    }
    expect(files().reduce((sum, file) => sum + fs.statSync(file).size, 0)).toBeLessThan(1_500_000);
  });
});
