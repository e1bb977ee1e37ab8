import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CompletionList, Hover, Location } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { DocumentKind } from '../../../../src/server/documentKind';
import { instanceRow, jsonLines, predictionRow } from '../../../fakes/rows';
import { type TempFolder, tempFolder } from '../../../fakes/tempFolder';
import { at, json, lines, rowRig } from './rowRig';

const title = '[a](command:x) <b>**bold**</b> ![p](http://x.y/z.png) www.a.bc `c` $(bug)';
const dataset = [
  instanceRow('o__n-1', { problem_statement: `\n${title}\nmore`, difficulty: '1-4 hours' }),
  instanceRow('o__n-2', { FAIL_TO_PASS: ['t [a"b]', 'u'] }),
];
const report = (fields: object) => ({ patch_successfully_applied: true, resolved: false, ...fields });

let folder: TempFolder;
let rows: DocumentKind;
let files: { plain: string; packed: string; predictions: string; report: string };

beforeAll(async () => {
  folder = tempFolder();
  const evaluation = path.dirname(folder.write('logs/run_evaluation/r/m/o__n-1/report.json', '{}'));
  files = {
    plain: folder.write('plain.jsonl', `\n${jsonLines(dataset)}`),
    packed: folder.write('packed.jsonl.gz', gzipSync(jsonLines([instanceRow('p__q-1')]))),
    predictions: folder.write('runs/r/predictions.jsonl', ''),
    report: path.join(evaluation, 'report.json'),
  };
  const { plain, packed } = files;
  const found = { model: 'm', instanceId: 'o__n-1', folder: evaluation };
  ({ rows } = await rowRig({
    datasets: [
      { id: 'plain', path: plain },
      { id: 'packed', path: packed },
    ],
    runs: [{ id: 'r', path: files.predictions, model: 'm' }],
    evaluations: [
      { runId: 'r', ...found },
      { runId: 'other', ...found },
      { runId: 'r', ...found, folder: path.join(folder.path, 'gone') },
    ],
  }));
});
afterAll(() => folder.remove());

const hover = async (document: TextDocument, words: string, plus?: number) =>
  (await rows.hover?.(document, at(document, words, plus))) as Hover | null;
const textOf = (found: Hover | null): string => (found?.contents as { value: string } | undefined)?.value ?? '';
const complete = async (document: TextDocument, words: string, plus: number) =>
  (await rows.completion?.(document, at(document, words, plus))) as CompletionList;
const define = async (document: TextDocument, words: string) =>
  (await rows.definition?.(document, at(document, words, 2))) as Location[];

