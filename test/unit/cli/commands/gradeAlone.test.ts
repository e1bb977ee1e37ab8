import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { main } from '../../../../src/cli/main';

let folder: string;
const at = (...names: string[]): string => join(folder, ...names);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'grade-alone-'));
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
  process.exitCode = undefined;
  return { code, out: out.join(''), err: err.join('') };
};

describe("grade --parser: a parser's results alone", () => {
  beforeEach(() => writeFileSync(at('log.txt'), 'PASSED a\u001b[2J\nFAILED b\n'));

  it('prints a table', async () => {
    const { code, out } = await run('--log', at('log.txt'), '--parser', 'pytest');
    expect(code).toBe(0);
    expect(out).toContain('parse_log_pytest: 2 results (1 PASSED, 1 FAILED)\n');
    expect(out).toMatch(/^FAILED +2 +13-21 +b$/m);
    expect(out).toContain('a\\u{1b}[2J');
    expect(out).toContain('Warning: the log has no start marker');
  });

  it('prints { parser, results, signs, warnings } as JSON', async () => {
    const document = JSON.parse((await run('--log', at('log.txt'), '--parser', 'pytest', '--json')).out);
    expect(Object.keys(document)).toEqual(['parser', 'log', 'counts', 'results', 'signs', 'warnings']);
    expect(document.results[1]).toEqual({ id: 'b', status: 'FAILED', line: 2, start: 13, end: 21 });
  });

  it('ends with 1 where nothing is read, the file is missing or the name unknown; the names are listed', async () => {
    expect(await run('--log', at('log.txt'), '--parser', 'gotest')).toMatchObject({ code: 1 });
    expect(await run('--log', at('none.txt'), '--parser', 'gotest')).toMatchObject({ code: 1, out: '' });
    const unknown = await run('--log', at('log.txt'), '--parser', 'nope');
    expect(unknown).toMatchObject({ code: 1, out: '' });
    expect(unknown.err).toMatch(/no such parser\. Known are: ant, .*gotest.*smith_gotest.*vitest/);
    expect((await run('--log', at('log.txt'), '--parser', 'jekyll')).err).toContain('depends on the instance');
  });

  it('ends with 2 for wrong use', async () => {
    expect(await run(folder, '--parser', 'pytest')).toMatchObject({ code: 2 });
    expect(await run('--log', at('log.txt'), '--parser', 'pytest', '--dataset', at('d.jsonl'))).toMatchObject({
      code: 2,
    });
    expect(await run('--log', at('log.txt'))).toMatchObject({ code: 2 });
    expect(await run(folder)).toMatchObject({ code: 2 });
  });
});

describe('grade of a report without a dataset', () => {
  const lists = "{'success': ['a'], 'failure': []}";
  const printed = `2024-08-22 20:21:27,207 - INFO - report: {'o__r-1': {'patch_is_None': False, 'resolved': True, 'tests_status': {'FAIL_TO_PASS': ${lists}}}}\n`;

  it('shows what run_instance.log prints, as reported', async () => {
    writeFileSync(at('a.run_instance.log'), printed);
    const { code, out } = await run('--log', at('a.run_instance.log'));
    expect(code).toBe(0);
    expect(out).toMatch(/^o__r-1 +resolved +as reported +1\/1 +0\/0 +none$/m);
    const document = JSON.parse((await run('--log', at('a.run_instance.log'), '--json')).out);
    expect(document['o__r-1'].resolved).toBe(true);
    expect(document.touchstone).toMatchObject({ instance: 'o__r-1', rules: null, rule: 'report.found' });
  });

  it('shows every instance of a report.json', async () => {
    writeFileSync(at('report.json'), JSON.stringify({ a: { resolved: true }, b: { resolved: false }, c: 1 }));
    const document = JSON.parse((await run('--log', at('report.json'), '--json')).out);
    expect(Object.keys(document.touchstone)).toEqual(['a', 'b']);
    const one = JSON.parse((await run('--log', at('report.json'), '--instance', 'b', '--json')).out);
    expect(one.touchstone).toMatchObject({ instance: 'b', resolved: false });
  });

  it('names the instance of a flat report by --instance, and refuses what is no report', async () => {
    writeFileSync(at('report.json'), JSON.stringify({ resolved: true }));
    expect(await run('--log', at('report.json'))).toMatchObject({ code: 1, out: '' });
    const { out } = await run('--log', at('report.json'), '--instance', 'x', '--json');
    expect(JSON.parse(out).x.resolved).toBe(true);
    writeFileSync(at('run_instance.log'), 'nothing\n');
    expect((await run('--log', at('run_instance.log'))).err).toContain('it prints no report');
  });
});

