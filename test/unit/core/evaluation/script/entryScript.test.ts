import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { clockPart } from '../../../../../src/core/evaluation/script/entryParts';
import { buildEntryScript } from '../../../../../src/core/evaluation/script/entryScript';
import { commit } from '../../../../fakes/rows';

const build = (changes: Partial<Parameters<typeof buildEntryScript>[0]> = {}) =>
  buildEntryScript({ rules: 'swebench-v5', baseCommit: commit, hasPatch: true, testSeconds: 30, ...changes });

const rungs = (script: string): string[] =>
  [...script.matchAll(/^ {2}try_rung (\S+)/gm)].map((match) => match[1] ?? '');

describe('the entry script', () => {
  it.each(['swebench-v4', 'swebench-v5'] as const)('is a script that bash can read (%s)', (rules) => {
    execFileSync('bash', ['-n'], { input: build({ rules }) });
  });

  it('climbs the ladder of its rule set', () => {
    expect(rungs(build({ rules: 'swebench-v4' }))).toEqual(['git-apply', 'git-apply-reject', 'patch-fuzz']);
    expect(rungs(build())).toEqual([
      'git-apply',
      'git-apply-3way',
      'git-apply-reject',
      'patch-fuzz',
      'already-applied',
    ]);
  });

  it('cleans the tree between tries, and not before the question whether the patch is there already', () => {
    expect(build().match(/^ {2}clean_tree$/gm)?.length).toBe(3);
    expect(build({ rules: 'swebench-v4' }).match(/^ {2}clean_tree$/gm)?.length).toBe(2);
  });

  it('applies nothing for the base', () => {
    expect(build({ hasPatch: false })).toContain(': no patch, the base as it is');
    expect(build({ hasPatch: false })).not.toContain('apply_patch || finish');
  });

  it('takes no commit that is none', () => {
    expect(() => build({ baseCommit: "'; rm -rf /" })).toThrow(RangeError);
    expect(build({ baseCommit: 'a'.repeat(64) })).toContain("OBJECT_FORMAT='--object-format=sha256'");
  });

  it('gives whole seconds, at least one', () => {
    expect(build({ testSeconds: 0.2 })).toContain('TEST_SECONDS=1\n');
    expect(build({ testSeconds: 20.5 })).toContain('TEST_SECONDS=21\n');
  });
});

/** What the script's clock says of a command; `$$` is the shell that holds the clock, USR1 sets its time. */
const clocked = (seconds: number, command: string, jump = 0): string => {
  const script = `set -u
exec 4<>"$FIFO"
${clockPart}
trap 'SECONDS=$((SECONDS + ${jump}))' USR1
command() { ${command}; }
clocked ${seconds} command
echo "$? $LATE $([ $ELAPSED -lt 30 ] && echo short)"`;
  const shell = 'FIFO=$(mktemp -u); export FIFO; mkfifo "$FIFO"; bash -c "$1" 2>/dev/null; rm "$FIFO"';
  return execFileSync('bash', ['-c', shell, 'sh', script], { encoding: 'utf8' }).trim();
};

describe.skipIf(process.platform === 'win32')("the script's clock", () => {
  it('hands the exit code out, whatever it looks like', () => {
    expect(clocked(30, 'return 0')).toBe('0 false short');
    expect(clocked(30, 'exit 124')).toBe('124 false short');
    expect(clocked(30, 'bash -c "kill -SEGV \\$\\$"')).toBe('139 false short');
  });

  it('ends what runs out of time, politely first', () => {
    expect(clocked(1, 'sleep 300')).toMatch(/^143 true/);
    expect(clocked(1, `bash -c "trap 'exit 9' TERM; sleep 300 & wait"`)).toMatch(/^9 true/);
  });

  it('ends what does not listen, and what stands still', () => {
    expect(clocked(1, `trap '' TERM; kill -STOP $BASHPID; sleep 300`)).toMatch(/^137 true/);
  });

  it.each([86_400, -86_400])('does not take a clock that was set (%i s), or a machine that slept, for time', (jump) => {
    expect(clocked(60, 'kill -USR1 $$; sleep 1.5; exit 7', jump)).toBe('7 false short');
  });
});
