import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import '../../../../../fakes/fixedSeed';
import { extractWith } from '../../../../../../src/core/run/agent/singleTurn/answer';
import {
  lastFence,
  liveCodeBenchCode,
  liveCodeBenchExecution,
  liveCodeBenchOutput,
} from '../../../../../../src/core/run/agent/singleTurn/codeExtractors';
import type { Extraction, Extractor } from '../../../../../../src/core/run/agent/singleTurn/extraction';
import { patchExtractor } from '../../../../../../src/core/run/agent/singleTurn/patchExtractor';
import { pythonWindow } from '../../../../../../src/core/run/agent/singleTurn/pythonWindow';
import { searchReplaceExtractor } from '../../../../../../src/core/run/agent/singleTurn/searchReplaceBlocks';

const diff = 'diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-x\n+y\n';
const whole = { cut: false };
const cut = { cut: true };
const textOf = (one: Extraction): string | null => (one.kind === 'extracted' ? one.text : null);
const faultOf = (one: Extraction): string | null => (one.kind === 'failed' ? one.fault : null);

describe('a patch out of a reply', () => {
  const extract = (reply: string) => patchExtractor.extract(reply, whole);

  test('the first tag or diff block wins over blocks before it that are neither', () => {
    expect(textOf(extract(`\`\`\`python\nx = 1\n\`\`\`\n\`\`\`diff\n${diff}\`\`\`\n`))).toBe(diff);
    expect(textOf(extract(`<patch>\n${diff}</patch>\n\`\`\`diff\n${diff}${diff}\`\`\``))).toBe(diff);
    expect(textOf(extract(`\`\`\`patch\n${diff}\`\`\`\n<diff>\nno\n</diff>`))).toBe(diff);
  });

  test('without such the first other block is taken, and without a block the whole reply', () => {
    expect(textOf(extract(`Here\n\`\`\`\n${diff}\`\`\`\n`))).toBe(diff);
    expect(textOf(extract(diff))).toBe(diff);
  });

  test('a fence inside a tag is no part of the patch, and one inside the diff does not end it', () => {
    expect(textOf(extract(`<patch>\n\`\`\`diff\n${diff}\`\`\`\n</patch>`))).toBe(diff);
    const fenced = 'diff --git a/r b/r\n--- a/r\n+++ b/r\n@@ -1,3 +1,3 @@\n ```\n-x\n+y\n ```\n';
    expect(textOf(extract(`\`\`\`diff\n${fenced}\`\`\`\n`))).toBe(fenced);
  });

  test('prose is no patch, and says so', () => {
    expect(faultOf(extract('I could not find the bug.'))).toBe('no-block');
    expect(faultOf(extract('```diff\nsee above\n```'))).toBe('not-an-answer');
    expect(faultOf(extract(' \n'))).toBe('empty-reply');
  });

  test('a block without an end is taken and said, unless the reply was cut off in it', () => {
    const open = extract(`\`\`\`diff\n${diff}`);
    expect(open).toMatchObject({ kind: 'extracted', text: diff, notes: [expect.stringContaining('no end')] });
    expect(faultOf(patchExtractor.extract(`\`\`\`diff\n${diff}`, cut))).toBe('cut');
  });
});

describe('code out of a reply', () => {
  test('the last fenced block is the file', () => {
    const reply = '```python\na = 1\n```\nBetter:\n```python\na = 2\n```\n';
    expect(textOf(lastFence.extract(reply, whole))).toBe('a = 2\n');
  });

  test('no block, an empty one and one that was cut off are told apart', () => {
    expect(faultOf(lastFence.extract('def f(): pass', whole))).toBe('no-block');
    expect(faultOf(lastFence.extract('```\n\n```', whole))).toBe('not-an-answer');
    expect(faultOf(lastFence.extract('```python\ndef f(', cut))).toBe('cut');
  });

  test("LiveCodeBench's three ways", () => {
    expect(textOf(liveCodeBenchCode.extract('```\na\n```\n```python\nb\n```', whole))).toBe('b\n');
    expect(faultOf(liveCodeBenchCode.extract('```python\nb', whole))).toBe('no-block');
    expect(textOf(liveCodeBenchOutput.extract('assert f(1) == 2\nso\n  assert f(2) == 3\n', whole))).toBe(
      'assert f(2) == 3',
    );
    expect(textOf(liveCodeBenchExecution.extract('[ANSWER]1[/ANSWER] no: [ANSWER]2[/ANSWER]', whole))).toBe('2');
  });

  test('the longest part that reads as Python, without what the entry point does not use', () => {
    const reply =
      'Sure! Here it is.\n```python\nimport math\n\ndef other():\n    return 0\n\n@cache\ndef f(x):\n    """(open"""\n    return helper(x)\n\ndef helper(x):\n    return math.pi\n```\nCall f(1) to try.\n';
    expect(textOf(pythonWindow('f').extract(reply, whole))).toBe(
      'import math\n\n@cache\ndef f(x):\n    """(open"""\n    return helper(x)\n\ndef helper(x):\n    return math.pi\n',
    );
    expect(faultOf(pythonWindow('f').extract('I am sorry.', whole))).toBe('no-block');
  });
});

const extractors: readonly Extractor[] = [
  patchExtractor,
  searchReplaceExtractor,
  lastFence,
  liveCodeBenchCode,
  liveCodeBenchOutput,
  liveCodeBenchExecution,
  pythonWindow('f'),
];

const piece = fc.oneof(
  fc.constantFrom(
    '```',
    '```diff',
    '~~~',
    '<patch>',
    '</patch>',
    '<diff>',
    '[ANSWER]',
    '[/ANSWER]',
    '\r\n',
    '\n',
    '\n',
    diff,
  ),
  fc.constantFrom(
    '<<<<<<< SEARCH',
    '=======',
    '>>>>>>> REPLACE',
    'src/a.js',
    'def f(x):',
    '    return 1',
    'assert 1',
    '"""',
  ),
  fc.string({ unit: 'binary', maxLength: 12 }),
);
const replies = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join('\n'));
const runs = process.env['TOUCHSTONE_NIGHT'] === '1' ? 20_000 : 300;

test.each(extractors.map((each) => [each.name, each] as const))(
  '%s: any reply gives its own pieces or a stated failure',
  (_name, extractor) => {
    fc.assert(
      fc.property(replies, fc.boolean(), (reply, wasCut) => {
        const found = extractWith(extractor, reply, { cut: wasCut });
        if (found.kind === 'failed') expect(found.say).not.toBe('');
        else {
          expect(found.spans.map(({ start, end }) => reply.slice(start, end)).join('')).toBe(found.text);
          expect(found.text).not.toBe('');
          let before = 0;
          for (const { start, end } of found.spans) {
            expect(start).toBeGreaterThanOrEqual(before);
            expect(end).toBeLessThanOrEqual(reply.length);
            before = end;
          }
        }
      }),
      { numRuns: runs },
    );
  },
);
