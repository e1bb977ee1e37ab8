import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commandLine } from '../../../fakes/commandLine';
import { instanceRow, jsonLines } from '../../../fakes/rows';
import { type TempFolder, tempFolder } from '../../../fakes/tempFolder';

let folder: TempFolder;
beforeEach(() => {
  folder = tempFolder();
});
afterEach(() => folder.remove());

const resume = (...args: readonly string[]) => commandLine('evaluate', '--resume', '--out', folder.path, ...args);

/** A run whose process was killed before anything was done; its only prediction is empty, so it needs no engine's job. */
const leave = (runId: string, wish: Readonly<Record<string, unknown>> = {}): void => {
  const dataset = folder.write('d.jsonl', jsonLines([instanceRow('a__b-1')]));
  const row = { instance_id: 'a__b-1', model_name_or_path: 'm', model_patch: '' };
  const path = folder.write(`${runId}.jsonl`, jsonLines([row]));
  const opened = {
    kind: 'opened',
    at: '2026-11-30T10:00:00Z',
    runs: [runId],
    total: 1,
    kept: 0,
    resumed: false,
    wish: {
      ...{ datasetPath: dataset, predictions: { kind: 'file', path }, instanceIds: [], runId: null, rules: null },
      ...{ timeoutMs: null, workers: null, repeats: 1, again: false, backend: 'local', endpoint: null },
      settings: { images: {}, testCommands: {}, repositories: {}, repository: null },
      ...wish,
    },
  };
  folder.write(join('logs', 'run_evaluation', runId, 'journal.jsonl'), `${JSON.stringify(opened)}\n{"kind":"int`);
};

describe('touchstone evaluate --resume', () => {
  it('goes on with what the journals say, and finds nothing open after that', async () => {
    leave('one');
    leave('two');
    const { code, out, err } = await resume('--backend', 'local', '--json');
    expect(code).toBe(0);
    expect(err).toContain('Run one, begun 2026-11-30T10:00:00Z: 0 of 1 were done.');
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.flatMap(({ summary }) => summary?.run ?? []).sort()).toEqual(['one', 'two']);
    expect(lines[0]).toMatchObject({ instance: 'a__b-1', outcome: { kind: 'none', reason: 'empty' } });
    const again = await resume('--backend', 'local');
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('no run is open here')]);
  });

  it('takes one by its name', async () => {
    leave('one');
    leave('two');
    const { out } = await resume('--backend', 'local', '--run', 'two', '--json');
    expect(JSON.parse(out.trim().split('\n').at(-1) ?? '').summary.run).toBe('two');
    expect((await resume('--run', 'three')).err).toContain('no run three is open here');
  });

  it.each([
    [{}, 'the local backend, which is no sandbox'],
    [{ endpoint: 'tcp://far:1' }, 'the engine at tcp://far:1'],
    [{ settings: { images: { a: 'evil/image' }, testCommands: {}, repositories: {}, repository: null } }, 'evil/image'],
  ])('asks before it does what only the journal says: %j', async (wish, words) => {
    leave('one', wish);
    const { code, out, err } = await resume();
    expect([code, out]).toEqual([3, '']);
    expect(err).toContain(words);
    expect(err).toContain('was not resumed');
  });

  it('a wish that is none is no run to resume', async () => {
    leave('one', { repeats: 'many' });
    expect(await resume('--yes')).toMatchObject({ code: 1, out: '' });
  });

  it.each([
    ['--dataset', 'd'],
    ['--predictions', 'gold'],
    ['--check', '--yes'],
  ])('ends with 2 beside %s', async (...args) => {
    expect(await resume(...args)).toMatchObject({ code: 2, out: '' });
  });
});

it('two predictions files stand beside each other, gold does not', async () => {
  const args = ['evaluate', '--out', folder.path, '--dataset', 'd', '--predictions', 'gold', '--predictions', 'p'];
  expect(await commandLine(...args)).toMatchObject({ code: 2, err: expect.stringContaining('gold stands alone') });
});
