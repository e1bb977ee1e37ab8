import { describe, expect, it } from 'vitest';
import { aliasOf, KnownIds } from '../../../../src/core/instance/instanceAlias';
import type { RunEntry } from '../../../../src/core/study/catalogue';
import { RunNames } from '../../../../src/core/study/runNames';

const run = (id: string, path: string, model: string | null = null): RunEntry => ({
  id,
  path,
  model,
  attempt: 1,
  base: null,
  predictions: [],
  skipped: [],
});

const none = new Set<string>();

describe('RunNames', () => {
  it('knows the two parts of a summary by the logs, whatever dots are in them', () => {
    const names = new RunNames('/s', [], [{ runId: 'v1.2', model: 'org__heron-3.5' }]);
    expect(names.ofSummary('/s/org__heron-3.5.v1.2.json')).toEqual({ runId: 'v1.2', model: 'org__heron-3.5' });
    expect(names.ofSummary('/s/other-2.0.v1.2.json')).toEqual({ runId: 'v1.2', model: 'other-2.0' });
  });

  it("gives a model its own name where a run's predictions know it", () => {
    const names = new RunNames('/s', [run('r', '/s/r/preds.json', 'org/heron-3.5')], []);
    expect(names.ofSummary('/s/org__heron-3.5.late.json')).toEqual({ runId: 'late', model: 'org/heron-3.5' });
  });

  it('parts an unknown name at its only dot; several dots are not guessed at', () => {
    const names = new RunNames('/s', [], []);
    expect(names.ofSummary('/s/heron.r1.json')).toEqual({ runId: 'r1', model: 'heron' });
    expect(names.ofSummary('/s/heron-3.5.r1.json')).toEqual({ runId: 'heron-3.5.r1', model: null });
    expect(names.ofSummary('/s/swe-bench_verified__test__mine_v2.json')).toEqual({ runId: 'mine_v2', model: null });
  });

  it('names what lies in results/ and logs/ after the folder above, as the predictions there are', () => {
    const names = new RunNames('/s', [run('2024_heron', '/s/verified/2024_heron/all_preds.jsonl', 'heron')], []);
    const heron = { runId: '2024_heron', model: 'heron' };
    expect(names.ofSummary('/s/verified/2024_heron/results/results.json')).toEqual(heron);
    expect(names.ofFolder('/s/verified/2024_heron/logs', none)).toEqual(heron);
    expect(names.ofReport('/s/job/fix__x1/result.json', new Set(['fix__x1']))).toEqual({ runId: 'job', model: null });
  });

  it('tells two folders of one name apart', () => {
    const names = new RunNames('/s', [], []);
    const first = names.ofFolder('/s/lite/heron/logs', none).runId;
    const second = names.ofFolder('/s/verified/heron/logs', none).runId;
    expect([first, second]).toEqual(['heron', 'verified/heron']);
    expect(names.ofFolder('/s/lite/heron', none).runId).toBe('heron');
  });

  it('joins results with the samples beside them by their name', () => {
    const names = new RunNames('/s', [run('x/samples', '/s/x/samples.jsonl'), run('samples', '/s/samples.jsonl')], []);
    expect(names.ofReport('/s/x/samples.jsonl_results.jsonl', none).runId).toBe('x/samples');
    expect(names.ofReport('/s/samples_eval_results.json', none).runId).toBe('samples');
    expect(names.ofReport('/s/mine_eval_results.json', none).runId).toBe('mine');
  });

  it('tells results of one name in two folders apart', () => {
    const names = new RunNames('/s', [], []);
    const [a, b] = ['/s/a/mine_eval_results.json', '/s/b/mine_eval_results.json'];
    expect([names.ofReport(a, none).runId, names.ofReport(b, none).runId]).toEqual(['mine', 'b/mine']);
    const [x, y] = ['/s/x/heron.r1.json', '/s/y/heron.r1.json'];
    expect([names.ofSummary(x).runId, names.ofSummary(y).runId]).toEqual(['r1', 'y/r1']);
    const lcb = '/s/Heron-7B/Scenario.codegeneration_10_0.2_eval_all.json';
    expect(names.ofReport(lcb, none).runId).toBe('Heron-7B');
  });

  it('takes a folder named after a model for the model, and the one above for the run', () => {
    const names = new RunNames('/s', [run('r9', '/s/r9/preds.json', 'org/heron')], []);
    expect(names.ofFolder('/s/r9/eval_results/org__heron', none)).toEqual({ runId: 'r9', model: 'org/heron' });
  });
});

describe('KnownIds', () => {
  it("joins Multi-SWE-bench's two spellings", () => {
    expect(aliasOf('acme/ledger:pr-7')).toBe('acme__ledger-7');
    expect(new KnownIds(['acme/ledger:pr-7']).of('acme__ledger-7')).toBe('acme/ledger:pr-7');
    expect(new KnownIds([]).of('acme/ledger:pr-7')).toBe('acme__ledger-7');
  });

  it('joins a name without what stands before its slash, where it is the only one, and never a bare number', () => {
    const known = new KnownIds(['org/fix-git', 'python/bob', 'rust/bob', 'HumanEval/3']);
    expect(known.of('fix-git')).toBe('org/fix-git');
    expect(known.of('bob')).toBe('bob');
    expect(known.of('3')).toBe('3');
  });
});
