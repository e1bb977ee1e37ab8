import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { main } from '../../../../src/cli/main';
import { benchmarkRows } from '../../../fakes/benchmarkRows';
import { instanceRow, jsonLines } from '../../../fakes/rows';
import { type TempFolder, tempFolder } from '../../../fakes/tempFolder';

let folder: TempFolder;
let printed: { out: string; err: string };

beforeEach(() => {
  folder = tempFolder();
  printed = { out: '', err: '' };
  const collect = (key: 'out' | 'err') => (text: unknown) => {
    printed[key] += String(text);
    return true;
  };
  vi.spyOn(process.stdout, 'write').mockImplementation(collect('out'));
  vi.spyOn(process.stderr, 'write').mockImplementation(collect('err'));
  process.exitCode = undefined;
});

afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
  folder.remove();
});

const good = jsonLines([instanceRow('a__b-1'), instanceRow('a__b-2')]);
const mixed = `${good}${JSON.stringify(instanceRow('a__b-3', { FAIL_TO_PASS: 'a, b' }))}\n`;

describe('touchstone inspect', () => {
  it('prints one JSON document, --json before or after the command, and ends with 0', async () => {
    const file = folder.write('d.jsonl', good);
    expect(await main(['inspect', file, '--json'])).toBe(0);
    const after = JSON.parse(printed.out);
    printed.out = '';
    expect(await main(['--json', 'inspect', file])).toBe(0);
    expect(JSON.parse(printed.out)).toEqual(after);
    expect(after).toEqual([
      {
        path: file,
        format: 'swebench-jsonl',
        version: 'v5',
        counts: { instances: 2, repositories: 1 },
        skipped: [],
        warnings: [],
      },
    ]);
  });

  it('ends with 1 where a row was left out, and says which', async () => {
    expect(await main(['inspect', folder.write('d.jsonl', mixed)])).toBe(1);
    expect(printed.out).toContain('left out: d.jsonl row 3: FAIL_TO_PASS');
  });

  it('inspects the others where one is not there', async () => {
    expect(await main(['inspect', '--json', `${folder.path}/nope`, folder.write('d.jsonl', good)])).toBe(1);
    expect(JSON.parse(printed.out)).toHaveLength(1);
    expect(printed.err).toContain('nope: no such file');
  });

  it('ends with 2 without a path', async () => {
    expect(await main(['inspect'])).toBe(2);
  });
});

describe('touchstone instances', () => {
  it('prints an instance a line in the names of the machine contract, and problems beside it', async () => {
    expect(await main(['instances', folder.write('d.jsonl', mixed)])).toBe(1);
    const lines = printed.out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.map((line) => line['id'])).toEqual(['a__b-1', 'a__b-2']);
    const names =
      'id benchmark format repo baseCommit statement goldPatch testPatch failToPass passToPass image evalScript';
    for (const name of [...names.split(' '), 'logParser', 'evalType', 'labels', 'extra'])
      expect(lines[0]).toHaveProperty(name);
    expect(printed.err).toContain('d.jsonl row 3: FAIL_TO_PASS');
    expect(printed.err).toContain('2 instances, 1 row left out');
  });

  it('opens every benchmark of rows, and says whether this version grades it', async () => {
    expect(await main(['instances', folder.write('h.jsonl', jsonLines([benchmarkRows['humaneval']]))])).toBe(0);
    expect(await main(['instances', folder.write('c.jsonl', jsonLines([benchmarkRows['cruxeval']]))])).toBe(0);
    expect(printed.err).toContain('HumanEval: graded now');
    expect(printed.err).toContain('CRUXEval: opened and shown, graded later');
  });

  it('ends with 0 where all is well, 1 where the file is empty, 2 without a file', async () => {
    expect(await main(['instances', folder.write('d.jsonl', good)])).toBe(0);
    expect(await main(['instances', folder.write('e.jsonl', '')])).toBe(1);
    expect(printed.err).toContain('the file is empty');
    expect(await main(['instances'])).toBe(2);
  });
});
