import type { FilePatch } from './patch';
import { readQuoted, splitGitNames } from './patchPath';

const isOld = (name: string): boolean => /^"?a\//.test(name);
const isNew = (name: string): boolean => /^"?b\//.test(name);
const isNothing = (name: string): boolean => /^\/dev\/null(?:\t|$)/.test(name);

const withPrefix = (name: string, prefix: 'a' | 'b'): string => name.replace(/^("?)[ab]\//, `$1${prefix}/`);

/** The names of both sides as written, changed over. Git's prefixes `a/` and `b/` stay on their sides. */
const swapped = (old: string, next: string): readonly [string, string] => {
  const prefixed = (isOld(old) || isNothing(old)) && (isNew(next) || isNothing(next));
  return prefixed ? [withPrefix(next, 'a'), withPrefix(old, 'b')] : [next, old];
};

/** Both names of a `diff --git` line as written, quotes included. */
const rawGitNames = (rest: string): readonly [string, string] => {
  const first = readQuoted(rest);
  if (first) return [rest.slice(0, first.end), rest.slice(first.end + 1)];
  const quote = rest.indexOf(' "');
  if (quote > 0 && readQuoted(rest, quote + 1)?.end === rest.length)
    return [rest.slice(0, quote), rest.slice(quote + 1)];
  return splitGitNames(rest);
};

const after = (lines: readonly string[], start: string): string | null => {
  const line = lines.find((each) => each.startsWith(start));
  return line === undefined ? null : line.slice(start.length);
};

const reverseGitLine = (rest: string, lines: readonly string[]): string => {
  const from = after(lines, 'rename from ');
  const to = after(lines, 'rename to ');
  const bare = from !== null && to !== null && rest === `a/${from} b/${to}`;
  const [old, next] = bare ? swapped(`a/${from}`, `b/${to}`) : swapped(...rawGitNames(rest));
  return `diff --git ${old} ${next}`;
};

const reverseIndex = (rest: string): string => {
  const match = /^([0-9a-f]+)\.\.([0-9a-f]+)(.*)$/s.exec(rest);
  return match ? `index ${match[2]}..${match[1]}${match[3]}` : `index ${rest}`;
};

/** Per start of a header line: what it becomes. `lines` are all of the header, to find the line it changes over with. */
const rules: readonly (readonly [string, (rest: string, lines: readonly string[], file: FilePatch) => string])[] = [
  ['diff --git ', reverseGitLine],
  ['index ', reverseIndex],
  ['old mode ', (rest, lines) => `old mode ${after(lines, 'new mode ') ?? rest}`],
  ['new mode ', (rest, lines) => `new mode ${after(lines, 'old mode ') ?? rest}`],
  ['new file mode ', (rest) => `deleted file mode ${rest}`],
  ['deleted file mode ', (rest) => `new file mode ${rest}`],
  ['rename from ', (rest, lines) => `rename from ${after(lines, 'rename to ') ?? rest}`],
  ['rename to ', (rest, lines) => `rename to ${after(lines, 'rename from ') ?? rest}`],
  ['--- ', (rest, lines) => `--- ${swapped(rest, after(lines, '+++ ') ?? rest)[0]}`],
  ['+++ ', (rest, lines) => `+++ ${swapped(after(lines, '--- ') ?? rest, rest)[1]}`],
];

/** The header of a file's patch, read backwards: names, modes and hashes change sides, every other line stays. */
export const reverseHeader = (file: FilePatch): string => {
  const raw = file.header.split('\n');
  const lines = raw.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  const reversed = lines.map((line, i) => {
    const rule = rules.find(([start]) => line.startsWith(start));
    const text = rule ? rule[1](line.slice(rule[0].length), lines, file) : line;
    return raw[i]?.endsWith('\r') ? `${text}\r` : text;
  });
  return reversed.join('\n');
};
