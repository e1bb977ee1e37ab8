import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commandLine } from '../../../fakes/commandLine';
import { instanceRow, jsonLines } from '../../../fakes/rows';
import { type TempFolder, tempFolder } from '../../../fakes/tempFolder';
import { chainOf, judged } from '../../core/review/events/chain';

let folder: TempFolder;
beforeEach(() => {
  folder = tempFolder();
});
afterEach(() => folder.remove());

const nothing = { code: 0, out: '0 events, 0 chains, 0 findings\n', err: '' };

describe('touchstone verify', () => {
  it.each([
    ['touchstone.yaml', 'touchstone: 1\n'],
    ['datasets/d.jsonl', jsonLines([instanceRow('a__b-1')])],
    ['runs/m/predictions.jsonl', '{"instance_id": "a__b-1", "model_name_or_path": "m", "model_patch": ""}\n'],
    ['logs/run_evaluation/r/m/a__b-1/test_output.txt', 'x'],
  ])('a study without verdicts yet has nothing to find: %s', async (path, text) => {
    folder.write(path, text);
    expect(await commandLine('verify', folder.path)).toEqual(nothing);
    const { code, out } = await commandLine('verify', folder.path, '--json');
    expect([code, JSON.parse(out)]).toMatchObject([0, { events: 0, chains: 0, findings: [] }]);
  });

  it('a folder that is no study is a wrong path, not a sound study', async () => {
    folder.write('notes.txt', 'x');
    const other = await commandLine('verify', folder.path);
    expect(other).toMatchObject({ code: 1, out: '' });
    expect(other.err).toMatch(/no study here.*Name the study's folder/);
    expect((await commandLine('verify', join(folder.path, 'notes.txt'))).err).toContain('not a folder');
    expect((await commandLine('verify', join(folder.path, 'none'))).err).toContain('no such folder');
    folder.write('.touchstone', 'x');
    expect((await commandLine('verify', folder.path)).err).toContain('.touchstone is a file');
  });

  it('tells which verdicts are bound to patches that were replaced, and calls that no fault', async () => {
    const row = (patch: string) =>
      `${JSON.stringify({ instance_id: 'a__b-1', model_name_or_path: 'm', model_patch: patch })}\n`;
    folder.write('datasets/d.jsonl', jsonLines([instanceRow('a__b-1')]));
    folder.write('runs/m/predictions.jsonl', row('diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n'));
    const of = { unit: 'prediction', benchmark: 'b', instance: 'a__b-1', base: null, patch: 'c'.repeat(64) };
    const { lines } = chainOf([{ type: 'verdict', body: judged('p1', 'right', { of, seen: { run: 'm' } }) }]);
    folder.write('.touchstone/s/events/r1/laptop-01.jsonl', `${lines[0]}\n`);
    const { code, out } = await commandLine('verify', folder.path);
    expect(code).toBe(0);
    expect(out).toMatch(
      /^r1's verdict on a__b-1 of m is bound to patch cccccccccccc; the run has patch [0-9a-f]{12} now\.$/m,
    );
    expect(out).toContain('1 event, 1 chain, 0 findings.');
  });

  it('finds garbage in a chain, shows it without control characters, and ends with 1', async () => {
    folder.write('.touchstone/s/events/\u001b[31mr/d.jsonl', 'garbage\n');
    const { code, out } = await commandLine('verify', folder.path);
    expect(code).toBe(1);
    expect(out).toContain('\\u{1b}[31mr/d.jsonl event 1: not a JSON object.');
    expect(out).toContain('0 events, 1 chain, 1 finding. Not shown by a chain: a cut tail');
  });
});
