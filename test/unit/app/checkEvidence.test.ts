import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkEvidence } from '../../../src/app/checkEvidence';
import type { FoundCheck } from '../../../src/core/evaluation/check/datasetCheck';
import { nodeFiles } from '../../../src/io/files/nodeFiles';
import { sha256 } from '../../../src/io/store/sha256';
import { checkOf } from '../../fakes/datasetChecks';
import { blankInstance } from '../../fakes/instances';
import { type TempFolder, tempFolder } from '../../fakes/tempFolder';

let folder: TempFolder;
beforeEach(() => {
  folder = tempFolder();
});
afterEach(() => folder.remove());

const log = 'logs/run_evaluation/check-d.r2/gold/a__b-1/test_output.txt';
const check = (changes: Partial<FoundCheck> = {}): FoundCheck => ({
  ...checkOf(blankInstance('a__b-1'), ['gold-fails']),
  file: join(folder.path, 'checks/d.jsonl'),
  line: 1,
  root: folder.path,
  stale: false,
  ...changes,
});
const offered = (found: FoundCheck | null) => checkEvidence(nodeFiles, sha256, folder.path, found);

describe('evidence that the dataset check offers', () => {
  it('is the line of the log, with the hashes of a line that a person marks', async () => {
    folder.write(log, 'one\ntwo\nthree\nfour\n');
    expect(await offered(check())).toEqual([
      {
        kind: 'log',
        path: log,
        side: 'gold',
        range: { start: 3, end: 3 },
        contentHash: sha256('three'),
        contextHashes: [sha256('one\ntwo'), sha256('four\n')],
        label: 'dataset check: gold fails, gold log L3',
      },
    ]);
  });

  it('names the place alone where the log is gone', async () => {
    expect(await offered(check())).toMatchObject([{ path: log, contentHash: null, contextHashes: [] }]);
  });

  it('is none of a stale check, of one elsewhere, or where there is none', async () => {
    expect(await offered(check({ stale: true }))).toEqual([]);
    expect(await offered(check({ root: '/elsewhere' }))).toEqual([]);
    expect(await offered(null)).toEqual([]);
  });
});
