import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { evaluate } from '../../src/app/evaluate';
import { noTargetSettings } from '../../src/app/evaluation/target';
import { planEvaluation } from '../../src/app/planEvaluation';
import type { PredictionSource } from '../../src/core/evaluation/evaluationWish';
import { outcomeWords } from '../../src/core/evaluation/outcomeWords';
import { nodeFiles } from '../../src/io/files/nodeFiles';
import { exportBase } from '../../src/io/git/exportBase';
import { systemClock } from '../../src/io/jobs/systemClock';
import { EvaluationFolder } from '../../src/io/store/evaluationFolder';
import { sha256 } from '../../src/io/store/sha256';
import { commandLine } from '../fakes/commandLine';
import { quietHooks } from '../fakes/evaluationProject';
import { tempFolder } from '../fakes/tempFolder';
import { dockerAnswers, engines } from './engines';

const sample = join(import.meta.dirname, '..', '..', 'samples', 'quickstart');
const temp = tempFolder();
afterAll(() => temp.remove());

const ofRun = (id: string): PredictionSource => ({
  kind: 'file',
  path: join(sample, 'runs', id, 'predictions.jsonl'),
});

const id = (pullRequest: number) => `touchstone-samples__spandrel-${pullRequest}`;

const none = (reason: string) => `no verdict: ${reason}`;

/** What the design of the sample says must come out, by pull request. */
const expected: readonly (readonly [string, PredictionSource, Readonly<Record<string, string>>])[] = [
  [
    'gold',
    { kind: 'gold' },
    { 14: 'resolved', 17: 'resolved', 21: 'resolved', 23: 'resolved', 28: 'resolved', 31: 'resolved', 34: 'resolved' },
  ],
  [
    'base',
    { kind: 'base' },
    {
      14: 'unresolved',
      17: 'unresolved',
      21: 'unresolved',
      23: 'unresolved',
      28: 'unresolved',
      31: 'unresolved',
      34: 'unresolved',
    },
  ],
  [
    'kestrel-1',
    ofRun('kestrel-1'),
    {
      14: 'unresolved',
      17: none('empty'),
      21: 'unresolved',
      23: 'resolved',
      28: none('time-out'),
      31: 'resolved',
      34: 'unresolved',
    },
  ],
  ['kestrel-1, second attempt', ofRun('kestrel-1-a2'), { 14: 'unresolved' }],
  ['kestrel-1, third attempt', ofRun('kestrel-1-a3'), { 14: 'resolved' }],
  [
    'heron-2',
    ofRun('heron-2'),
    {
      14: 'resolved',
      17: 'unresolved',
      21: none('not applied'),
      23: 'resolved',
      28: 'resolved',
      31: 'resolved',
      34: 'resolved',
    },
  ],
];

/** The report that ships with the sample; null where an evaluation ended without one. */
const recorded = (run: string, model: string, instance: string): unknown => {
  const file = join(sample, 'logs', 'run_evaluation', run, model, instance, 'report.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8'))[instance] : null;
};

describe.each(engines)('the sample in %s', (name, open, here) => {
  it.skipIf(!here).each(expected)('%s', async (_run, predictions, outcomes) => {
    const wish = {
      datasetPath: join(sample, 'datasets', 'spandrel.jsonl'),
      predictions,
      instanceIds: [],
      runId: null,
      rules: null,
      // Less than the study gives: one patch hangs, and every test beside it takes a second or two.
      timeoutMs: 12_000,
      workers: null,
      repeats: 1,
      again: false,
      settings: noTargetSettings,
    };
    const { request, problems } = await planEvaluation(nodeFiles, wish, {
      rules: 'swebench-v5',
      timeoutMs: 60_000,
      workers: 2,
    });
    expect(problems).toEqual([]);
    const ports = {
      engine: open(),
      store: new EvaluationFolder(join(temp.path, name)),
      exportBase: (source: Parameters<typeof exportBase>[0], commit: string) => exportBase(source, commit),
      sha256,
      clock: systemClock,
    };
    const { items } = await evaluate(ports, request, quietHooks, new AbortController().signal);
    const found = items.map((item) => [item.instanceId.split('-').at(-1), outcomeWords(item.outcome)]);
    expect(Object.fromEntries(found)).toEqual(outcomes);
    for (const { instanceId, model, report } of items)
      expect(report, instanceId).toEqual(recorded(request.runId, model, instanceId));
  });
});

describe('a copy of the sample', () => {
  it.skipIf(!dockerAnswers)('keeps its recorded evaluations, and makes them anew with --again', async () => {
    const copy = join(temp.path, 'quickstart');
    cpSync(sample, copy, { recursive: true });
    const files = ['--dataset', join(copy, 'datasets', 'spandrel.jsonl'), '--out', copy];
    const args = [...files, '--predictions', join(copy, 'runs', 'heron-2', 'predictions.jsonl'), '--json'];
    const evaluate = async (...more: string[]) => {
      const { code, out } = await commandLine('evaluate', ...args, '--instance', id(14), id(21), ...more);
      const { summary } = JSON.parse(out.trim().split('\n').at(-1) ?? '');
      return [code, summary];
    };
    const sums = { total: 2, resolved: 1, unresolved: 0, noVerdict: { 'not-applied': 1 } };
    expect(await evaluate()).toMatchObject([0, { ...sums, kept: 2 }]);
    expect(await evaluate('--again')).toMatchObject([0, { ...sums, kept: 0 }]);
  });
});
