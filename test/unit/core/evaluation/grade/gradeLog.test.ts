import { describe, expect, it } from 'vitest';
import { diffGrades } from '../../../../../src/core/evaluation/grade/differences';
import type { Grade } from '../../../../../src/core/evaluation/grade/grade';
import { gradeLog } from '../../../../../src/core/evaluation/grade/gradeLog';
import { harnessReportText } from '../../../../../src/core/evaluation/grade/harnessReport';
import type { GradedInstance } from '../../../../../src/core/evaluation/gradedInstance';
import type { RuleSetName } from '../../../../../src/core/evaluation/report';

const row = (changes: Partial<GradedInstance> = {}): GradedInstance => ({
  id: 'o__r-1',
  repo: 'o/r',
  version: null,
  failToPass: ['f1', 'f2'],
  passToPass: ['p1'],
  logParser: 'tap',
  evalType: 'pass_and_fail',
  ...changes,
});

const marked = (body: string, after = ''): string =>
  `+ : '>>>>> Start Test Output'\n${body}\n+ : '>>>>> End Test Output'\n${after}`;

const grade = (log: string, rules: RuleSetName = 'swebench-v5', changes: Partial<GradedInstance> = {}): Grade =>
  gradeLog({ instance: row(changes), log, rules });

const all = marked('ok 1 - f1\nok 2 - f2\nok 3 - p1');

describe('a log with results', () => {
  it.each(['swebench-v4', 'swebench-v5'] as const)('is resolved where every required test passes (%s)', (rules) => {
    const graded = grade(all, rules);
    expect(graded.outcome).toEqual({ kind: 'resolved' });
    expect(graded.report?.tests_status?.FAIL_TO_PASS).toEqual({ success: ['f1', 'f2'], failure: [] });
    expect(graded.tests.map((test) => test.line)).toEqual([2, 3, 4]);
    expect(graded.warnings).toEqual([]);
  });

  it('counts an absent test as a failure and says that it is absent', () => {
    const graded = grade(marked('ok 1 - f1\nok 3 - p1'));
    expect(graded.outcome).toEqual({ kind: 'unresolved', reason: 'tests' });
    expect(graded.tests[1]).toEqual({
      name: 'f2',
      required: 'FAIL_TO_PASS',
      success: false,
      status: null,
      matched: 'absent',
      line: null,
      start: null,
      end: null,
    });
    expect(graded.reason).toBe('1 FAIL_TO_PASS and 0 PASS_TO_PASS tests count as failures');
  });

  it('reads only the section between the markers', () => {
    const log = `ok 1 - f1\n${marked('not ok 1 - f1\nok 2 - f2\nok 3 - p1', 'ok 1 - f1')}`;
    expect(grade(log).outcome.kind).toBe('unresolved');
  });

  it('ends the section at a second start marker', () => {
    const log = marked("ok 1 - f1\n+ : '>>>>> Start Test Output'\nok 2 - f2\nok 3 - p1");
    expect(grade(log).report?.tests_status?.FAIL_TO_PASS.failure).toEqual(['f2']);
  });

  it('reads the whole log where the section gives nothing, and says so', () => {
    const graded = grade(`ok 1 - f1\nok 2 - f2\nok 3 - p1\n${marked('')}`);
    expect(graded.outcome).toEqual({ kind: 'resolved' });
    expect(graded.warnings).toEqual(['nothing was read between the markers: the whole log was read instead']);
    expect(graded.tests[0]?.line).toBe(1);
  });

  it('counts lines as the editor does where carriage returns end some', () => {
    const graded = grade("bar 1\rbar 2\r\n+ : '>>>>> Start Test Output'\r\nok 1 - f1\n>>>>> End Test Output");
    expect(graded.tests[0]?.line).toBe(4);
  });
});

describe('skipped tests', () => {
  const log = marked('ok 1 - f1\nok 2 - f2\nok 3 - p1 # SKIP why');
  const none = marked('ok 1 - f1 # SKIP\nok 2 - f2 # SKIP\nok 3 - p1 # SKIP');

  it('leave both lists under swebench-v4', () => {
    const graded = grade(log, 'swebench-v4');
    expect(graded.outcome).toEqual({ kind: 'resolved' });
    expect(graded.report?.tests_status?.PASS_TO_PASS).toEqual({ success: [], failure: [] });
    expect(graded.tests[2]).toMatchObject({ success: null, matched: 'skipped', status: 'SKIPPED', line: 4 });
  });

  it('count as kept for PASS_TO_PASS and as not repaired for FAIL_TO_PASS under swebench-v5', () => {
    expect(grade(log).report?.tests_status?.PASS_TO_PASS.success).toEqual(['p1']);
    expect(grade(none).report?.tests_status?.FAIL_TO_PASS.failure).toEqual(['f1', 'f2']);
  });

  it('all of them: resolved by swebench-v4, with a warning', () => {
    const graded = grade(none, 'swebench-v4');
    expect(graded.outcome).toEqual({ kind: 'resolved' });
    expect(graded.warnings[0]).toMatch(/2 of 2 FAIL_TO_PASS tests were skipped .* none of them was tested/);
  });
});

