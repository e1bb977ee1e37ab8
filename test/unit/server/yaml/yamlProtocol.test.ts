import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CodeAction, CompletionList, DocumentSymbol, Hover, Location } from 'vscode-languageserver/node';
import { builtServer, ServerProcess } from '../../../fakes/languageServer';
import { instanceRow, jsonLines } from '../../../fakes/rows';
import { type TempFolder, tempFolder } from '../../../fakes/tempFolder';

const module = builtServer();
if (module === null) console.warn('dist/server.js is not built: the server is not asked over its connection.');

describe.skipIf(module === null)('the built language server, for a study file', () => {
  let folder: TempFolder;
  let server: ServerProcess;
  let uri = '';
  const text = [
    'touchstone: 1',
    'study: { id: s, seed: 1 }',
    'datasets: [d.jsonl]',
    'runs: [gone.jsonl]',
    'blindng: {}',
    'rubric: patch-review',
    '',
  ].join('\n');

  beforeAll(async () => {
    folder = tempFolder();
    const path = folder.write('d.jsonl', jsonLines([instanceRow('o__n-1')]));
    const studyFile = folder.write('touchstone.yaml', text);
    uri = pathToFileURL(studyFile).href;
    server = new ServerProcess(module ?? '', folder.path);
    await server.start({ folder: folder.path, studyFile, datasets: [{ id: 'd', path }], runs: [], evaluations: [] });
    await server.open(uri, text);
  });
  afterAll(async () => {
    await server.stop();
    folder.remove();
  });

  it('pushes what the text tells, and then what the files tell', async () => {
    const first = await server.diagnostics(uri, ({ diagnostics }) => diagnostics.length > 0);
    expect(first.map(({ code }) => code)).toContain('S001');
    const all = await server.diagnostics(uri, ({ diagnostics }) => diagnostics.length === 2);
    expect(all.map(({ code, range }) => [code, range.start.line, range.start.character, range.end.character])).toEqual([
      ['S001', 4, 0, 7],
      ['S005', 3, 7, 17],
    ]);
  });

  it('answers hover, completion, definition, symbols and code actions', async () => {
    const hover = await server.ask<Hover>('hover', uri, { line: 5, character: 2 });
    expect(JSON.stringify(hover.contents)).toContain('patch');
    const list = await server.ask<CompletionList>('completion', uri, { line: 5, character: 10 });
    expect(list.items.map(({ label }) => label)).toContain('task-quality');
    const [place] = await server.ask<Location[]>('definition', uri, { line: 5, character: 10 });
    expect(place?.uri).toContain('rubrics/patch-review.yaml');
    const symbols = await server.ask<DocumentSymbol[]>('documentSymbol', uri);
    expect(symbols.map(({ name }) => name)).toContain('datasets');
    const range = { start: { line: 4, character: 1 }, end: { line: 4, character: 1 } };
    const more = { range, context: { diagnostics: [] } };
    const actions = await server.ask<CodeAction[]>('codeAction', uri, undefined, more);
    expect(actions.map(({ title }) => title)).toEqual(['Did you mean "blinding"?']);
  });

  it('takes edits: what was wrong before is gone', async () => {
    await server.change(uri, 2, 4, 0, 7, 'blinding');
    const found = await server.diagnostics(
      uri,
      ({ version, diagnostics }) => version === 2 && diagnostics.length === 1,
    );
    expect(found.map(({ code }) => code)).toEqual(['S005']);
  });
});
