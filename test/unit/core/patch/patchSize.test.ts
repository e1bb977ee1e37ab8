import { describe, expect, it } from 'vitest';
import { comparePatches } from '../../../../src/core/patch/comparePatches';
import { parsePatch } from '../../../../src/core/patch/parsePatch';

/** Inputs on which something quadratic would take minutes: the test's own time limit is the check. */
describe('large and hostile patches', () => {
  const many = 30_000;
  it.each([
    ['hunks with wrong counts', `--- a/x\n+++ b/x\n${'@@ -1,9 +1,9 @@\n-a\n+b\n'.repeat(many)}`],
    ['files', 'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n'.repeat(many)],
    [
      'blank lines at the end of hunks',
      `--- a/x\n+++ b/x\n${`@@ -1 +1 @@\n-a\n+b\n${'\n'.repeat(20)}`.repeat(many / 10)}`,
    ],
    ['markers', `--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n${'\\ No newline at end of file\n'.repeat(many)}`],
    ['a name of blanks', `--- a/${' '.repeat(many)}\n+++ b/${'\t'.repeat(many)}\n@@ -1 +1 @@\n-a\n+b\n`],
    ['a quoted name', `diff --git "a/${'\\303\\251'.repeat(many)}" "b/x"\n`],
    [
      'a context that slides',
      `--- a/x\n+++ b/x\n@@ -1,${many} +1,${many + many} @@\n${' a\n'.repeat(many)}${'+a\n'.repeat(many)}`,
    ],
  ])('reads %s and compares them with themselves', (_, text) => {
    const patch = parsePatch(text);
    expect(patch.files.length).toBeGreaterThan(0);
    expect(comparePatches(patch, patch).files.length).toBeGreaterThan(0);
  });
});