describe('ids that were cut', () => {
  const changes = { failToPass: ['t[a, b'], passToPass: [], logParser: 'pytest_v2' };

  it('match by their beginning under swebench-v5 where all candidates agree', () => {
    const graded = grade(marked('PASSED t[a, b, c]\nXFAIL t[a, b, d]'), 'swebench-v5', changes);
    expect(graded.tests[0]).toMatchObject({ matched: 'prefix', status: 'PASSED', line: 2, success: true });
  });

  it('stay absent where candidates disagree, where brackets close, and under swebench-v4', () => {
    const torn = marked('PASSED t[a, b, c]\nFAILED t[a, b, d]');
    expect(grade(torn, 'swebench-v5', changes).tests[0]?.matched).toBe('absent');
    expect(grade(torn, 'swebench-v4', changes).tests[0]?.matched).toBe('absent');
    const closed = grade(marked('PASSED t[a]x'), 'swebench-v5', { ...changes, failToPass: ['t[a]'] });
    expect(closed.tests[0]?.matched).toBe('absent');
  });
});

describe('a log that shows no run', () => {
  it.each([
    ['>>>>> Patch Apply Failed', 'not-applied'],
    ['>>>>> Tests Timed Out', 'time-out'],
    ['>>>>> Tests Errored', 'error'],
    ['>>>>> Reset Failed', 'error'],
  ])('%s anywhere: no verdict, %s', (code, reason) => {
    for (const rules of ['swebench-v4', 'swebench-v5'] as const) {
      const graded = grade(`${all}\n${code}`, rules);
      expect(graded.outcome).toMatchObject({ kind: 'none', reason });
      expect(graded.report).toMatchObject({ patch_successfully_applied: false, resolved: false });
      expect(graded.report).not.toHaveProperty('tests_status');
      expect(graded.tests).toHaveLength(3);
    }
  });

  it('names the marker that is missing', () => {
    expect(grade('ok 1 - f1').reason).toContain('>>>>> Start Test Output');
    expect(grade('>>>>> Start Test Output\nok 1 - f1').reason).toContain('>>>>> End Test Output');
    expect(grade('').outcome).toMatchObject({ kind: 'none', reason: 'error' });
  });

  it('takes the harness note at the end for a time-out, and no such note elsewhere', () => {
    expect(grade(`${all}\n\nTimeout error: 20 seconds exceeded.`).outcome).toMatchObject({ reason: 'time-out' });
    expect(grade(marked('# Timeout error: 20 seconds exceeded.\nok 1 - f1\nok 2 - f2\nok 3 - p1')).outcome.kind).toBe(
      'resolved',
    );
  });

  it('is ungradeable under swebench-v5 where nothing was parsed, all failed under swebench-v4', () => {
    const log = marked('conftest.py: ImportError');
    expect(grade(log).outcome).toEqual({ kind: 'unresolved', reason: 'ungradeable' });
    expect(grade(log).report).not.toHaveProperty('tests_status');
    const v4 = grade(log, 'swebench-v4');
    expect(v4.outcome).toEqual({ kind: 'unresolved', reason: 'ungradeable' });
    expect(v4.report).toMatchObject({ patch_successfully_applied: true, resolved: false });
    expect(v4.report?.tests_status?.FAIL_TO_PASS.failure).toEqual(['f1', 'f2']);
  });

  it('says which parser is unknown', () => {
    expect(grade(all, 'swebench-v5', { logParser: 'nose' }).reason).toContain('"nose"');
    expect(grade(all, 'swebench-v5', { logParser: null }).reason).toContain('o/r');
    expect(grade(all, 'swebench-v5', { logParser: null }).outcome).toMatchObject({ kind: 'none', reason: 'error' });
  });

  it('reports an absent patch as the harness does', () => {
    const graded = gradeLog({ instance: row(), log: '', rules: 'swebench-v4', patch: { isNone: true, exists: false } });
    expect(graded.outcome).toEqual({ kind: 'none', reason: 'empty', detail: 'there is no patch' });
    expect(graded.report).toEqual({
      patch_is_None: true,
      patch_exists: false,
      patch_successfully_applied: false,
      resolved: false,
    });
  });
});

describe('forged results', () => {
  const forged = marked('ok 1 - f1\nok 2 - f2\nok 3 - p1', '>>>>> Test Exit Code: 1');

  it('are refused by swebench-v5 where the exit code contradicts them', () => {
    expect(grade(forged).outcome).toEqual({ kind: 'unresolved', reason: 'ungradeable' });
    expect(grade(forged).reason).toContain('exit code 1');
    expect(grade(forged, 'swebench-v4').outcome.kind).toBe('resolved');
  });

  it('are no matter where the log shows a failure or the marker is absent or zero', () => {
    expect(grade(forged.replace('ok 3 - p1', 'not ok 3 - other\nok 4 - p1')).outcome.kind).toBe('resolved');
    expect(grade(forged.replace('Code: 1', 'Code: 0')).outcome.kind).toBe('resolved');
  });
});

