import { comparePatches } from '../../src/core/patch/comparePatches';
import { parsePatch } from '../../src/core/patch/parsePatch';
import type { Bench } from './bench';

const hunk = (index: number, shift: number, added: number): string => {
  const start = index * 20 + 1;
  const context = (name: string) => ` const ${name}${index} = compute(${index}, "${name}");\n`;
  const lines = Array.from({ length: 2 + added }, (_, i) => `+  return fresh(${index}, ${i}, ${added});\n`).join('');
  return (
    `@@ -${start},8 +${start + shift},${8 + added} @@ function f${index}() {\n` +
    `${context('a')}${context('b')}${context('c')}-  return old(${index});\n-  // gone ${index}\n${lines}` +
    `${context('d')}${context('e')}${context('f')}`
  );
};

/** A patch of 20 files of 50 hunks: some 10,000 lines. */
const makePatch = (added: number): string =>
  Array.from({ length: 20 }, (_, f) => {
    const hunks = Array.from({ length: 50 }, (_, h) => hunk(h, h * added, added)).join('');
    return `diff --git a/src/f${f}.ts b/src/f${f}.ts\n--- a/src/f${f}.ts\n+++ b/src/f${f}.ts\n${hunks}`;
  }).join('');

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

/** Median milliseconds of each work, interleaved, after a warm-up. */
const timeAll = (works: readonly (() => unknown)[]): readonly number[] => {
  const times: number[][] = works.map(() => []);
  for (let round = 0; round < 40; round++)
    for (const [i, work] of works.entries()) {
      const start = performance.now();
      work();
      if (round >= 10) times[i]?.push(performance.now() - start);
    }
  return times.map(median);
};

/** Every line of the text as a string of its own with its first character looked at: the least a reader does. */
const splitAndLook = (text: string): number => {
  let signs = 0;
  for (const line of text.split('\n')) signs += line.charCodeAt(0) === 43 ? 1 : 0;
  return signs;
};

/** Parsing against splitting the same text: one pass, a few objects a line. */
export const patchParsing: Bench = {
  name: 'parse a patch of 10,000 lines',
  limit: 25,
  measure: async () => {
    const text = makePatch(0);
    const [ours = 0, against = 0] = timeAll([() => parsePatch(text), () => splitAndLook(text)]);
    return { ours, against, unit: 'ms', meaning: 'splitting the same text into lines' };
  },
};

/** Reading and comparing two patches of 10,000 lines against the 200 ms that a person may wait for it. */
export const patchComparison: Bench = {
  name: 'read and compare two patches of 10,000 lines',
  limit: 1,
  measure: async () => {
    const [gold, model] = [makePatch(0), makePatch(2)];
    const [ours = 0] = timeAll([() => comparePatches(parsePatch(gold), parsePatch(model))]);
    return { ours, against: 200, unit: 'ms', meaning: 'the budget' };
  },
};
