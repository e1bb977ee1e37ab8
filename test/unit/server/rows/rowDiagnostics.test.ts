import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { benchmarkRows } from '../../../fakes/benchmarkRows';
import { instanceRow, jsonLines, predictionRow } from '../../../fakes/rows';
import { tempFolder } from '../../io/store/tempFolder';
import { json, lines, marked, rowRig } from './rowRig';

const good = { FAIL_TO_PASS: ['t'], test_patch: '' };
const patch = 'diff --git a/a.js b/a.js\n--- a/a.js\n+++ b/a.js\n@@ -1 +1 @@\n-1\n+2\n';

const said = async (document: ReturnType<typeof lines> | ReturnType<typeof json>) => {
  const { rows } = await rowRig();
  return (await rows.diagnostics?.(document)) ?? [];
};

describe('diagnostics of rows', () => {
  it('are none for good rows of every format', async () => {
    for (const [name, row] of Object.entries(benchmarkRows)) {
      const found = (await said(lines(jsonLines([row])))).filter(({ severity }) => (severity ?? 1) < 2);
      expect(found, name).toEqual([]);
    }
  });

  it('stand at the value at fault, and at the first character where a field is missing', async () => {
    const document = lines(
      jsonLines([instanceRow('o__n-1', good), instanceRow('o__n-2', { ...good, FAIL_TO_PASS: 7 })]),
    );
    const found = await said(document);
    expect(marked(document, found)).toEqual([['field', '7']]);
    expect(found[0]?.range.start.line).toBe(1);
    const { repo: _, ...without } = instanceRow('o__n-3', good);
    const lacking = lines(jsonLines([without]));
    expect(marked(lacking, await said(lacking))).toEqual([['field', '{']]);
  });

  it('say where a line is no JSON, at the very place', async () => {
    const document = lines(`${JSON.stringify(instanceRow('o__n-1', good))}\n{"instance_id": nope}\n{"instance_id": "x`);
    const found = await said(document);
    expect(marked(document, found)).toEqual([
      ['no-json', 'nope'],
      ['no-json', '"x'],
    ]);
  });

  it('mark the patch line inside the JSON string, whatever its escapes', async () => {
    const bad = 'diff --git a/\u00e4"\t b/\u00e4"\t\n--- a/\u00e4\n+++ b/\u00e4\n@@ -1,9 +1 @@ \\d\n-"1"\n+\u{1f600}2';
    const row = predictionRow('o__n-1', bad);
    const ascii = JSON.stringify(row).replace(/[^ -~]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
    for (const text of [JSON.stringify(row), ascii]) {
      const document = lines(`${text}\n`);
      const shown = marked(document, await said(document)).map(([code, words]) => [code, JSON.parse(`"${words}"`)]);
      expect(shown).toContainEqual(['patch-counts', '@@ -1,9 +1 @@ \\d']);
      expect(shown).toContainEqual(['patch-newline', '+\u{1f600}2']);
    }
  });

  it('tell empty patches, prose, CRLF and paths that leave the tree', async () => {
    const rows = [
      predictionRow('a', ''),
      predictionRow('b', 'I would change a.js.'),
      predictionRow('c', patch.replaceAll('\n', '\r\n')),
      predictionRow('d', patch.replaceAll('a.js', '../a.js')),
      predictionRow('e', null),
      predictionRow('f', patch),
    ];
    const document = lines(jsonLines(rows));
    const found = await said(document);
    expect(found.map(({ code, range }) => [range.start.line, code])).toEqual([
      [0, 'empty-patch'],
      [1, 'no-patch'],
      [2, 'patch-crlf'],
      [3, 'patch-path'],
    ]);
    expect(document.getText(found[3]?.range)).toBe('diff --git a/../a.js b/../a.js');
  });

  it('name the first row of an id that is used twice', async () => {
    const document = lines(
      jsonLines([predictionRow('a', patch), predictionRow('b', patch), predictionRow('a', patch)]),
    );
    const [found] = await said(document);
    expect(marked(document, found ? [found] : [])).toEqual([['id-twice', '"a"']]);
    expect(found?.range.start.line).toBe(2);
    const [first] = found?.relatedInformation ?? [];
    expect([first?.location.range.start.line, document.getText(first?.location.range)]).toEqual([0, '"a"']);
  });

  it('mark a key that stands twice', async () => {
    const document = lines(`{"instance_id": "a", "model_patch": "x", "model_patch": null}\n`);
    expect(marked(document, await said(document))).toEqual([['key-twice', '"model_patch"']]);
  });

  it('are not looked for in documents that are not ours', async () => {
    expect(await said(lines('{"level":"info"}\n{"level":\n'))).toEqual([]);
    expect(await said(json('{"name": "x", "version": 1}'))).toEqual([]);
    expect(await said(json('[1, 2, {"a": '))).toEqual([]);
    expect(await said(lines('{\n{\n{'))).toEqual([]);
  });

  it('reverse nothing with an id, and are no longer than a message', async () => {
    const { rows } = await rowRig();
    const id = `\u202e${'x'.repeat(100_000)}`;
    const [found] =
      (await rows.diagnostics?.(lines(jsonLines([predictionRow(id, 'x'), predictionRow(id, 'x')])))) ?? [];
    const doubled = (await rows.diagnostics?.(lines(jsonLines([instanceRow(id), instanceRow(id)])))) ?? [];
    const twice = doubled.find(({ code }) => code === 'id-twice');
    for (const one of [found, twice]) expect(String(one?.message).length).toBeLessThan(2100);
    expect(twice?.message).toContain('\ufffdxxx');
  });

  it('are not looked for behind thousands of blank lines', async () => {
    const { rows } = await rowRig();
    const bad = jsonLines([predictionRow('a', '')]);
    expect(await rows.diagnostics?.(lines(`${'\n'.repeat(9000)}${bad}`))).toHaveLength(1);
    expect(await rows.diagnostics?.(lines(`${'\n'.repeat(11_000)}${bad}`))).toEqual([]);
  });

  it('are shown up to a number, the rest counted', async () => {
    const found = await said(lines([JSON.stringify(instanceRow('a', good)), ...Array(300).fill('{')].join('\n')));
    expect(found.length).toBe(201);
    expect(found.at(-1)?.message).toContain('100 more');
  });

  it('hold for JSON documents: lists, objects by id, one row alone', async () => {
    const list = json(JSON.stringify([predictionRow('a', ''), predictionRow('a', patch)], null, 2));
    expect(marked(list, await said(list))).toEqual([
      ['empty-patch', '""'],
      ['id-twice', '"a"'],
    ]);
    const byId = json(JSON.stringify({ 'a b': { model_patch: '' }, c: { model_patch: 7 } }, null, 2));
    expect(marked(byId, await said(byId))).toEqual([
      ['empty-patch', '""'],
      ['field', '7'],
    ]);
    const single = json(JSON.stringify(predictionRow('a', ''), null, 2));
    expect(marked(single, await said(single))).toEqual([['empty-patch', '""']]);
  });
});

describe('diagnostics of reports', () => {
  const lists = (success: unknown, failure: unknown) => ({ success, failure });
  const report = (fields: object) => ({ patch_successfully_applied: true, resolved: true, ...fields });

  it('mark flags and lists of the wrong type, tests that stand twice, and resolved against its own lists', async () => {
    const tests = { FAIL_TO_PASS: lists(['a', 'b'], ['a', 3]), PASS_TO_PASS: lists('c', []) };
    const document = json(JSON.stringify({ x: report({ tests_status: tests, patch_exists: 'yes' }) }));
    expect(marked(document, await said(document))).toEqual([
      ['report', '"yes"'],
      ['report', '"a"'],
      ['report', '3'],
      ['report', '"c"'],
      ['report', 'true'],
    ]);
  });

  it('compare the counts of a summary with its lists, and find ids that stand twice or in two lists', async () => {
    const summary = {
      submitted_instances: 3,
      resolved_instances: 5,
      submitted_ids: ['a', 'b', 'c'],
      resolved_ids: ['a', 'b', 'a'],
      unresolved_ids: ['b'],
      completed_ids: ['a', 'b'],
    };
    const document = json(JSON.stringify(summary));
    const found = await said(document);
    expect(marked(document, found)).toEqual([
      ['counts', '5'],
      ['counts', '"a"'],
      ['counts', '"b"'],
    ]);
    expect(found[0]?.message).toBe('resolved_instances is 5, and resolved_ids names 2.');
  });
});

describe('diagnostics of predictions in a study', () => {
  it('say which ids are none of its instances, once its datasets were read', async () => {
    const file = path.join(tempFolder(), 'd.jsonl');
    fs.writeFileSync(file, jsonLines([instanceRow('org__repo-1', good)]));
    const { rows } = await rowRig({ datasets: [{ id: 'd', path: file }] });
    const answers = [
      predictionRow('org__repo-1', patch),
      predictionRow('org/repo:pr-1', patch),
      predictionRow('z', patch),
    ];
    const document = lines(jsonLines(answers));
    const found = (await rows.diagnostics?.(document)) ?? [];
    expect(marked(document, found)).toEqual([['unknown-id', '"z"']]);
  });
});
