import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Diagnostic } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { root, YamlRig, yaml } from './yamlRig';

const rig = new YamlRig();

const pieces = fc.oneof(
  fc.constantFrom(
    '',
    '\n',
    '  ',
    '- ',
    '{',
    '}',
    '[',
    ']',
    ': ',
    '"',
    "'",
    '&a ',
    '*a',
    '!!js ',
    '|\n',
    '#',
    '\t',
    '\0',
    '\r\n',
    'null',
  ),
  fc.string({ unit: 'binary', maxLength: 12 }),
);

/** A text with some of its pieces cut out and others put in. */
const mutated = (text: string) =>
  fc
    .array(fc.tuple(fc.nat(text.length), fc.nat(60), pieces), { minLength: 1, maxLength: 4 })
    .map((cuts) => cuts.reduce((now, [at, length, put]) => now.slice(0, at) + put + now.slice(at + length), text));

const stands = (document: TextDocument, { range }: Pick<Diagnostic, 'range'>): boolean => {
  const [start, end] = [document.offsetAt(range.start), document.offsetAt(range.end)];
  const exact = document.positionAt(start);
  return (
    start >= 0 &&
    start <= end &&
    end <= document.getText().length &&
    exact.line === range.start.line &&
    exact.character === range.start.character
  );
};

/** Every answer for the document, at a place: none throws, and what has a place stands in the text. */
const answers = async (document: TextDocument, offset: number): Promise<boolean> => {
  const kind = rig.kinds.find((one) => one.matches(document));
  if (!kind) return true;
  const position = document.positionAt(offset);
  const found = (await kind.diagnostics?.(document)) ?? [];
  kind.closed?.(document.uri);
  await kind.hover?.(document, position);
  await kind.completion?.(document, position);
  await kind.definition?.(document, position);
  const symbols = (await kind.symbols?.(document)) ?? [];
  await kind.codeActions?.(document, { start: position, end: position }, []);
  kind.closed?.(document.uri);
  return found.every((one) => stands(document, one)) && symbols.every((one) => stands(document, one));
};

const runs = { numRuns: 60 };

describe('whatever becomes of a file', () => {
  it('the sample study', async () => {
    const text = readFileSync(join(root, 'samples/quickstart/touchstone.yaml'), 'utf8');
    await fc.assert(
      fc.asyncProperty(mutated(text), fc.nat(text.length), async (odd, at) => {
        expect(await answers(yaml(odd, '/nowhere/touchstone.yaml'), Math.min(at, odd.length))).toBe(true);
      }),
      runs,
    );
  });

  it.each(readdirSync(join(root, 'rubrics')))('%s', async (name) => {
    const text = readFileSync(join(root, 'rubrics', name), 'utf8');
    await fc.assert(
      fc.asyncProperty(mutated(text), fc.nat(text.length), async (odd, at) => {
        expect(await answers(yaml(odd, `/nowhere/${name}`), Math.min(at, odd.length))).toBe(true);
      }),
      { numRuns: 15 },
    );
  });

  it('label files of both forms', async () => {
    const csv = 'instance_id,field,value,by,reason\na__b-1,taskType,"FE|BF",elm,\n,language,Go,,"a\nb"\n';
    const list = '- { instance_id: a, field: taskType, value: [FE, BF] }\n- instance_id: b\n  field: x\n  value: y\n';
    await fc.assert(
      fc.asyncProperty(mutated(csv), mutated(list), fc.nat(80), async (odd, other, at) => {
        expect(await answers(yaml(odd, '/nowhere/labels.csv'), Math.min(at, odd.length))).toBe(true);
        expect(await answers(yaml(other, '/nowhere/labels.yaml'), Math.min(at, other.length))).toBe(true);
      }),
      runs,
    );
  });
});
