import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { coveragePart, isCoverageName } from '../../../../../src/core/evaluation/script/coveragePart';
import { buildEntryScript } from '../../../../../src/core/evaluation/script/entryScript';
import { buildTimedScript, withClock } from '../../../../../src/core/evaluation/script/timedRuns';
import { commit } from '../../../../fakes/rows';

const options = { rules: 'swebench-v5', baseCommit: commit, testSeconds: 30 } as const;

describe('the script of timed runs', () => {
  it.each([true, false])('is a script that bash can read (gold: %s)', (hasGold) => {
    const script = buildTimedScript({ ...options, repeats: 15, hasGold, timed: 'tests', budgetSeconds: 600 });
    execFileSync('bash', ['-n'], { input: script });
    expect(script).toContain(`ORDER=(base${hasGold ? ' gold' : ''} model)`);
    expect(script.includes('gold.diff')).toBe(hasGold);
  });

  it('puts its clock between the markers alone', () => {
    const text = "cd /testbed\n: '>>>>> Start Test Output'\nrun tests\ncode=$?\n: '>>>>> End Test Output'\nrest";
    const { script, timed } = withClock(text);
    const lines = script.split('\n');
    expect(timed).toBe('tests');
    expect(lines.indexOf('run tests')).toBeGreaterThan(lines.findIndex((line) => line.startsWith('TOUCHSTONE_BEGAN')));
    expect(lines.indexOf('code=$?')).toBeLessThan(lines.findIndex((line) => line.startsWith('TOUCHSTONE_ENDED')));
    expect(lines.at(-1)).toBe('rest');
  });

  it.each([
    ['no markers', 'run tests'],
    ['a marker in a test patch', "git apply - <<'E'\n+: '>>>>> Start Test Output'\nE\nrun\n: '>>>>> End Test Output'"],
    ['the end first', ": '>>>>> End Test Output'\n: '>>>>> Start Test Output'"],
  ])('times the whole of a script with %s', (_, text) => {
    expect(withClock(text)).toEqual({ script: text, timed: 'script' });
  });
});

describe('the script that keeps coverage reports', () => {
  it.each([[[]], [['coverage/lcov.info', 'a b.json']]])('is a script that bash can read: %j', (coverage) => {
    const script = buildEntryScript({ ...options, hasPatch: true, coverage });
    execFileSync('bash', ['-n'], { input: script });
    expect(script).toMatch(/prepare_coverage\n {2}run_tests\n {2}gather_coverage\n {2}finish tested/);
  });

  it('is left out where nothing is measured', () => {
    expect(buildEntryScript({ ...options, hasPatch: true })).not.toContain('coverage');
  });

  it('keeps plain files under names of ours, and takes what the patch brought first', () => {
    const script = `${coveragePart(['cov/lcov.info', 'missing.json'])}
OUT=$(mktemp -d) BED=$(mktemp -d)
mkdir "$BED/cov" && echo old >"$BED/cov/lcov.info"
prepare_coverage
test -e "$BED/cov/lcov.info" && echo kept
echo one >"$BED/cov/lcov.info"; echo two >"$TOUCHSTONE_OUT/coverage/a b;c.json"; ln -s /etc/passwd "$OUT/coverage/link"
collect_coverage
cd "$OUT" && for file in *; do echo "$file $(cat "$file")"; done
rm -rf "$OUT" "$BED"`;
    expect(execFileSync('bash', [], { input: script, encoding: 'utf8' })).toBe(
      'coverage-1-lcov.info one\ncoverage-2-a_b_c.json two\n',
    );
  });

  it('knows its own names', () => {
    expect(['coverage-1-lcov.info', 'coverage-12-x'].every(isCoverageName)).toBe(true);
    expect(['coverage.json', 'coverage-x', 'a/coverage-1-x', 'coverage-1-'].some(isCoverageName)).toBe(false);
  });
});
