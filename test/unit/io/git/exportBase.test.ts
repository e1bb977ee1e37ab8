import { execFileSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exportBase } from '../../../../src/io/git/exportBase';
import { makeSource } from '../../../fakes/gitSource';
import { makeContext } from '../../../fakes/workspaceContext';

describe('exportBase', () => {
  it("bundles base's ancestry alone, and once", async () => {
    const source = await makeSource();
    const context = await makeContext();
    const { bundlePath } = await exportBase({ kind: 'path', path: source.folder }, source.base, undefined, context);
    const again = await exportBase({ kind: 'path', path: source.folder }, source.base, undefined, context);
    expect(again.bundlePath).toBe(bundlePath);
    const copy = join(context.cache, 'copy');
    execFileSync('git', ['clone', '--quiet', bundlePath, copy]);
    const commits = execFileSync('git', ['-C', copy, 'log', '--all', '--format=%H'], { encoding: 'utf8' });
    expect(commits.trim().split('\n')).toEqual([source.base, source.first]);
    expect(() => execFileSync('git', ['-C', copy, 'cat-file', '-e', source.fix], { stdio: 'ignore' })).toThrow();
    expect((await readdir(context.cache)).filter((name) => name.includes('making'))).toEqual([]);
  });
});
