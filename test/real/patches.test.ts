import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readDataset } from '../../src/app/readDataset';
import { readPredictions } from '../../src/app/readPredictions';
import { comparePatches } from '../../src/core/patch/comparePatches';
import { formatPatch } from '../../src/core/patch/formatPatch';
import { parsePatch } from '../../src/core/patch/parsePatch';
import { type Patch, pathOf } from '../../src/core/patch/patch';
import { patchFigures } from '../../src/core/patch/patchFigures';
import { nodeFiles } from '../../src/io/files/nodeFiles';

const data = join(process.env['TOUCHSTONE_DATA'] ?? resolve('../shared/data'), 'benchmarks');
const here = existsSync(data);
if (!here) console.warn(`real patches skipped: ${data} is absent (set TOUCHSTONE_DATA)`);

const instances = async (name: string) => (await readDataset(nodeFiles, join(data, 'instances', name))).instances;

/** Counts of what the parser met, for the log of the test. */
const tally = (patches: readonly Patch[]): Record<string, number> => {
  const counts: Record<string, number> = { patches: patches.length };
  const add = (key: string, by: number) => {
    counts[key] = (counts[key] ?? 0) + by;
  };
  for (const patch of patches) {
    const { files, added, removed, hunks } = patchFigures(patch);
    for (const [key, by] of Object.entries({ files, added, removed, hunks })) add(key, by);
    for (const { kind } of patch.warnings) add(kind, 1);
    for (const { binary, kind } of patch.files) add(binary ? `binary ${binary}` : `file ${kind}`, 1);
  }
  return counts;
};

const parseAll = (texts: readonly string[]): readonly Patch[] =>
  texts.map((text) => {
    const patch = parsePatch(text);
    expect(formatPatch(patch)).toBe(text);
    return patch;
  });

describe.skipIf(!here)('patches of the three Parquets', () => {
  it.each([
    ['swebench_verified_test.parquet', 500],
    ['swebench_lite_test.parquet', 300],
    ['swebench_multilingual_test.parquet', 300],
  ])('%s: all parse without loss and without wrong counts', async (name, rows) => {
    const all = await instances(name);
    expect(all).toHaveLength(rows);
    const gold = parseAll(all.map((one) => one.goldPatch ?? ''));
    const tests = parseAll(all.map((one) => one.testPatch ?? ''));
    console.info(name, 'gold', tally(gold), 'test', tally(tests));
    for (const patch of [...gold, ...tests]) {
      expect(patch.isPatch).toBe(true);
      expect(patch.preamble).toBe('');
      expect(patch.warnings.filter(({ kind }) => /counts|stray|prose|badHunk|empty|noChange/.test(kind))).toEqual([]);
      expect(patch.files.every((file) => file.unsafe === null)).toBe(true);
    }
  });

  it('calls almost every file of a test patch a test by its name alone, and hardly any of gold', async () => {
    const all = await instances('swebench_verified_test.parquet');
    const share = (texts: readonly (string | null)[]): number => {
      const files = texts.flatMap((text) => patchFigures(parsePatch(text ?? '')).perFile);
      return files.filter((file) => file.test).length / files.length;
    };
    const shares = { test: share(all.map((one) => one.testPatch)), gold: share(all.map((one) => one.goldPatch)) };
    console.info('share of files named as tests', shares);
    expect(shares.test).toBeGreaterThan(0.95);
    expect(shares.gold).toBeLessThan(0.05);
  });
});

describe.skipIf(!here)('model patches', () => {
  it.each([
    'miniswe_preds.json',
    'openhands_crlf_list.json',
    'sweagent_lite_gpt4.predictions.jsonl',
    'swecompass_example.json',
  ])('%s parses without loss', async (name) => {
    const file = await readPredictions(nodeFiles, join(data, 'predictions', name));
    const texts = file.predictions.map(({ patch }) => patch ?? '');
    expect(texts.length).toBeGreaterThan(0);
    const patches = parseAll(texts);
    console.info(name, tally(patches));
    for (const [i, patch] of patches.entries()) expect(patch.isPatch).toBe(texts[i]?.trim() !== '');
  });

  it('says of the CRLF list that its lines end in CRLF', async () => {
    const file = await readPredictions(nodeFiles, join(data, 'predictions', 'openhands_crlf_list.json'));
    const crlf = file.predictions.filter(({ patch }) => patch?.includes('\r\n@@ '));
    expect(crlf.length).toBeGreaterThan(0);
    for (const { patch } of crlf) expect(parsePatch(patch ?? '').warnings.map(({ kind }) => kind)).toContain('crlf');
  });

  it('multi_swe_patch.jsonl parses without loss', () => {
    const lines = readFileSync(join(data, 'predictions', 'multi_swe_patch.jsonl'), 'utf8')
      .trim()
      .split('\n');
    const patches = parseAll(lines.map((line) => (JSON.parse(line) as { fix_patch: string }).fix_patch));
    expect(patches.every((patch) => patch.isPatch)).toBe(true);
  });
});

