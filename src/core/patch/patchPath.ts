import { isGitFolder } from './gitFolder';
import type { UnsafeReason } from './patch';

const ESCAPES: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  t: 9,
  n: 10,
  v: 11,
  f: 12,
  r: 13,
  '"': 34,
  '\\': 92,
};

export interface QuotedPath {
  readonly path: string;
  /** Index after the closing quote. */
  readonly end: number;
  /** False where the bytes are no UTF-8; the path then holds replacement characters. */
  readonly utf8: boolean;
}

/**
 * Reads a path in git's C-style quotes (`core.quotePath`): `"a/\303\251.txt"` is `a/é.txt`. Null where `text` has no
 * quoted path at `from`.
 */
export const readQuoted = (text: string, from = 0): QuotedPath | null => {
  if (text[from] !== '"') return null;
  const bytes: number[] = [];
  const encoder = new TextEncoder();
  let i = from + 1;
  for (; i < text.length && text[i] !== '"'; ) {
    if (text[i] !== '\\') {
      const char = String.fromCodePoint(text.codePointAt(i) ?? 0);
      bytes.push(...encoder.encode(char));
      i += char.length;
      continue;
    }
    const octal = /^[0-3][0-7]{2}/.exec(text.slice(i + 1, i + 4))?.[0];
    const code = octal ? Number.parseInt(octal, 8) : ESCAPES[text[i + 1] ?? ''];
    if (code === undefined) return null;
    bytes.push(code);
    i += octal ? 4 : 2;
  }
  if (text[i] !== '"') return null;
  return { ...decode(Uint8Array.from(bytes)), end: i + 1 };
};

const decode = (bytes: Uint8Array): { readonly path: string; readonly utf8: boolean } => {
  try {
    return { path: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), utf8: true };
  } catch {
    return { path: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), utf8: false };
  }
};

const withoutFirst = (path: string): string => path.slice(path.indexOf('/') + 1);

/**
 * The two names of a `diff --git` line, with their prefixes. Bare names are cut so that both halves name the same
 * file, as git does (a name may hold blanks); where none does, at the last ` b/`.
 */
export const splitGitNames = (rest: string): readonly [string, string] => {
  const first = readQuoted(rest);
  if (first) {
    const tail = rest.slice(first.end + 1);
    return [first.path, readQuoted(tail)?.path ?? tail];
  }
  const quote = rest.indexOf(' "');
  const second = quote > 0 ? readQuoted(rest, quote + 1) : null;
  if (second && second.end === rest.length) return [rest.slice(0, quote), second.path];
  const middle = (rest.length - 1) / 2;
  const left = rest.slice(0, middle);
  const right = rest.slice(middle + 1);
  if (rest[middle] === ' ' && (left === right || withoutFirst(left) === withoutFirst(right))) return [left, right];
  const cut = rest.lastIndexOf(' b/');
  const at = cut > 0 ? cut : rest.indexOf(' ');
  return at < 0 ? [rest, rest] : [rest.slice(0, at), rest.slice(at + 1)];
};

const TIMESTAMP = /[ \t](?:\d{4}-\d\d-\d\d[ T]\d\d:\d\d|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} [ \d]\d ).*$/;
/** GNU diff -N dates a file that doesn't exist at the epoch, in whatever zone. */
const EPOCH = /[ \t](?:1970-01-01[ T]\d\d:00:00|1969-12-31[ T]\d\d:00:00)(?:\.0+)?(?: [+-]\d{4})?\s*$/;

const withoutTime = (text: string): string => {
  const at = text.search(TIMESTAMP);
  return at < 0 ? text : text.slice(0, at).trimEnd();
};

/** Name on a `---` or `+++` line (its text after the four characters); null for `/dev/null` and the epoch. */
export const readFileName = (text: string): { readonly path: string | null; readonly utf8: boolean } => {
  const quoted = readQuoted(text);
  if (quoted) return quoted;
  if (EPOCH.test(text)) return { path: null, utf8: true };
  const tab = text.indexOf('\t');
  const name = tab >= 0 ? text.slice(0, tab) : withoutTime(text);
  return { path: name === '/dev/null' ? null : name, utf8: true };
};

const PREFIX = /^(?:[abciow]|[12])\//;

export interface StrippedPair {
  readonly old: string | null;
  readonly new: string | null;
  /** False where the names have no prefix to take away (`diff.noprefix`), so that `git apply` takes a folder. */
  readonly prefixed: boolean;
}

/** Takes git's prefixes (`a/`, `b/`, mnemonic ones, or any first parts before an equal rest) off both names. */
export const stripPrefixes = (old: string | null, next: string | null): StrippedPair => {
  const names = [old, next].filter((name) => name !== null);
  const known = names.every((name) => PREFIX.test(name));
  const differing =
    old !== null && next !== null && old !== next && old.includes('/') && withoutFirst(old) === withoutFirst(next);
  if (!known && !differing) return { old, new: next, prefixed: false };
  return { old: old && withoutFirst(old), new: next && withoutFirst(next), prefixed: true };
};

/** Why the path leaves the tree or reaches git's own folder, on any system that we run on; null where it doesn't. */
export const unsafeReason = (path: string): UnsafeReason | null => {
  if (path.includes('\0')) return 'nul';
  if (path === '') return 'empty';
  if (/^[/\\]/.test(path)) return 'absolute';
  if (/^[A-Za-z]:/.test(path)) return 'drive';
  const parts = path.split(/[/\\]/);
  if (parts.includes('..')) return 'parent';
  return parts.some(isGitFolder) ? 'git' : null;
};

/** Whether a symbolic link at `path` points out of the tree: an absolute target, or more `..` than folders above it. */
export const linkEscapes = (path: string, target: string): boolean => {
  if (/^[/\\]/.test(target) || /^[A-Za-z]:/.test(target)) return true;
  let depth = path.split('/').length - 1;
  for (const part of target.split(/[/\\]/)) {
    if (part === '..') depth -= 1;
    else if (part !== '.' && part !== '') depth += 1;
    if (depth < 0) return true;
  }
  return false;
};
