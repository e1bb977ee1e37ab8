import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RegradePorts, regradeChoices, regradeItems } from '../../../src/app/regradeItems';
import type { Instance } from '../../../src/core/instance/instance';
import { nodeFiles } from '../../../src/io/files/nodeFiles';
import { type TempFolder, tempFolder } from '../../fakes/tempFolder';

let folder: TempFolder;
beforeEach(() => {
  folder = tempFolder();
});
afterEach(() => folder.remove());

const instance = (id: string, benchmark = 'swe-bench'): Instance => ({
  id,
  benchmark,
  format: 'x',
  repo: 'o/r',
  baseCommit: null,
  statement: null,
  hints: null,
  goldPatch: null,
  testPatch: null,
  failToPass: ['f'],
  passToPass: ['p'],
  version: null,
  createdAt: null,
  image: null,
  evalScript: null,
  logParser: 'pytest',
  evalType: null,
  labels: {},
  extra: {},
});

const rows = new Map([
  ['a', instance('a')],
  ['b', instance('b')],
  ['h', instance('h', 'harbor')],
]);
const ports: RegradePorts = { files: nodeFiles, readInstance: async ({ instanceId }) => rows.get(instanceId) ?? null };
const item = (instanceId: string) => ({ datasetPath: 'd.jsonl', instanceId, folder: `${folder.path}/${instanceId}` });

const log = (second: string): string => `>>>>> Start Test Output\nPASSED f\n${second} p\n>>>>> End Test Output\n`;

describe('choices of rule sets', () => {
  it('are those that fit what lies there, the one that grades now marked', async () => {
    folder.write('a/test_output.txt', log('SKIPPED'));
    folder.write('h/config.json', '{}');
    folder.write('h/verifier/reward.txt', '1');
    const choices = await regradeChoices(ports, [item('a'), item('h')], 'swebench-v4');
    const fits = Object.fromEntries(choices.map(({ rules, fits: count }) => [rules, count]));
    expect(fits).toMatchObject({ 'swebench-v4': 1, pro: 1, harbor: 1 });
    expect(fits).not.toHaveProperty('terminal-bench');
    expect(choices.filter(({ now }) => now).map(({ rules }) => rules)).toEqual(['swebench-v4']);
  });

  it('are none where nothing lies there', async () => {
    expect(await regradeChoices(ports, [item('a'), item('unknown')], 'swebench-v5')).toEqual([]);
  });
});

describe('grading items again', () => {
  it('says what changes, why, and what could not be graded', async () => {
    folder.write('a/test_output.txt', log('SKIPPED'));
    folder.write('b/test_output.txt', log('PASSED'));
    const items = [item('a'), item('b'), item('h'), item('unknown')];
    const { text, changed, total } = await regradeItems(ports, items, 'swebench-v5', 'pro');
    expect({ changed, total }).toEqual({ changed: 1, total: 2 });
    expect(text).toContain('swebench-v5 -> pro: 1 of 2 evaluations change');
    expect(text).toContain('a: resolved -> unresolved');
    expect(text).toContain('rule: v5.resolved -> pro.tests');
    expect(text).toContain('PASS_TO_PASS  p  success -> failure: SKIPPED (line 3) under both');
    expect(text).toContain('Not graded: 2 evaluations');
    expect(text).toContain('unknown: the dataset has no such instance any more');
  });

  it('changes nothing under the same rule set', async () => {
    folder.write('a/test_output.txt', log('SKIPPED'));
    expect(await regradeItems(ports, [item('a')], 'swebench-v4', 'swebench-v4')).toMatchObject({
      changed: 0,
      total: 1,
    });
  });

  it('stops where it is told to', async () => {
    folder.write('a/test_output.txt', log('PASSED'));
    const stop = new AbortController();
    stop.abort(new Error('Cancelled'));
    await expect(regradeItems(ports, [item('a')], 'swebench-v4', 'pro', stop.signal)).rejects.toThrow('Cancelled');
  });
});
