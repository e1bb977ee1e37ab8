import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCommit, objectFormat } from '../../../../src/core/workspace/commit';
import { folderName } from '../../../../src/core/workspace/folderName';
import { describePlan, planWorkspace } from '../../../../src/core/workspace/plan';

const sha256 = (data: Uint8Array | string): string => createHash('sha256').update(data).digest('hex');
const source = { kind: 'path', path: '/repos/lib' } as const;
const base = 'A'.repeat(40);
const instance = { id: 'ada__lib-1', baseCommit: base, testPatch: 'diff --git a/x b/x\n' };

describe('planWorkspace', () => {
  it('plans a checkout with or without the test patch, in folders of their own', () => {
    expect(planWorkspace(instance, { source, withTestPatch: false }, sha256)).toEqual({
      ok: true,
      value: {
        instanceId: 'ada__lib-1',
        source,
        baseCommit: 'a'.repeat(40),
        testPatch: null,
        folderName: 'ada__lib-1',
      },
    });
    expect(planWorkspace(instance, { source, withTestPatch: true }, sha256)).toMatchObject({
      value: { testPatch: instance.testPatch, folderName: 'ada__lib-1.with-tests' },
    });
  });

  it.each([
    [{ ...instance, baseCommit: null }, /"ada__lib-1" has no base_commit/],
    [{ ...instance, baseCommit: 'HEAD' }, /base_commit "HEAD" isn't 40 or 64 hex digits/],
    [{ ...instance, baseCommit: `--${'a'.repeat(38)}` }, /isn't 40 or 64 hex digits/],
    [{ ...instance, baseCommit: `${'a'.repeat(40)}\n` }, /isn't 40 or 64 hex digits/],
    [{ ...instance, testPatch: '' }, /has no test_patch/],
  ])('says what is wrong with %j', (bad, message) => {
    const plan = planWorkspace(bad, { source, withTestPatch: true }, sha256);
    expect(plan).toMatchObject({ ok: false, error: expect.stringMatching(message) });
  });

  it('refuses a source that git must not be given', () => {
    const bad = { kind: 'url', url: 'ext::sh -c id' } as const;
    expect(planWorkspace(instance, { source: bad, withTestPatch: false }, sha256)).toMatchObject({ ok: false });
  });

  it('states what it does before it does it', () => {
    const plan = planWorkspace(instance, { source, withTestPatch: true }, sha256);
    const text = plan.ok ? describePlan(plan.value, '/checkouts/lib').join('\n') : '';
    for (const part of ['/repos/lib', '/checkouts/lib', 'a'.repeat(40), 'test patch']) expect(text).toContain(part);
  });
});

describe('folderName', () => {
  it('keeps a plain id as it is', () => {
    expect(folderName('django__django-11099', sha256)).toBe('django__django-11099');
  });

  it('is safe for any text, and tells two texts apart', () => {
    const odd = fc.oneof(
      fc.string(),
      fc.constantFrom('', '..', '.git', 'con', 'CON.txt', 'a/../b', '-x', 'a'.repeat(300)),
    );
    fc.assert(
      fc.property(odd, odd, (one, two) => {
        const name = folderName(one, sha256);
        expect(name).toMatch(/^[A-Za-z0-9_][A-Za-z0-9._-]{0,79}$/);
        expect(name).not.toMatch(/[.]$|^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i);
        if (one !== two) expect(folderName(two, sha256)).not.toBe(name);
      }),
    );
  });
});

describe('isCommit', () => {
  it('takes 40 or 64 hex digits and nothing else', () => {
    expect([isCommit('0'.repeat(40)), isCommit('F'.repeat(64)), isCommit('0'.repeat(41))]).toEqual([true, true, false]);
    expect([objectFormat('0'.repeat(40)), objectFormat('0'.repeat(64))]).toEqual(['sha1', 'sha256']);
    fc.assert(fc.property(fc.string(), (text) => !isCommit(text) || /^[0-9a-fA-F]+$/.test(text)));
  });
});
