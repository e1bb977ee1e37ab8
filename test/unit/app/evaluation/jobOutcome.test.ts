import { describe, expect, it } from 'vitest';
import { outcomeOfJob } from '../../../../src/app/evaluation/jobOutcome';
import type { JobEnd } from '../../../../src/core/run/container/engine';
import { sha256 } from '../../../../src/io/store/sha256';
import { scriptResult, tapLog } from '../../../fakes/fakeEngine';

const instance = {
  id: 'a__b-1',
  repo: 'a/b',
  version: null,
  failToPass: ['sums'],
  passToPass: [],
  logParser: 'tap',
  evalType: 'pass_and_fail',
} as const;

const judge = (end: Partial<JobEnd>, files: Readonly<Record<string, string>>, skipped: readonly string[] = []) =>
  outcomeOfJob({
    instance,
    rules: 'swebench-v5',
    end: { kind: 'finished', exitCode: 0, evidence: ['facts'], wallMs: 1, output: null, ...end },
    output: { files: new Map(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)])), skipped },
    sha256,
  });

const good = { 'result.json': scriptResult(), 'test_output.txt': tapLog('ok 1 - sums') };
const bad = { 'result.json': scriptResult(), 'test_output.txt': tapLog('not ok 1 - sums') };

describe('the outcome of a job', () => {
  it.each([
    ['a pass', {}, good, { kind: 'resolved' }],
    ['a failure', {}, bad, { kind: 'unresolved', reason: 'tests' }],
    ['the engine lost', { kind: 'infrastructure' }, good, { kind: 'none', reason: 'infrastructure' }],
    ['the job lost', { kind: 'lost' }, good, { kind: 'none', reason: 'infrastructure' }],
    ['the watchdog', { kind: 'time-out' }, good, { kind: 'none', reason: 'time-out' }],
    ['no result', { kind: 'killed' }, {}, { kind: 'none', reason: 'error' }],
    ['killed, with a result that somebody wrote', { kind: 'killed' }, good, { kind: 'none', reason: 'error' }],
    ['memory, no result', { kind: 'oom' }, {}, { kind: 'none', reason: 'error' }],
    ['memory, a failure', { kind: 'oom' }, bad, { kind: 'none', reason: 'error' }],
    ['memory, and still a pass', { kind: 'oom' }, good, { kind: 'resolved' }],
  ] as const)('%s', (_name, end, files, outcome) => {
    expect(judge(end, files).outcome).toMatchObject(outcome);
  });

  it.each([
    ['no checkout', { stage: 'no-testbed' }, 'error'],
    ['a patch that no tool takes', { stage: 'not-applied' }, 'not-applied'],
    ['a time-out of the tests', { timedOut: true, testSeconds: 5 }, 'time-out'],
  ] as const)('%s', (_name, changes, reason) => {
    const found = judge({}, { ...good, 'result.json': scriptResult(changes) });
    expect(found.outcome).toMatchObject({ kind: 'none', reason });
    expect(found.grade).toBeNull();
  });

  it('quotes the first tool that refused the patch', () => {
    const files = {
      'result.json': scriptResult({ stage: 'not-applied', rung: null }),
      'apply.log': '## git-apply\nerror: src/a.js: No such file or directory\n## exit 1\nerror: later\n',
    };
    expect(judge({}, files).reason).toContain('src/a.js: No such file');
  });

  it('trusts the log only where it is what was streamed', () => {
    const log = good['test_output.txt'];
    const whole = { bytes: Buffer.byteLength(log), sha256: sha256(log) };
    expect(judge({ output: whole }, good).outcome.kind).toBe('resolved');
    for (const output of [
      { ...whole, bytes: whole.bytes - 1 },
      { ...whole, sha256: sha256('else') },
    ])
      expect(judge({ output }, good)).toMatchObject({
        outcome: { kind: 'none', reason: 'error' },
        reason: 'the log was changed inside the container',
      });
  });

  it.each(['', '{', '{"stage":"tested"}', '[]', scriptResult({ rung: 'magic' }), scriptResult({ stage: 3 })])(
    'a result file that is not ours (%j) is no result',
    (text) => {
      expect(judge({}, { ...good, 'result.json': text }).outcome).toMatchObject({ kind: 'none', reason: 'error' });
    },
  );

  it('a log that was cut is not graded', () => {
    expect(judge({}, bad, ['test_output.txt: 5 bytes were left out']).outcome).toMatchObject({ reason: 'error' });
  });
});
