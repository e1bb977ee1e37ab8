import fs from 'node:fs';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CodeAction, CompletionList, DocumentSymbol, Hover, Location } from 'vscode-languageserver/node';
import { builtServer, ServerProcess } from '../../fakes/languageServer';
import { instanceRow, jsonLines, predictionRow } from '../../fakes/rows';
import { type TempFolder, tempFolder } from '../../fakes/tempFolder';

const module = builtServer();
if (module === null) console.warn('dist/server.js is not built: the server is not asked over its connection.');

const patch = 'diff --git a/a.js b/a.js\n--- a/a.js\n+++ b/a.js\n@@ -1 +1 @@\n-1\n+2';

describe.skipIf(module === null)('the built language server', () => {
  let folder: TempFolder;
  let server: ServerProcess;
  let file = '';
  let uri = '';
  const rows = [predictionRow('o__n-1', patch), predictionRow('nobody', `${patch}\n`)];
  const text = jsonLines(rows);
  const id = { line: 0, character: text.indexOf('o__n-1') + 1 };

  beforeAll(async () => {
    folder = tempFolder();
    const dataset = folder.write('d.jsonl', jsonLines([instanceRow('o__n-1'), instanceRow('o__n-2')]));
    file = folder.write('predictions.jsonl', text);
    uri = pathToFileURL(file).href;
    server = new ServerProcess(module ?? '', folder.path);
    const told = { folder: folder.path, studyFile: null, evaluations: [] };
    await server.start({
      ...told,
      datasets: [{ id: 'd', path: dataset }],
      runs: [{ id: 'r', path: file, model: null }],
    });
    await server.open(uri, text);
    await server.diagnostics(uri, ({ diagnostics }) => diagnostics.some(({ code }) => code === 'unknown-id'));
  });
  afterAll(async () => {
    await server.stop();
    folder.remove();
  });

  it('says what it can do and pushes diagnostics of an open document', async () => {
    const found = await server.diagnostics(uri, ({ diagnostics }) => diagnostics.length === 2);
    expect(found.map(({ code, range }) => [range.start.line, code])).toEqual([
      [0, 'patch-newline'],
      [1, 'unknown-id'],
    ]);
  });

  it('answers hover, completion, definition, symbols and code actions', async () => {
    const hover = await server.ask<Hover>('hover', uri, id);
    expect(JSON.stringify(hover.contents)).toContain('acme');
    const list = await server.ask<CompletionList>('completion', uri, id);
    expect(list.items.map(({ label }) => label)).toContain('o__n-1');
    const [place] = await server.ask<Location[]>('definition', uri, id);
    expect(decodeURIComponent(place?.uri ?? '')).toContain('d.jsonl');
    const symbols = await server.ask<DocumentSymbol[]>('documentSymbol', uri);
    expect(symbols.map(({ name }) => name)).toEqual(['o__n-1', 'nobody']);
    const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1000 } };
    const actions = await server.ask<CodeAction[]>('codeAction', uri, undefined, {
      range,
      context: { diagnostics: [] },
    });
    expect(actions.map(({ title }) => title)).toEqual(['Add the final newline to model_patch']);
  });

  it('takes edits, and its answers are those of the text after them', async () => {
    const end = (text.split('\n')[0] ?? '').length - 2;
    await server.change(uri, 2, 0, end, end, '\\n');
    const found = await server.diagnostics(uri, ({ version }) => version === 2);
    expect(found.map(({ code }) => code)).toEqual(['unknown-id']);
  });

  it('keeps answering after documents that are not ours, and questions on none that is open', async () => {
    await server.open('file:///other.jsonl', '{"level": "info"}\n{\n');
    expect(await server.diagnostics('file:///other.jsonl')).toEqual([]);
    expect(await server.ask('hover', 'file:///nowhere.jsonl', id)).toBeNull();
    expect(await server.ask('documentSymbol', 'file:///other.jsonl')).toEqual([]);
  });

  it('takes back what it said when the document is closed, and leaves the file as it was', async () => {
    await server.connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
    await server.diagnostics(uri, ({ version, diagnostics }) => version === undefined && diagnostics.length === 0);
    expect(fs.readFileSync(file, 'utf8')).toBe(text);
  });

  it('says by URI what is wrong with a file that no editor opens, and looks again when the file changes', async () => {
    const long = { extra: 'x'.repeat(13.2e6) };
    const row = (id: string, changes: object) => ({ ...instanceRow(id, { ...long, test_patch: '' }), ...changes });
    const good = ['l__n-1', 'l__n-2', 'l__n-3', 'l__n-4'].map((each) => row(each, { FAIL_TO_PASS: [] }));
    const large = folder.write('large.jsonl', jsonLines([...good.slice(0, 3), row('l__n-4', { FAIL_TO_PASS: 7 })]));
    const at = pathToFileURL(large).href;
    const study = {
      folder: folder.path,
      studyFile: null,
      datasets: [{ id: 'l', path: large }],
      runs: [],
      evaluations: [],
    };
    await server.connection.sendNotification('touchstone/study', study);
    const found = await server.diagnostics(at, ({ diagnostics }) => diagnostics.length > 0);
    expect(found.map(({ code, range }) => [code, range.start.line])).toEqual([['field', 3]]);
    folder.write('large.jsonl', jsonLines(good));
    await server.connection.sendNotification('workspace/didChangeWatchedFiles', { changes: [{ uri: at, type: 2 }] });
    expect(await server.diagnostics(at, ({ diagnostics }) => diagnostics.length === 0)).toEqual([]);
  });
});
