import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Diagnostic, Range } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { DocumentKind } from '../../../../src/server/documentKind';
import { LinedText } from '../../../../src/server/rows/text/linedText';
import { instanceRow, predictionRow } from '../../../fakes/rows';
import { runs } from '../../../fakes/runs';
import { json, lines, rowRig } from './rowRig';

const pieces = [
  '\n',
  '\r\n',
  '\r',
  '"',
  '{',
  '}',
  ',',
  '\\',
  'x',
  '\ud800',
  '\0',
  JSON.stringify(predictionRow('a', 'diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1,4 +1 @@\r\n-1\n+2')),
  JSON.stringify(predictionRow('b', '')),
  JSON.stringify(instanceRow('a')),
  '{"instance_id":"c","model_patch":"x","instance_id":"d"}',
  '{"resolved":1,"patch_successfully_applied":true}',
];
const text = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join(''));
const edit = fc.record({ from: fc.nat(), length: fc.nat(30), text });

/** One edit of a document as the protocol sends it, with the text after it. */
const applied = (before: string, { from, length, text: put }: { from: number; length: number; text: string }) => {
  const document = TextDocument.create('file:///a', '', 1, before);
  const start = document.positionAt(from % (before.length + 1));
  const range: Range = { start, end: document.positionAt(document.offsetAt(start) + length) };
  const change = { range, text: put };
  return { change, after: TextDocument.update(document, [change], 2).getText() };
};

const check = async (rows: DocumentKind, document: TextDocument): Promise<Diagnostic[]> =>
  (await rows.diagnostics?.(document)) ?? [];

/** Everything that can be asked at a place; none of it may fail. */
const askAll = async (rows: DocumentKind, document: TextDocument, line: number, character: number): Promise<void> => {
  const position = { line, character };
  await rows.hover?.(document, position);
  await rows.completion?.(document, position);
  await rows.definition?.(document, position);
  await rows.symbols?.(document);
  await rows.codeActions?.(document, { start: { line: 0, character: 0 }, end: position }, []);
};

describe('a document that is held line by line', () => {
  it('is the document of the library after any edits: text, lines, offsets', () => {
    fc.assert(
      fc.property(text, fc.array(edit, { maxLength: 6 }), fc.nat(), (begin, edits, place) => {
        const ours = new LinedText('file:///a', '', 1, begin);
        let now = begin;
        for (const [i, each] of edits.entries()) {
          const { change, after } = applied(now, each);
          ours.change([change], i + 2);
          now = after;
        }
        const theirs = TextDocument.create('file:///a', '', 1, now);
        expect(ours.getText()).toBe(now);
        expect(ours.lineCount).toBe(theirs.lineCount);
        const offset = place % (now.length + 1);
        expect(ours.positionAt(offset)).toEqual(theirs.positionAt(offset));
        expect(ours.offsetAt(ours.positionAt(offset))).toBe(theirs.offsetAt(theirs.positionAt(offset)));
      }),
      { numRuns: runs(100) },
    );
  });
});

describe('diagnostics', () => {
  it('are the same after any edits as of the final text opened anew', async () => {
    await fc.assert(
      fc.asyncProperty(text, fc.array(edit, { minLength: 1, maxLength: 5 }), async (begin, edits) => {
        const { rows } = await rowRig();
        const lined = lines(begin);
        let list = TextDocument.create('file:///l.json', 'json', 1, `[${begin}]`);
        let now = begin;
        for (const [i, each] of edits.entries()) {
          await check(rows, lined);
          await check(rows, list);
          const { change, after } = applied(now, each);
          lined.change([change], i + 2);
          list = TextDocument.update(list, [{ text: `[${after}]` }], i + 2);
          now = after;
        }
        const fresh = (await rowRig()).rows;
        expect(await check(rows, lined)).toEqual(await check(fresh, lines(now)));
        const opened = TextDocument.create('file:///l.json', 'json', 1, `[${now}]`);
        expect(await check(rows, list)).toEqual(await check(fresh, opened));
      }),
      { numRuns: runs(100) },
    );
  });

  it('stand inside the document, whatever the rows are, and every question is answered', async () => {
    await fc.assert(
      fc.asyncProperty(text, fc.nat(40), fc.nat(400), fc.boolean(), async (written, line, character, isLines) => {
        const { rows } = await rowRig();
        const document = isLines ? lines(written) : json(written);
        for (const { range } of await check(rows, document)) {
          expect(document.positionAt(document.offsetAt(range.start))).toEqual(range.start);
          expect(document.positionAt(document.offsetAt(range.end))).toEqual(range.end);
        }
        await askAll(rows, document, line, character);
      }),
      { numRuns: runs(100) },
    );
  });

  it('come from rows of a million characters, NULs, deep nesting and lone surrogates', async () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const hostile = [
      JSON.stringify(predictionRow('long', `${'x'.repeat(1_000_000)}`)),
      JSON.stringify(predictionRow('escapes', '\\"\r\n'.repeat(200_000))),
      `{"instance_id":"deep","model_patch":"x","extra":${deep}}`,
      `{"instance_id":"cut","model_patch":${deep.slice(0, 200_000)}`,
      '{"instance_id":"\ud800","model_patch":"\\ud800\\u0000"}',
      '{"__proto__":{"a":1},"instance_id":"p","model_patch":"","constructor":1}',
      `{"task_id":"many","completion":[${'null,'.repeat(300_000)}"x"]}`,
      `{"instance_id":"hunks","model_patch":${JSON.stringify(`--- a\n+++ b\n${'@@ -1,9 +1,9 @@\n-1\n'.repeat(3000)}`)}}`,
    ];
    const { rows } = await rowRig();
    const document = lines(hostile.join('\n'));
    const found = await check(rows, document);
    expect(new Set(found.map(({ range }) => range.start.line)).size).toBeGreaterThan(5);
    for (const at of hostile.keys()) await askAll(rows, document, at, 20);
    expect((await rows.symbols?.(document))?.map(({ name }) => name)).toEqual([
      'long',
      'escapes',
      'deep',
      '\ud800',
      'p',
      'many',
      'hunks',
    ]);
  });
});