describe('a report.json beside the log that is graded', () => {
  const row = {
    instance_id: 'o__r-1',
    repo: 'o/r',
    base_commit: 'a'.repeat(40),
    patch: '',
    test_patch: '',
    problem_statement: 's',
    FAIL_TO_PASS: ['f'],
    PASS_TO_PASS: ['s'],
    log_parser: 'pytest',
    eval_type: 'pass_and_fail',
  };
  const text = '>>>>> Start Test Output\nPASSED f\nSKIPPED s\n>>>>> End Test Output\n';
  const report = (p2p: object, resolved = true) => ({
    'o__r-1': {
      patch_is_None: false,
      patch_exists: true,
      patch_successfully_applied: true,
      resolved,
      tests_status: { FAIL_TO_PASS: { success: ['f'], failure: [] }, PASS_TO_PASS: p2p },
    },
  });
  const logFolder = () => at('logs', 'o__r-1');
  const log = () => join(logFolder(), 'test_output.txt');
  const say = (name: string, value: unknown) => writeFileSync(join(logFolder(), name), JSON.stringify(value));

  beforeEach(() => {
    mkdirSync(logFolder(), { recursive: true });
    writeFileSync(at('d.jsonl'), JSON.stringify(row));
    writeFileSync(log(), text);
  });

  const both = async () => {
    const one = await run('--dataset', at('d.jsonl'), '--log', log(), '--instance', 'o__r-1', '--json');
    const all = await run('--dataset', at('d.jsonl'), at('logs'), '--json');
    const table = await run('--dataset', at('d.jsonl'), at('logs'));
    return {
      one: JSON.parse(one.out).touchstone,
      all: JSON.parse(all.out).touchstone['o__r-1'],
      table: table.out,
    };
  };

  it('is said to contradict, with the lists that differ', async () => {
    say('report.json', report({ success: [], failure: ['s'] }, false));
    const { one, all, table } = await both();
    expect(one.contradicts).toEqual(all.contradicts);
    expect(one.contradicts).toEqual({
      report: join(logFolder(), 'report.json'),
      flags: [{ field: 'resolved', report: false, grade: true }],
      lists: [
        { list: 'PASS_TO_PASS.success', onlyReport: [], onlyGrade: ['s'] },
        { list: 'PASS_TO_PASS.failure', onlyReport: ['s'], onlyGrade: [] },
      ],
    });
    expect(table).toContain('o__r-1: note: report.json beside the log contradicts this grade: resolved is false in it');
  });

  it('is named where it agrees with the other version alone', async () => {
    say('report.json', report({ success: [], failure: [] }));
    const { one, all, table } = await both();
    expect(one).not.toHaveProperty('contradicts');
    expect(all.notes.join()).toContain('says what swebench-v4 makes of the same log');
    expect(table).toContain('differs from swebench-v5');
  });

  it('is not held against this rule set where result.json records another', async () => {
    say('report.json', report({ success: [], failure: ['s'] }, false));
    say('result.json', { outcome: { kind: 'unresolved', reason: 'tests' }, rules: 'swebench-v4' });
    const { one, all, table } = await both();
    expect(one).not.toHaveProperty('contradicts');
    expect(all.notes).toEqual([]);
    expect(table).not.toContain('beside the log');
  });

  it('that agrees is not mentioned, nor one that is no report', async () => {
    say('report.json', report({ success: ['s'], failure: [] }));
    expect((await both()).table).not.toContain('beside the log');
    writeFileSync(join(logFolder(), 'report.json'), '{"o__r-1": nothing');
    expect((await both()).table).not.toContain('beside the log');
  });
});

describe('grade --help', () => {
  it('says what --log takes, what folders are named by, and the shape of the JSON', async () => {
    const { code, out } = await run('--help');
    expect(code).toBe(0);
    expect(out).toContain('(or <id>.test_output.txt) is named by');
    for (const file of ['report.json', 'run_instance.log', '*_output.json', 'status.json', 'reward.*', '.gz'])
      expect(out).toContain(file);
    expect(out).toMatch(/^json: \{ <id>: report of the harness, touchstone: /m);
    expect(out).toContain('<id>#2');
    expect(out).toContain('{ parser, log, counts, results, signs, warnings }');
  });
});