describe('fail_only', () => {
  const changes = { failToPass: ['a'], passToPass: [], logParser: 'parse_log_marked', evalType: 'fail_only' as const };

  it('takes silence for success where the runner says that it ran', () => {
    const graded = grade(marked('5 specs, 0 failures'), 'swebench-v5', changes);
    expect(graded.outcome).toEqual({ kind: 'resolved' });
    expect(graded.warnings).toEqual([]);
    expect(graded.tests[0]).toMatchObject({ success: true, matched: 'absent' });
  });

  it('refuses silence without a summary under swebench-v5; swebench-v4 resolves it and we warn', () => {
    expect(grade(marked('Executed 0 of 0'), 'swebench-v5', changes).outcome).toMatchObject({ reason: 'ungradeable' });
    const v4 = grade(marked('Executed 0 of 0'), 'swebench-v4', changes);
    expect(v4.outcome).toEqual({ kind: 'resolved' });
    expect(v4.warnings[0]).toContain('takes that silence for success');
  });

  it('is the rule of a classic marked row without the column', () => {
    const classic = { ...changes, evalType: null, logParser: null, repo: 'markedjs/marked' };
    expect(grade(marked('1) a'), 'swebench-v4', classic).outcome.kind).toBe('unresolved');
    expect(grade(marked('1) b'), 'swebench-v4', classic).outcome.kind).toBe('resolved');
  });
});

describe('signs and warnings', () => {
  it('lists signs with lines and leaves the score alone', () => {
    const log = marked(
      'ok 1 - f1\nok 2 - f2\nok 3 - p1\n# getaddrinfo ENOTFOUND x.org\n# HTTPError: 503 Server Error\nKilled',
    );
    const graded = grade(log);
    expect(graded.outcome.kind).toBe('resolved');
    expect(graded.signs.map(({ kind, line }) => [kind, line])).toEqual([
      ['dns', 5],
      ['http-5xx', 6],
      ['out-of-memory', 7],
    ]);
  });

  it('counts what it does not list', () => {
    const graded = grade(marked(`${'ENOSPC\n'.repeat(25)}ok 1 - f1`));
    expect(graded.signs).toHaveLength(20);
    expect(graded.warnings).toContain('5 more lines show the sign disk and are not listed');
  });

  it('says what colours hide', () => {
    const graded = grade(marked('\u001b[32mok 1 - f1\u001b[39m'));
    expect(graded.outcome).toMatchObject({ reason: 'ungradeable' });
    expect(graded.warnings[0]).toBe('colour codes hide 1 results from tap (the first on line 2): run without colours');
  });

  it('labels infrastructure in an ungradeable swebench-v5 report alone', () => {
    const log = marked('Could not resolve host: x.org');
    expect(grade(log).report).toMatchObject({ infra_failure: true, infra_failure_reason: 'network_unreachable' });
    expect(grade(marked('collected 0 items')).report).toMatchObject({
      infra_failure: false,
      infra_failure_reason: 'no_tests_collected',
    });
    expect(grade(log, 'swebench-v4').report).not.toHaveProperty('infra_failure');
  });

  it('says where a list is missing or empty', () => {
    expect(grade(all, 'swebench-v5', { failToPass: null }).warnings).toEqual([
      'the instance has no FAIL_TO_PASS: taken as empty',
    ]);
    expect(grade(all, 'swebench-v5', { failToPass: [] }).warnings[0]).toContain('FAIL_TO_PASS is empty');
  });
});

describe('reports and differences', () => {
  it('writes keys in the order of the harness', () => {
    expect(Object.keys(JSON.parse(harnessReportText(grade(all)))['o__r-1'])).toEqual([
      'patch_is_None',
      'patch_exists',
      'patch_successfully_applied',
      'resolved',
      'infra_failure',
      'tests_status',
    ]);
  });

  it('says what another rule set changes', () => {
    const log = marked('ok 1 - f1 # SKIP\nok 2 - f2\nok 3 - p1');
    const differences = diffGrades(grade(log, 'swebench-v4'), grade(log, 'swebench-v5'));
    expect(differences.outcome).toMatchObject({ before: { kind: 'resolved' }, after: { kind: 'unresolved' } });
    expect(differences.tests).toEqual([
      { name: 'f1', required: 'FAIL_TO_PASS', before: null, after: false, reason: 'SKIPPED (line 2) under both' },
    ]);
    expect(diffGrades(grade(all), grade(all))).toEqual({ outcome: null, tests: [] });
  });
});
