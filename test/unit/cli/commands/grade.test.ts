import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { main } from '../../../../src/cli/main';

let folder: string;
let dataset: string;
let log: string;

const rowOf = (id: string) => ({
  instance_id: id,
  repo: 'o/r',
  base_commit: 'a'.repeat(40),
  patch: '',
  test_patch: '',
  problem_statement: 's',
  FAIL_TO_PASS: ['f '],
  PASS_TO_PASS: '["p", "s"]',
  log_parser: 'tap',
  eval_type: 'pass_and_fail',
});

const text =
  '>>>>> Start Test Output\nok 1 - f \nnot ok 2 - p\nok 3 - s # SKIP\n# ENOSPC\u001b[2J\n>>>>> End Test Output\n';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'grade-cli-'));
  dataset = join(folder, 'd.jsonl');
  writeFileSync(dataset, `${JSON.stringify(rowOf('o__r-1'))}\n${JSON.stringify(rowOf('o__r-2'))}\n`);
  for (const id of ['o__r-1', 'o__r-2']) {
    mkdirSync(join(folder, 'logs', 'run', 'model', id), { recursive: true });
    writeFileSync(join(folder, 'logs', 'run', 'model', id, 'test_output.txt'), text);
  }
  log = join(folder, 'logs', 'run', 'model', 'o__r-1', 'test_output.txt');
});
afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
  rmSync(folder, { recursive: true, force: true });
});

const run = async (...args: string[]): Promise<{ code: number; out: string; err: string }> => {
  const out: string[] = [];
  const err: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => out.push(String(chunk)) > 0);
  vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => err.push(String(chunk)) > 0);
  const code = await main(['grade', ...args]);
  vi.restoreAllMocks();
  return { code, out: out.join(''), err: err.join('') };
};