describe('hover', () => {
  const predictions = () => lines(jsonLines([predictionRow('o__n-1', 'x'), predictionRow('nobody', 'x')]));

  it('tells the instance of an id: title, repository, commit, labels, tests, and where it stands', async () => {
    const document = predictions();
    const found = await hover(document, '"o__n-1"');
    expect(document.getText(found?.range)).toBe('"o__n-1"');
    const shown = textOf(found).replaceAll('\\', '');
    expect(shown.split('  \n')).toEqual([
      '**o__n-1**',
      title,
      'acme/ledger at base 0123456789',
      'Language: JavaScript (inferred) · Difficulty: 1-4 hours · Modality: image (inferred)',
      '2 FAIL_TO_PASS · 1 PASS_TO_PASS',
      'plain.jsonl, row 2',
    ]);
  });

  it('shows text of the data as text: every mark of Markdown is escaped', async () => {
    const line = textOf(await hover(predictions(), '"o__n-1"')).split('  \n')[1] ?? '';
    expect(line.replace(/\\[!-/:-@[-`{-~]/g, '')).not.toMatch(/[!-/:-@[-`{-~]/);
  });

  it('tells what a field is, and nothing of unknown ids and other values', async () => {
    const document = predictions();
    const found = await hover(document, '"model_patch"', 3);
    expect([document.getText(found?.range), textOf(found)]).toEqual([
      '"model_patch"',
      expect.stringContaining('git diff'),
    ]);
    expect(await hover(document, '"nobody"')).toBeNull();
    expect(await hover(document, '"x"')).toBeNull();
  });

  it('tells an instance of a file that is no dataset of the study, by its own row', async () => {
    const document = lines(jsonLines([instanceRow('new__one-1')]));
    expect(textOf(await hover(document, '"new__one-1"'))).toContain('2 FAIL\\_TO\\_PASS');
  });

  it('works on keys of objects by id, and on ids in the lists of a summary', async () => {
    const byId = json(JSON.stringify({ 'o__n-1': report({}) }, null, 1));
    const key = await hover(byId, '"o__n-1"');
    expect(byId.getText(key?.range).startsWith('"o__n-1"')).toBe(true);
    const summary = json(JSON.stringify({ resolved_ids: ['z', 'o__n-2'], unresolved_ids: [], total_instances: 2 }));
    const listed = await hover(summary, '"o__n-2"');
    expect([summary.getText(listed?.range), textOf(listed)]).toEqual(['"o__n-2"', expect.stringContaining('2 FAIL')]);
  });
});

describe('completion', () => {
  it('offers ids of the study in a prediction, in place of what stands between the quotes', async () => {
    const document = lines('{"instance_id": "o__", "model_patch": ""}\n');
    const { items } = await complete(document, '"o__"', 4);
    expect(items.map(({ label }) => label)).toEqual(['o__n-1', 'o__n-2']);
    const [first] = items;
    expect(first?.textEdit && 'range' in first.textEdit && document.getText(first.textEdit.range)).toBe('o__');
    expect(first?.textEdit?.newText).toBe('o__n-1');
  });

  it('offers them in a row that is being written', async () => {
    const document = lines(`${JSON.stringify(predictionRow('o__n-1', 'x'))}\n{"instance_id": "\n`);
    const { items } = await complete(document, '{"instance_id": "\n', 17);
    expect(items.map(({ label }) => label)).toEqual(['o__n-1', 'o__n-2', 'p__q-1']);
  });

  it("offers the tests of the row's own instance in the lists of a report, escaped as JSON", async () => {
    const tests = { FAIL_TO_PASS: { success: [''], failure: [] } };
    const document = json(JSON.stringify({ 'o__n-2': report({ tests_status: tests }) }));
    const { items } = await complete(document, '[""]', 2);
    expect(items.map(({ label, textEdit }) => [label, textEdit?.newText])).toEqual([
      ['t [a"b]', 't [a\\"b]'],
      ['u', 'u'],
    ]);
  });

  it('offers the fields that a row lacks', async () => {
    const document = lines('{"model_patch": "", "": 1}\n');
    const { items } = await complete(document, '""', 24 - 16);
    expect(items).toEqual([]);
    const { items: names } = await complete(document, '"": 1', 1);
    expect(names.map(({ label }) => label)).toEqual(['instance_id', 'model_name_or_path']);
  });
});

describe('definition', () => {
  it('leads to the id in the JSON lines, and from a prediction to the report of its run', async () => {
    const uri = new URL(`file://${files.predictions.split('/').map(encodeURIComponent).join('/')}`).href;
    const document = lines(jsonLines([predictionRow('o__n-1', 'x')]), uri);
    const found = await define(document, '"o__n-1"');
    const [row, ...reports] = found;
    expect(decodeURIComponent(row?.uri ?? '')).toContain('plain.jsonl');
    const written = fs.readFileSync(files.plain, 'utf8').split('\n')[row?.range.start.line ?? -1] ?? '';
    expect(written.slice(row?.range.start.character, row?.range.end.character)).toBe('"o__n-1"');
    expect(reports.map(({ uri: each }) => decodeURIComponent(each).endsWith('r/m/o__n-1/report.json'))).toEqual([true]);
  });

  it('leads to the read-only row where the file is packed, and nowhere from an unknown id', async () => {
    const document = lines(jsonLines([predictionRow('p__q-1', 'x'), predictionRow('nobody', 'x')]));
    const [row] = await define(document, '"p__q-1"');
    const uri = new URL(row?.uri ?? '');
    expect([uri.protocol, uri.pathname]).toEqual(['touchstone:', '/row/p__q-1.json']);
    const query = new URLSearchParams(decodeURIComponent(uri.search.slice(1)));
    expect([query.get('dataset'), query.get('id')]).toEqual([files.packed, 'p__q-1']);
    expect(await define(document, '"nobody"')).toEqual([]);
  });
});

describe('symbols', () => {
  it('are the rows by id, with their title; those of a very long file are bounded, and that is said', async () => {
    const document = lines(jsonLines([instanceRow('a', { problem_statement: 'T\nx' }), {}, predictionRow('b', 'x')]));
    const found = (await rows.symbols?.(document)) ?? [];
    expect(found.map(({ name, detail, selectionRange }) => [name, detail, document.getText(selectionRange)])).toEqual([
      ['a', 'T', '"a"'],
      ['b', 'heron-2', '"b"'],
    ]);
    const odd = lines(jsonLines([predictionRow(`$(trash)\u202e${'x'.repeat(1000)}`, 'x')]));
    const [shown] = (await rows.symbols?.(odd)) ?? [];
    expect(shown?.name).toMatch(/^\$\u2060\(trash\)\ufffdx{100,200}…$/);
    const long = lines(jsonLines(Array.from({ length: 2500 }, (_, i) => predictionRow(`i${i}`, null))));
    await rows.diagnostics?.(long);
    const many = (await rows.symbols?.(long)) ?? [];
    expect([many.length, many.at(-1)?.name]).toEqual([2001, '… 501 more rows']);
  });
});
