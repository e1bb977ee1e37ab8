import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commandLine } from '../../../fakes/commandLine';
import { instanceRow, jsonLines } from '../../../fakes/rows';
import { type TempFolder, tempFolder } from '../../../fakes/tempFolder';

let folder: TempFolder;
let dataset: string;
let predictions: string;
beforeEach(() => {
  folder = tempFolder();
  dataset = folder.write('d.jsonl', jsonLines([instanceRow('a__b-1')]));
  predictions = folder.write('p.jsonl', '{"instance_id": "a__b-1", "model_name_or_path": "m", "model_patch": ""}\n');
});
afterEach(() => folder.remove());

const evaluate = (...args: readonly string[]) => commandLine('evaluate', '--out', join(folder.path, 'out'), ...args);

describe('touchstone evaluate', () => {
  it('names the way out where no engine answers', async () => {
    const nowhere = `unix://${join(folder.path, 'none.sock')}`;
    const { code, out, err } = await evaluate(
      '--dataset',
      dataset,
      '--predictions',
      predictions,
      '--endpoint',
      nowhere,
    );
    expect([code, out]).toEqual([3, '']);
    expect(err).toContain('Start one, or give --backend local (no sandbox: code runs as you).');
  });

  it('says which of two files was given for the other', async () => {
    const swapped = await evaluate('--dataset', predictions, '--predictions', dataset);
    expect(swapped).toMatchObject({ code: 1, out: '' });
    expect(swapped.err).toContain('p.jsonl: these are predictions, not instances');
    const twice = await evaluate('--dataset', dataset, '--predictions', dataset);
    expect(twice.err).toContain('d.jsonl: this is a dataset of instances, not predictions');
  });

  it('takes no file for its folder, and no file for a history', async () => {
    const gold = ['--dataset', dataset, '--predictions', 'gold', '--backend', 'local'];
    const onFile = await commandLine('evaluate', '--out', dataset, ...gold);
    expect(onFile).toMatchObject({ code: 1, err: `touchstone: --out: ${dataset} is a file; name a folder.\n` });
    const noHistory = await evaluate(...gold, '--repo', predictions);
    expect(noHistory).toMatchObject({ code: 1 });
    expect(noHistory.err).toContain(`--repo: ${predictions} is no git bundle`);
    expect((await evaluate(...gold, '--repo', join(folder.path, 'none'))).err).toContain('no folder or bundle');
  });

  it.each([
    ['--workers', '0'],
    ['--timeout', 'x'],
    ['--run', '../x'],
    ['--rules', 'mine'],
    ['--check', '--yes'],
  ])('ends with 2 for %s %s', async (...wrong) => {
    expect(await evaluate('--dataset', dataset, '--predictions', 'gold', ...wrong)).toMatchObject({ code: 2, out: '' });
  });

  it.each([
    ['harbor', 'by the rewards that its verifier writes'],
    ['humaneval', 'by its own file of results'],
    ['multi-swe-bench', "with the row's own test stages"],
  ])('refuses %s before anything runs, and says why', async (rules, why) => {
    const { code, out, err } = await evaluate('--dataset', dataset, '--predictions', 'gold', '--rules', rules);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain(`a__b-1: ${rules}: `);
    expect(err).toContain(why);
  });

  it('says what is wrong in the study file above the dataset', async () => {
    folder.write('touchstone.yaml', 'touchstone: [\n');
    const { err } = await evaluate('--dataset', dataset, '--predictions', predictions, '--backend', 'local');
    expect(err).toMatch(/touchstone\.yaml line 1.*isn't YAML/);
  });

  it('never prints control characters of an id', async () => {
    writeFileSync(predictions, '{"instance_id": "a\\u001b[31m", "model_name_or_path": "m", "model_patch": "x"}\n');
    const { code, err } = await evaluate('--dataset', dataset, '--predictions', predictions);
    expect(code).toBe(1);
    expect(err).toContain('p.jsonl a\\u{1b}[31m');
  });
});