/** Files and lines as `git apply` reads them, without any repository; null where it refuses the text. */
const gitReads = (text: string): readonly string[] | null => {
  const args = ['apply', '--numstat', '-z', '-'];
  const { status, stdout } = spawnSync('git', args, { input: text, encoding: 'utf8', cwd: tmpdir() });
  return status === 0 ? stdout.split('\0').filter(Boolean).sort() : null;
};

/** The same from what was parsed: the lines that headers declare; null where git is said to refuse. */
const weRead = (patch: Patch): readonly string[] | null => {
  const refused = patch.warnings.some(({ kind }) => /^(?:countsWrong|noChange|strayHunk|noFinalNewline)$/.test(kind));
  if (refused || !patch.isPatch) return null;
  const rows = patch.files.map((file) => {
    const lines = file.hunks.flatMap((hunk) => hunk.lines.slice(0, hunk.declaredLines));
    const count = (kind: string) => lines.filter((line) => line.kind === kind).length;
    return `${file.binary ? '-\t-' : `${count('added')}\t${count('removed')}`}\t${pathOf(file)}`;
  });
  return rows.sort();
};

describe.skipIf(!here)('what git reads', () => {
  it('is what we say it reads, of every model patch', async () => {
    let [read, refused] = [0, 0];
    for (const name of ['miniswe_preds.json', 'openhands_crlf_list.json', 'sweagent_lite_gpt4.predictions.jsonl']) {
      const file = await readPredictions(nodeFiles, join(data, 'predictions', name));
      for (const { patch, instanceId } of file.predictions) {
        const ours = weRead(parsePatch(patch ?? ''));
        expect(ours, instanceId).toEqual(gitReads(patch ?? ''));
        if (ours) read += 1;
        else refused += 1;
      }
    }
    console.info('git apply --numstat', { read, refused });
    expect(read).toBeGreaterThan(100);
  });

  it('is what we say it reads, of every gold and test patch of Multilingual', async () => {
    for (const { id, goldPatch, testPatch } of await instances('swebench_multilingual_test.parquet'))
      for (const text of [goldPatch ?? '', testPatch ?? ''])
        expect(weRead(parsePatch(text)), id).toEqual(gitReads(text));
  });
});

describe.skipIf(!here)('gold against real models', () => {
  it.each([
    ['swebench_verified_test.parquet', 'miniswe_preds.json'],
    ['swebench_lite_test.parquet', 'sweagent_lite_gpt4.predictions.jsonl'],
  ])('%s, %s: every line is in exactly one row', async (dataset, predictions) => {
    const golds = new Map((await instances(dataset)).map((one) => [one.id, one]));
    const file = await readPredictions(nodeFiles, join(data, 'predictions', predictions));
    const classes: Record<string, number> = {};
    let compared = 0;
    for (const { instanceId, patch } of file.predictions) {
      const gold = parsePatch(golds.get(instanceId)?.goldPatch ?? '');
      if (!patch || gold.files.length === 0) continue;
      const { hunks, totals } = comparePatches(gold, parsePatch(patch));
      for (const side of ['gold', 'model'] as const) {
        const lines = hunks.flatMap((hunk) => hunk[side]?.lines ?? []);
        expect(lines).toHaveLength(totals[side].added + totals[side].removed);
      }
      for (const { class: name } of hunks) classes[name] = (classes[name] ?? 0) + 1;
      compared += 1;
    }
    console.info(predictions, { compared, ...classes });
    expect(compared).toBeGreaterThan(20);
    expect(classes['place']).toBeGreaterThan(0);
    expect(classes['same']).toBeGreaterThan(0);
  });

  it('finds gold the same as itself on all 500 of Verified', async () => {
    for (const { goldPatch } of await instances('swebench_verified_test.parquet')) {
      const patch = parsePatch(goldPatch ?? '');
      const { files } = comparePatches(patch, patch);
      expect(files.filter((file) => !['same', 'tests', 'generated', 'binary'].includes(file.class))).toEqual([]);
    }
  });
});