describe('touchstone grade', () => {
  it('prints the report of the harness and, under touchstone, what decided', async () => {
    const { code, out } = await run('--dataset', dataset, '--log', log, '--instance', 'o__r-1', '--json');
    const document = JSON.parse(out);
    expect(code).toBe(0);
    expect(Object.keys(document)).toEqual(['o__r-1', 'touchstone']);
    expect(document['o__r-1'].tests_status.FAIL_TO_PASS).toEqual({ success: ['f '], failure: [] });
    expect(document['o__r-1'].tests_status.PASS_TO_PASS).toEqual({ success: ['s'], failure: ['p'] });
    expect(document.touchstone).toMatchObject({
      rules: 'swebench-v5',
      outcome: { kind: 'unresolved', reason: 'tests' },
    });
    expect(document.touchstone.tests[2]).toEqual({
      name: 's',
      required: 'PASS_TO_PASS',
      success: true,
      status: 'SKIPPED',
      matched: 'skipped',
      line: 4,
      start: 47,
      end: 62,
    });
    expect(document.touchstone.signs).toMatchObject([{ kind: 'disk', line: 5 }]);
  });

  it('takes the rule set that is asked for', async () => {
    const { out } = await run(
      '--dataset',
      dataset,
      '--log',
      log,
      '--instance',
      'o__r-1',
      '--json',
      '--rules',
      'swebench-v4',
    );
    expect(JSON.parse(out)['o__r-1'].tests_status.PASS_TO_PASS).toEqual({ success: [], failure: ['p'] });
  });

  it('grades a folder: reports by instance, additions by instance', async () => {
    const { code, out } = await run('--dataset', dataset, join(folder, 'logs'), '--json');
    const document = JSON.parse(out);
    expect(code).toBe(0);
    expect(Object.keys(document)).toEqual(['o__r-1', 'o__r-2', 'touchstone', 'touchstoneSkipped']);
    expect(document.touchstoneSkipped).toEqual([]);
    expect(Object.keys(document.touchstone)).toEqual(['o__r-1', 'o__r-2']);
  });

  it('tells two logs of one instance apart, in JSON by a number and for people by their places', async () => {
    mkdirSync(join(folder, 'logs', 'run', 'other', 'o__r-1'), { recursive: true });
    writeFileSync(join(folder, 'logs', 'run', 'other', 'o__r-1', 'test_output.txt'), text);
    const json = await run('--dataset', dataset, join(folder, 'logs'), '--json');
    expect(json.code).toBe(0);
    const { touchstone, ...reports } = JSON.parse(json.out);
    expect(Object.keys(reports)).toEqual(['o__r-1', 'o__r-2', 'o__r-1#2', 'touchstoneSkipped']);
    expect(touchstone['o__r-1#2'].instance).toBe('o__r-1');
    expect(touchstone['o__r-1#2'].log).toContain(join('other', 'o__r-1'));
    const table = await run('--dataset', dataset, join(folder, 'logs'));
    expect(table.out.match(/^o__r-1 +unresolved .*model\/o__r-1|^o__r-1 +unresolved .*other\/o__r-1/gm)).toHaveLength(
      2,
    );
    const remarks = table.out.split('\n').filter((line) => line.includes(': v5.tests: '));
    expect(remarks.map((line) => /^o__r-1 \(.*(model|other)\/o__r-1/.exec(line)?.[1] ?? line.split(':')[0])).toEqual([
      'model',
      'o__r-2',
      'other',
    ]);
  });

  it('tells people why, which tests, and what the log hints at, without control characters', async () => {
    const { out } = await run('--dataset', dataset, '--log', log, '--instance', 'o__r-1');
    expect(out).toContain('Why: 0 FAIL_TO_PASS and 1 PASS_TO_PASS tests count as failures');
    expect(out).toContain('PASS_TO_PASS  p  FAILED (matched exactly), line 3');
    expect(out).toMatch(/^o__r-1 +unresolved +swebench-v5 +1\/1 +1\/2 +tap$/m);
    expect(out).toContain('Rule: v5.tests of swebench-v5');
    expect(out).toContain('PASS_TO_PASS  s  SKIPPED (skipped), line 4');
    expect(out).toContain('disk, line 5: # ENOSPC\\u{1b}[2J');
  });

  it('ends with 1 and names what it left out', async () => {
    mkdirSync(join(folder, 'logs', 'odd'));
    writeFileSync(join(folder, 'logs', 'odd', 'test_output.txt'), text);
    const { code, err } = await run('--dataset', dataset, join(folder, 'logs'), '--json');
    expect(code).toBe(1);
    expect(err).toContain('no instance for "odd"');
  });

  it('lists evaluations without a log, with the reason that their record gives', async () => {
    const record = (id: string, outcome: object) => {
      mkdirSync(join(folder, 'logs', 'run', 'model', id), { recursive: true });
      writeFileSync(join(folder, 'logs', 'run', 'model', id, 'result.json'), JSON.stringify({ outcome }));
    };
    writeFileSync(dataset, ['o__r-1', 'o__r-2', 'o__r-3', 'o__r-4'].map((id) => JSON.stringify(rowOf(id))).join('\n'));
    record('o__r-3', { kind: 'none', reason: 'not-applied', detail: 'no tool\u001b[31m' });
    const table = await run('--dataset', dataset, join(folder, 'logs'));
    expect(table.code).toBe(0);
    expect(table.out).toMatch(/^o__r-3 +no verdict: not applied +– +– +– +skipped$/m);
    expect(table.out).toContain('o__r-3: skipped: no log: no tool\\u{1b}[31m\n');
    const json = JSON.parse((await run('--dataset', dataset, join(folder, 'logs'), '--json')).out);
    expect(Object.keys(json)).toEqual(['o__r-1', 'o__r-2', 'touchstone', 'touchstoneSkipped']);
    expect(json.touchstoneSkipped).toMatchObject([
      { instance: 'o__r-3', outcome: { kind: 'none', reason: 'not-applied' }, reason: 'no log: no tool\u001b[31m' },
    ]);
    record('o__r-4', { kind: 'none', reason: 'infrastructure' });
    expect(await run('--dataset', dataset, join(folder, 'logs'))).toMatchObject({ code: 1 });
  });

  it('ends with 1 for a log in which no test ever started', async () => {
    writeFileSync(log, 'nothing of a test\n');
    const { code, out } = await run('--dataset', dataset, '--log', log, '--instance', 'o__r-1');
    expect(code).toBe(1);
    expect(out).toContain('no verdict: error');
  });

  it('ends with 1 for an unknown instance or a missing file, with 2 for wrong use', async () => {
    expect(await run('--dataset', dataset, '--log', log, '--instance', 'x')).toMatchObject({ code: 1 });
    expect(await run('--dataset', dataset, '--log', `${log}x`, '--instance', 'o__r-1')).toMatchObject({ code: 1 });
    expect(await run('--dataset', `${dataset}x`, join(folder, 'logs'))).toMatchObject({ code: 1 });
    expect(await run('--dataset', dataset)).toMatchObject({ code: 2, out: '' });
    expect(await run('--dataset', dataset, '--log', log)).toMatchObject({ code: 2 });
    expect(await run('--dataset', dataset, join(folder, 'logs'), '--log', log, '--instance', 'x')).toMatchObject({
      code: 2,
    });
    expect(await run('--dataset', dataset, join(folder, 'logs'), '--rules', 'mine')).toMatchObject({ code: 2 });
  });

  it('follows the rule set of the study above the dataset, unless told otherwise', async () => {
    const study = 'touchstone: 1\nstudy: s\ndatasets: [d.jsonl]\nevaluation: { ruleSet: swebench-v4 }\n';
    writeFileSync(join(folder, 'touchstone.yaml'), study);
    const asked = ['--dataset', dataset, '--log', log, '--instance', 'o__r-1'];
    const followed = await run(...asked);
    expect(followed.err).toMatch(/Rule set swebench-v4, as .*touchstone\.yaml says/);
    expect(followed.out).toContain('swebench-v4');
    const told = await run(...asked, '--rules', 'swebench-v5');
    expect(told.err).not.toContain('as ');
    expect(told.out).toContain('swebench-v5');
  });
});
