import { describe, expect, it } from 'vitest';
import type { CodeAction, TextDocumentEdit } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { benchmarkRows } from '../../../fakes/benchmarkRows';
import { instanceRow, jsonLines, predictionRow } from '../../../fakes/rows';
import { at, json, lines, rowRig } from './rowRig';

const patch = 'diff --git a/a.js b/a.js\n--- a/a.js\n+++ b/a.js\n@@ -1 +1 @@\n-1\n+2\n';

/** Actions at the words (after the document was looked at), by title. */
const actionsAt = async (document: TextDocument, words: string): Promise<CodeAction[]> => {
  const { rows } = await rowRig();
  await rows.diagnostics?.(document);
  const place = at(document, words);
  return (await rows.codeActions?.(document, { start: place, end: place }, [])) ?? [];
};

const editsOf = (action: CodeAction | undefined): TextDocumentEdit[] =>
  (action?.edit?.documentChanges ?? []).filter((change): change is TextDocumentEdit => 'edits' in change);

/** The text after the action's edits of the document itself. */
const done = (document: TextDocument, action: CodeAction | undefined): string => {
  const own = editsOf(action).filter(({ textDocument }) => textDocument.uri === document.uri);
  const edits = own.flatMap(
    (change) => change.edits as { range: TextDocumentEdit['edits'][0]['range']; newText: string }[],
  );
  return TextDocument.applyEdits(TextDocument.create(document.uri, '', 1, document.getText()), edits as never);
};

const rowsIn = (text: string): Record<string, unknown>[] =>
  text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));

