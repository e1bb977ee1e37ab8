import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
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
