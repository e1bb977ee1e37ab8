import { describe, expect, it } from 'vitest';
import { applyToText } from '../../../../src/core/patch/applyToText';
import { parsePatch } from '../../../../src/core/patch/parsePatch';
import type { FilePatch } from '../../../../src/core/patch/patch';

const fileOf = (text: string): FilePatch => parsePatch(text).files[0]!;
const edit = (body: string) => fileOf(`--- a/f\n+++ b/f\n${body}`);

describe('applyToText', () => {
  it('finds a hunk that has moved, and says by how much', () => {
    const file = edit('@@ -1,3 +1,3 @@\n one\n-two\n+TWO\n three\n');
    expect(applyToText('one\ntwo\nthree\n', file)).toEqual({
      ok: true,
      value: { text: 'one\nTWO\nthree\n', hunks: [{ at: 0, offset: 0 }] },
    });
    const moved = edit('@@ -2,3 +2,3 @@\n one\n-two\n+TWO\n three\n');
    expect(applyToText('x\ny\nz\none\ntwo\nthree\n', moved)).toMatchObject({
      value: { hunks: [{ at: 3, offset: 2 }] },
    });
  });

  it('names the hunk that fails', () => {
    const file = edit('@@ -1,2 +1,2 @@\n-a\n+A\n b\n@@ -9,2 +9,2 @@\n-x\n+X\n y\n');
    expect(applyToText('a\nb\nc\n', file)).toMatchObject({ ok: false, error: { hunk: 1 } });
  });

  it('refuses to add a file that is there, to change one that is not, to delete one that holds more', () => {
    const add = fileOf('--- /dev/null\n+++ b/f\n@@ -0,0 +1 @@\n+a\n');
    expect(applyToText(null, add)).toMatchObject({ value: { text: 'a\n' } });
    expect(applyToText('a\n', add)).toMatchObject({ ok: false, error: { hunk: null } });
    expect(applyToText(null, edit('@@ -1 +1 @@\n-a\n+b\n')).ok).toBe(false);
    const remove = fileOf('--- a/f\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n');
    expect(applyToText('a\n', remove)).toMatchObject({ value: { text: null } });
    expect(applyToText('a\nb\n', remove).ok).toBe(false);
    expect(applyToText('x', fileOf('diff --git a/p b/p\nindex 1..2\nBinary files a/p and b/p differ\n')).ok).toBe(
      false,
    );
  });

  it('applies hunks without context only when asked, at their very place', () => {
    const file = edit('@@ -2,0 +3 @@\n+new\n@@ -4 +4,0 @@\n-a\n');
    const text = 'a\na\na\na\na\n';
    expect(applyToText(text, file).ok).toBe(false);
    expect(applyToText(text, file, { unidiffZero: true })).toMatchObject({
      value: { text: 'a\na\nnew\na\na\n', hunks: [{ at: 2 }, { at: 4, offset: 0 }] },
    });
  });

  it('takes all lines found when asked, also of hunks that git drops from or refuses', () => {
    const dropped = edit('@@ -1,2 +1,2 @@\n a\n-b\n+c\n+d\n');
    expect(applyToText('a\nb\n', dropped)).toMatchObject({ value: { text: 'a\nc\n' } });
    expect(applyToText('a\nb\n', dropped, { lines: 'found' })).toMatchObject({ value: { text: 'a\nc\nd\n' } });
    const corrupt = edit('@@ -1,5 +1,5 @@\n a\n-b\n+c\n');
    expect(applyToText('a\nb\n', corrupt)).toMatchObject({ ok: false, error: { hunk: 0 } });
    expect(applyToText('a\nb\n', corrupt, { lines: 'found' })).toMatchObject({ value: { text: 'a\nc\n' } });
  });

  it('looks for carriage returns in the file, or leaves them out when asked', () => {
    const crlf = fileOf('--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n-a\n+b\n c\n'.replaceAll('\n', '\r\n'));
    expect(applyToText('a\r\nc\r\n', crlf)).toMatchObject({ value: { text: 'b\r\nc\r\n' } });
    expect(applyToText('a\nc\n', crlf).ok).toBe(false);
    expect(applyToText('a\nc\n', crlf, { stripCarriageReturns: true })).toMatchObject({ value: { text: 'b\nc\n' } });
  });
});
