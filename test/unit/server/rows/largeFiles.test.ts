import fs from 'node:fs';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Diagnostic } from 'vscode-languageserver/node';
import { LargeFiles } from '../../../../src/server/rows/largeFiles';
import { instanceRow, jsonLines, predictionRow } from '../../../fakes/rows';
import { type TempFolder, tempFolder } from '../../../fakes/tempFolder';
import { lines, rowRig } from './rowRig';

const good = (id: string) => instanceRow(id, { FAIL_TO_PASS: ['t'], test_patch: '' });

describe('files that no editor opens', () => {
  let folder: TempFolder;
  const said = new Map<string, Diagnostic[]>();
  beforeEach(() => {
    folder = tempFolder();
    said.clear();
  });
  afterEach(() => folder.remove());

  const opened = async (dataset: string, run: string, limit = 100) => {
    const files = { dataset: folder.write('d.jsonl', dataset), run: folder.write('r.jsonl', run) };
    const { study, rows } = await rowRig({
      datasets: [{ id: 'd', path: files.dataset }],
      runs: [{ id: 'r', path: files.run, model: null }],
    });
    const large = new LargeFiles(study, (uri, diagnostics) => said.set(uri, diagnostics), limit);
    await large.check();
    return { large, rows, files, of: (path: string) => said.get(pathToFileURL(path).href) };
  };

  it('are said by URI what an open document is said', async () => {
    const run = jsonLines([predictionRow('a', ''), {}, predictionRow('zß', 'prose'), predictionRow('a', null)]);
    const { rows, files, of } = await opened(jsonLines([good('a'), { ...good('b'), FAIL_TO_PASS: 7 }]), run);
    const uri = pathToFileURL(files.run).href;
    expect(of(files.run)).toEqual(await rows.diagnostics?.(lines(run, uri)));
    expect(of(files.run)?.map(({ code }) => code)).toEqual([
      'empty-patch',
      'field',
      'no-patch',
      'unknown-id',
      'id-twice',
    ]);
    expect(of(files.dataset)?.map(({ range }) => range.start.line)).toEqual([1]);
  });

  it('are left to the editor where it opens them, and taken back once they are mended', async () => {
    const dataset = jsonLines([good('a'), { ...good('b'), FAIL_TO_PASS: 7 }]);
    const { large, files, of } = await opened(dataset, '');
    expect(of(files.dataset)?.length).toBe(1);
    expect(of(files.run)).toBeUndefined();
    fs.writeFileSync(files.dataset, jsonLines([good('a'), good('b')]));
    await large.check();
    expect(of(files.dataset)).toEqual([]);
    said.clear();
    const { of: none, files: small } = await opened(dataset, '', 1e6);
    expect(none(small.dataset)).toBeUndefined();
  });

  it('are not ours by their name', async () => {
    const { of, files } = await opened(jsonLines([good('a')]), jsonLines(Array(50).fill({ level: 'info' })));
    expect(of(files.run)).toEqual([]);
  });
});