describe('code actions on rows', () => {
  it('add the final newline to the patch, and change nothing else', async () => {
    const document = lines(jsonLines([predictionRow('a', patch.trimEnd())]));
    const [action] = await actionsAt(document, '+2');
    expect(action?.title).toBe('Add the final newline to model_patch');
    expect(action?.diagnostics?.map(({ code }) => code)).toEqual(['patch-newline']);
    expect(rowsIn(done(document, action))).toEqual([predictionRow('a', patch)]);
  });

  it('make CRLF LF in the patch, say that it changes content, and keep other escapes as written', async () => {
    const raw = `{"instance_id": "a", "model_patch": ${JSON.stringify(patch.replaceAll('\n', '\r\n')).replace('\\n-1', '\\n-\\u00e4\\\\r')}}`;
    const document = lines(`${raw}\n`);
    const action = (await actionsAt(document, '@@ -1')).find(({ title }) => title.startsWith('CRLF'));
    expect(action?.title).toContain('changes the content');
    expect(done(document, action)).toBe(`${raw.replaceAll('\\r\\n', '\\n')}\n`);
  });

  it('make a list of one that is written as JSON or as a Python literal', async () => {
    const document = lines(
      jsonLines([instanceRow('a', { FAIL_TO_PASS: '["x", "y \\u00e4 "]' }), benchmarkRows['swebench-pro']]),
    );
    const [first] = await actionsAt(document, '"[\\"x\\"');
    expect(rowsIn(done(document, first))[0]?.['FAIL_TO_PASS']).toEqual(['x', 'y ä ']);
    const [pro] = await actionsAt(document, '"[\'test/a.js |');
    expect(rowsIn(done(document, pro))[1]?.['fail_to_pass']).toEqual(['test/a.js | sums "day"', "it's ä "]);
  });

  it('write a copy of the row with its hunk counts repaired, and leave the row itself', async () => {
    const document = lines(jsonLines([predictionRow('a', patch.replace('-1 +1', '-1,7 +1'))]));
    const action = (await actionsAt(document, '@@ -1,7')).find(({ title }) => title.includes('copy'));
    expect(done(document, action)).toBe(document.getText());
    const [create, edit] = action?.edit?.documentChanges ?? [];
    expect(create).toEqual({ kind: 'create', uri: 'file:///a.repaired.jsonl', options: { ignoreIfExists: true } });
    const text = (edit as TextDocumentEdit).edits.map((each) => ('newText' in each ? each.newText : '')).join('');
    expect(rowsIn(text)).toEqual([predictionRow('a', patch)]);
  });

  it('offer one copy for all hunks of a patch, whatever their number', async () => {
    const many = `--- a/a\n+++ b/a\n${Array.from({ length: 40 }, (_, i) => `@@ -${i * 9 + 1},5 +${i * 9 + 1} @@\n-1\n+2\n`).join('')}`;
    const document = lines(jsonLines([predictionRow('a', many)]));
    const { rows } = await rowRig();
    const range = { start: { line: 0, character: 0 }, end: { line: 1, character: 0 } };
    const actions = (await rows.codeActions?.(document, range, [])) ?? [];
    const copies = actions.filter(({ title }) => title.includes('copy'));
    expect(copies.map(({ title, diagnostics }) => [/\d+/.exec(title)?.[0], diagnostics?.length])).toEqual([['40', 40]]);
  });

  it('name the instance in the copy of a row that only its key names', async () => {
    const document = json(JSON.stringify({ 'x y': { model_patch: patch.replace('-1 +1', '-1,7 +1') } }, null, 2));
    const action = (await actionsAt(document, '@@ -1,7')).find(({ title }) => title.includes('copy'));
    const [edit] = editsOf(action);
    expect(edit?.edits.map((each) => JSON.parse('newText' in each ? each.newText : ''))).toEqual([
      { instance_id: 'x y', model_patch: patch },
    ]);
  });

  it('remove the second of two rows of one id, in lines and in a list', async () => {
    const twice = [predictionRow('a', patch), predictionRow('b', patch), predictionRow('b', null)];
    for (const end of ['\n', '']) {
      const document = lines(jsonLines(twice).trimEnd() + end);
      const actions = await actionsAt(document, '"b","model_name_or_path":"heron-2","model_patch":null');
      const action = actions.find(({ title }) => title.startsWith('Remove this row'));
      expect(rowsIn(done(document, action))).toEqual(twice.slice(0, 2));
    }
    const list = json(JSON.stringify(twice, null, 2));
    const second = list.getText().lastIndexOf('"b"');
    const action = (await actionsAt(list, list.getText().slice(second))).at(-1);
    expect(JSON.parse(done(list, action))).toEqual(twice.slice(0, 2));
  });

  it('keep the prediction that counts, or say that another one counts then', async () => {
    const twice = [predictionRow('b', patch), predictionRow('b', null), predictionRow('b', '')];
    for (const document of [lines(jsonLines(twice)), json(JSON.stringify(twice, null, 2))]) {
      const last = document.getText().slice(document.getText().lastIndexOf('"b"'));
      const actions = await actionsAt(document, last);
      expect(actions.map(({ title }) => title)).toEqual([
        "Remove row 1 of the same id, which doesn't count",
        'Remove this row: an earlier one counts then',
      ]);
      const after = done(document, actions[0]);
      expect(after.startsWith('[') ? JSON.parse(after) : rowsIn(after)).toEqual(twice.slice(1));
    }
    const byKey = json('{"x": {"model_patch": ""}, "y": {"model_patch": ""}, "x": {"model_patch": null}}');
    const [action] = await actionsAt(byKey, '"x": {"model_patch": null');
    expect(done(byKey, action)).toBe('{"y": {"model_patch": ""}, "x": {"model_patch": null}}');
  });

  it('are offered in files alone, and nowhere without a fault', async () => {
    expect(await actionsAt(lines(jsonLines([predictionRow('a', patch)])), '@@')).toEqual([]);
    const open = lines(jsonLines([predictionRow('a', patch.trimEnd())]), 'touchstone:/row/a.jsonl');
    expect(await actionsAt(open, '+2')).toEqual([]);
  });
});
