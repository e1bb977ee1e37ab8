import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PatchComparison } from '../../../../src/app/comparePatches';
import { main } from '../../../../src/cli/main';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'compare ü '));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const save = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

const run = async (...args: string[]) => {
  const written = { out: '', err: '' };
  const keep = (stream: 'out' | 'err') => (text: string | Uint8Array) => {
    written[stream] += String(text);
    return true;
  };
  const out = vi.spyOn(process.stdout, 'write').mockImplementation(keep('out'));
  const err = vi.spyOn(process.stderr, 'write').mockImplementation(keep('err'));
  const before = process.exitCode;
  try {
    const code = await main(['compare', ...args]);
    return { code, ...written };
  } finally {
    process.exitCode = before;
    out.mockRestore();
    err.mockRestore();
  }
};

const edit = (line: string) => `--- a/src/a.js\n+++ b/src/a.js\n@@ -1,3 +1,3 @@\n one\n-two\n+${line}\n three\n`;
const added = (path: string) => `--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+x\n`;

describe('touchstone compare', () => {
  it('prints figures, files and hunks for people, oddities on stderr', async () => {
    const gold = save('gold.diff', edit('TWO'));
    const model = save('model.diff', `Here:\n${edit('TWO ')}${added('repro.mjs')}`);
    const { code, out, err } = await run('--gold', gold, '--model', model);
    expect(code).toBe(0);
    expect(out.split('\n')).toEqual([
      'gold 1 file +1 −1, patch 2 files +2 −1: 1 of 1 gold hunks met',
      '               gold   patch',
      '=   src/a.js   +1 −1  +1 −1    same but for white space',
      ' =             2      2        same but for white space',
      'X   repro.mjs  –      +1 −0    outside the task',
      ' X                    after 0',
      '',
    ]);
    expect(err).toBe('model patch line 1: Text that is no part of a patch: Here:\n');
  });

  it('prints one JSON document with the names of the contract, wherever --json stands', async () => {
    const args = ['--gold', save('g', edit('TWO')), '--model', save('m', '')];
    const { code, out } = await run(...args, '--json');
    expect(code).toBe(0);
    const document = JSON.parse(out) as PatchComparison;
    expect(Object.keys(document).sort()).toEqual([
      'asApplied',
      'asWritten',
      'files',
      'hunks',
      'moved',
      'totals',
      'warnings',
    ]);
    expect(document.files).toMatchObject([
      { path: 'src/a.js', class: 'gold', gold: { added: 1, removed: 1 }, model: null },
    ]);
    expect(document.asWritten).toMatchObject({ gold: { state: 'patch' }, model: { state: 'empty' } });
    expect(document.asApplied).toBeNull();
  });

  it('ends with 1 for prose and for a missing file, with 2 for half the options', async () => {
    const gold = save('g', edit('TWO'));
    const prose = await run('--gold', gold, '--model', save('m', 'I changed x\u001b[2J.\n'));
    expect(prose.code).toBe(1);
    expect(prose.err).toContain('The model patch holds no change: it is prose, not a patch.');
    expect(prose.err).not.toContain('\u001b');
    const missing = await run('--gold', gold, '--model', join(folder, 'none.diff'));
    expect([missing.code, missing.out]).toEqual([1, '']);
    expect(missing.err).toContain('none.diff: no such file. Check the path.');
    expect((await run('--gold', gold)).code).toBe(2);
  });

  it('reads an instance and its prediction; files of the test patch are tests', async () => {
    const row = { instance_id: 'o__r-1', repo: 'o/r', base_commit: '0'.repeat(40), patch: edit('TWO') };
    const rest = { test_patch: added('checks/a.js'), problem_statement: 'x', FAIL_TO_PASS: '[]', PASS_TO_PASS: '[]' };
    const dataset = save('d.jsonl', `${JSON.stringify({ ...row, ...rest })}\n`);
    const prediction = {
      instance_id: 'o__r-1',
      model_name_or_path: 'm',
      model_patch: edit('2') + added('checks/a.js'),
    };
    const args = ['--dataset', dataset, '--predictions', save('p.jsonl', `${JSON.stringify(prediction)}\n`)];
    const { code, out } = await run(...args, '--instance', 'o__r-1', '--json');
    expect(code).toBe(0);
    expect((JSON.parse(out) as PatchComparison).files.map((file) => file.class)).toEqual(['place', 'tests']);
    const other = await run(...args, '--instance', 'o__r-2');
    expect(other.code).toBe(1);
    expect(other.err).toContain('has no instance "o__r-2"');
  });

  it('lets git decide with --repo: dropped lines are gone, a refused patch is said, nothing is written', async () => {
    const git = (...args: string[]) => execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8' });
    git('init', '-q');
    execFileSync('mkdir', [join(folder, 'src')]);
    save('src/a.js', 'one\ntwo\nthree\nfour\n');
    git('add', 'src');
    git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qm', 'x');
    const base = git('rev-parse', 'HEAD').trim();
    const dropped = '--- a/src/a.js\n+++ b/src/a.js\n@@ -1,3 +1,3 @@\n one\n-two\n+TWO\n three\n+lost\n';
    const gold = save('g', edit('TWO'));
    const files = (model: string) => ['--gold', gold, '--model', save('m', model), '--repo', folder, '--json'];
    const before = git('status', '--porcelain', '--untracked-files=no') + git('count-objects');
    const kept = JSON.parse((await run(...files(dropped), '--base', base)).out) as PatchComparison;
    expect(kept.files[0]).toMatchObject({ class: 'same', model: { added: 1 } });
    expect(kept).toMatchObject({
      asWritten: { model: { added: 2 } },
      asApplied: { model: { applied: true, added: 1 } },
    });
    const refused = await run(...files(edit('TWO').replace(' one', ' uno')), '--base', base);
    expect(refused.code).toBe(0);
    expect(refused.err).toContain('The model patch does not apply: patch failed: src/a.js:1');
    expect(git('status', '--porcelain', '--untracked-files=no') + git('count-objects')).toBe(before);
    expect(readFileSync(join(folder, 'src/a.js'), 'utf8')).toBe('one\ntwo\nthree\nfour\n');
    expect((await run(...files(dropped))).err).toContain('Give --base COMMIT.');
    const absent = await run(...files(dropped), '--base', '1'.repeat(40));
    expect([absent.code, absent.out]).toEqual([1, '']);
    expect(absent.err).toContain(`has no commit ${'1'.repeat(40)}`);
  });
});

it('--run names what it lacks, as wrong usage', async () => {
  const model = save('m', edit('TWO'));
  const noDataset = await run('--run', '--gold', 'gold', '--model', model);
  expect([noDataset.code, noDataset.err]).toEqual([2, expect.stringContaining('--run needs --dataset and --instance')]);
  const noModel = await run('--run', '--dataset', model, '--instance', 'a');
  expect([noModel.code, noModel.err]).toEqual([2, expect.stringContaining('--run needs --model or --predictions')]);
});
