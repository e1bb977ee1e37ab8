import { expect, it } from 'vitest';
import { movedLines } from '../../../../src/core/patch/movedLines';
import { parsePatch } from '../../../../src/core/patch/parsePatch';

const body = ['function area(a, b) {', '  const size = a * b;', '  return size;', '}'];
const signed = (sign: string, lines: readonly string[]) => lines.map((line) => `${sign}${line}\n`).join('');
const change = (path: string, at: number, removed: readonly string[], added: readonly string[]): string =>
  `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n` +
  `@@ -${at},${removed.length + 1} +${at},${added.length + 1} @@\n top\n${signed('-', removed)}${signed('+', added)}`;
const moved = (...changes: readonly string[]) => movedLines(parsePatch(changes.join('')));

it('tells lines that one file loses and another gets, with both places', () => {
  const before = ['// new'];
  expect(moved(change('src/a.js', 10, body, []), change('src/b.js', 30, [], [...before, ...body]))).toEqual([
    { from: { path: 'src/a.js', line: 11 }, to: { path: 'src/b.js', line: 32 }, count: 4 },
  ]);
});

it('finds the longest stretch, and each stretch that an edit parts', () => {
  const other = ['let one = 1;', 'let two = 2;', 'let three = 3;'];
  expect(
    moved(change('a.js', 1, [...body, ...other], []), change('b.js', 1, [], [...body, 'let zero = 0;', ...other])),
  ).toMatchObject([{ count: 4 }, { from: { line: 6 }, to: { line: 7 }, count: 3 }]);
});

it('calls nothing moved that stays in its file, has two lines, another blank, or is braces alone', () => {
  expect(moved(change('a.js', 1, body, ['x', ...body]))).toEqual([]);
  expect(moved(change('a.js', 1, body.slice(0, 2), []), change('b.js', 1, [], body.slice(0, 2)))).toEqual([]);
  const tabs = body.map((line) => line.replace('  ', '\t'));
  expect(moved(change('a.js', 1, body, []), change('b.js', 1, [], tabs))).toEqual([]);
  const braces = ['}', '', '}', '}'];
  expect(moved(change('a.js', 1, braces, []), change('b.js', 1, [], braces))).toEqual([]);
});

it('leaves out what a tool made', () => {
  expect(moved(change('src/a.js', 1, body, []), change('dist/a.min.js', 1, [], body))).toEqual([]);
});

it('reads thousands of equal lines once', () => {
  const same = Array.from({ length: 5000 }, () => 'same line');
  expect(moved(change('a.js', 1, same, []), change('b.js', 1, [], same))).toMatchObject([{ count: 5000 }]);
});
