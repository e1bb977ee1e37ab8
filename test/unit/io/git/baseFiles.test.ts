import { rm } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { InputFault } from '../../../../src/core/shared/problem';
import { gitBaseFiles } from '../../../../src/io/git/baseFiles';
import { makeSource } from '../../../fakes/gitSource';
import { makeContext } from '../../../fakes/workspaceContext';

describe('gitBaseFiles', () => {
  it('lists and reads files at base byte for byte, from the mirror alone', async () => {
    const odd = 'päth with\ttab and "quote".bin';
    const bytes = new Uint8Array([0, 13, 10, 255]);
    const [source, context] = [await makeSource({ [odd]: bytes }), await makeContext()];
    const files = gitBaseFiles(context);
    const from = { kind: 'path', path: source.folder } as const;
    const listed = await files.list(from, source.base);
    expect(listed.map((file) => file.path)).toEqual(['README.md', odd, 'src/sum.py']);
    expect(listed[1]).toMatchObject({ kind: 'file', bytes: 4, object: expect.stringMatching(/^[0-9a-f]{40}$/) });
    await rm(source.folder, { recursive: true });
    expect(new Uint8Array((await files.read(from, source.base, odd)) ?? [])).toEqual(bytes);
    expect(new TextDecoder().decode((await files.read(from, source.base, 'src/sum.py')) ?? undefined)).toContain(
      'a - b',
    );
  });

  it('gives null for what base has not, and never leaves the repository', async () => {
    const [source, context] = [await makeSource(), await makeContext()];
    const files = gitBaseFiles(context);
    const from = { kind: 'path', path: source.folder } as const;
    for (const path of ['absent.py', 'src', '../README.md', '/etc/passwd', '', '-x', 'src/../README.md'])
      expect(await files.read(from, source.base, path)).toBeNull();
  });

  it('asks no host: an address that is not mirrored says what to do', async () => {
    const source = { kind: 'url', url: 'https://localhost:9/ada/lib' } as const;
    const reading = gitBaseFiles(await makeContext()).read(source, 'a'.repeat(40), 'x');
    await expect(reading).rejects.toThrow(/isn't in the cache yet; open the instance as a workspace/);
  });

  it('refuses a file above the cap, and a commit that is none', async () => {
    const big = new Uint8Array(16 * 1024 * 1024 + 1);
    const [source, context] = [await makeSource({ 'big.bin': big }), await makeContext()];
    const files = gitBaseFiles(context);
    const from = { kind: 'path', path: source.folder } as const;
    await expect(files.read(from, source.base, 'big.bin')).rejects.toThrow(/big\.bin holds 16777217 bytes/);
    await expect(files.list(from, 'HEAD')).rejects.toBeInstanceOf(InputFault);
    await expect(files.list(from, '--output=x')).rejects.toThrow(/isn't 40 or 64 hex digits/);
  });
});
