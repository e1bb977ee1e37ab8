import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { evaluate } from '../../src/app/evaluate';
import type { EvaluateHooks, EvaluatePorts, EvaluateRequest, EvaluationItem } from '../../src/app/evaluation/request';
import { readJournal } from '../../src/core/evaluation/journal/readJournal';
import type { Instance } from '../../src/core/instance/instance';
import { defaultLimits } from '../../src/core/run/container/limits';
import { systemClock } from '../../src/io/jobs/systemClock';
import { EvaluationFolder } from '../../src/io/store/evaluationFolder';
import { sha256 } from '../../src/io/store/sha256';
import { type FakeEngine, type FakeJob, scriptResult, tapLog } from './fakeEngine';
import { commit } from './rows';

export const instance = (id: string): Instance => ({
  id,
  benchmark: 'swe-bench',
  format: 'swebench-jsonl',
  repo: 'acme/ledger',
  baseCommit: commit,
  statement: null,
  hints: null,
  goldPatch: 'gold',
  testPatch: null,
  failToPass: ['sums'],
  passToPass: [],
  version: null,
  createdAt: null,
  image: 'acme/image:1',
  evalScript: 'true\n',
  logParser: 'tap',
  evalType: 'pass_and_fail',
  labels: {},
  extra: {},
});

export const item = (id: string, patch: string | null = 'diff'): EvaluationItem => ({
  instance: instance(id),
  model: 'org/model',
  subject: 'patch',
  patch,
});

export const resolved: FakeJob = { files: { 'result.json': scriptResult(), 'test_output.txt': tapLog('ok 1 - sums') } };
export const failed: FakeJob = {
  files: { 'result.json': scriptResult(), 'test_output.txt': tapLog('not ok 1 - sums') },
};
export const lost: FakeJob = { end: { kind: 'infrastructure', evidence: ['connection lost'] } };

export const portsOf = (engine: FakeEngine, out: string): EvaluatePorts => ({
  engine,
  store: new EvaluationFolder(out),
  exportBase: async () => ({ bundlePath: '/nowhere.bundle' }),
  sha256,
  clock: systemClock,
});

export const requestOf = (
  items: readonly EvaluationItem[],
  changes: Partial<EvaluateRequest> = {},
): EvaluateRequest => ({
  runId: 'try',
  items,
  asked: [...items.map((one) => one.instance.id), 'acme__ledger-99'],
  rules: 'swebench-v5',
  repeats: 1,
  timeoutMs: 10_000,
  workers: 2,
  limits: defaultLimits,
  again: false,
  summary: true,
  targetOf: () => ({
    image: { image: 'acme/image:1', recipe: null, namedByData: true },
    repository: { kind: 'path', path: '/nowhere' },
    testbed: '/testbed',
    env: {},
    testCommand: null,
    parser: null,
  }),
  ...changes,
});

/** Evaluates into a folder by a fake engine. */
export const runCase = (
  engine: FakeEngine,
  out: string,
  request: EvaluateRequest,
  hooks: Partial<EvaluateHooks> = {},
  signal = new AbortController().signal,
) =>
  evaluate(
    portsOf(engine, out),
    request,
    { progress: () => {}, confirmPull: async () => true, evaluated: () => {}, ...hooks },
    signal,
  );

const journalFile = (out: string) => join(out, 'logs', 'run_evaluation', 'try', 'journal.jsonl');

/** Torn lines are left out, as every reader leaves them out. */
export const journalOf = (out: string) => readJournal(readFileSync(journalFile(out), 'utf8')).events;

/** Cuts the journal as a kill would: its lines after the first of a kind are gone. */
export const cutJournalAfter = (out: string, kind: string, torn = ''): void => {
  const lines = readFileSync(journalFile(out), 'utf8').split('\n');
  const at = lines.findIndex((line) => line.includes(`"kind":"${kind}"`));
  writeFileSync(journalFile(out), `${lines.slice(0, at + 1).join('\n')}\n${torn}`);
};
