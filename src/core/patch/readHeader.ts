import type { FileKind, FilePatch } from './patch';
import { readFileName, readQuoted, splitGitNames, stripPrefixes, unsafeReason } from './patchPath';
import type { PatchText } from './patchText';
import type { Draft } from './readHunk';

export interface HeaderRead {
  readonly file: Draft<FilePatch>;
  /** 0-based index of the first line after the header. */
  readonly next: number;
}

/** What the lines of a `diff --git` header say. */
interface GitHeader {
  readonly names: readonly [string, string];
  readonly said: ReadonlyMap<string, string>;
  readonly old: { readonly path: string | null } | null;
  readonly new: { readonly path: string | null } | null;
  readonly next: number;
}

const EXTENDED =
  /^(old mode|new mode|deleted file mode|new file mode|copy from|copy to|rename from|rename to|rename old|rename new|similarity index|dissimilarity index|index) (.*)$/s;

const readName = (text: PatchText, index: number): { readonly path: string | null } => {
  const name = readFileName(text.header(index).slice(4));
  if (!name.utf8) text.warn('pathNotUtf8', index, 'The path is no UTF-8; it is shown with replacement characters.');
  return name;
};

const scanGitHeader = (text: PatchText, index: number): GitHeader => {
  const said = new Map<string, string>();
  let old: GitHeader['old'] = null;
  let next: GitHeader['new'] = null;
  let i = index + 1;
  for (; i < text.count; i++) {
    const line = text.header(i);
    const match = EXTENDED.exec(line);
    if (match?.[1] && match[2] !== undefined) said.set(match[1], match[2]);
    else if (line.startsWith('--- ') && text.at(i + 1).startsWith('+++ ')) old = readName(text, i);
    else if (line.startsWith('+++ ') && old) {
      next = readName(text, i++);
      break;
    } else break;
  }
  return { names: splitGitNames(text.header(index).slice(11)), said, old, new: next, next: i };
};

const unquoted = (name: string | undefined): string | null =>
  name === undefined ? null : (readQuoted(name)?.path ?? name);

const kindOfGit = (header: GitHeader): FileKind => {
  const { said } = header;
  if (said.has('new file mode') || (header.old && header.old.path === null)) return 'added';
  if (said.has('deleted file mode') || (header.new && header.new.path === null)) return 'deleted';
  if (said.has('copy from')) return 'copied';
  if (said.has('rename from') || said.has('rename old')) return 'renamed';
  return said.has('old mode') && !header.new ? 'mode' : 'modified';
};

/** `100644` of `index 83db48f..bf269f4 100644`: the mode where it doesn't change. */
const indexMode = (said: ReadonlyMap<string, string>): string | null =>
  / (\d{6})$/.exec(said.get('index') ?? '')?.[1] ?? null;

const modesOf = (said: ReadonlyMap<string, string>): Pick<FilePatch, 'oldMode' | 'newMode'> => ({
  oldMode: said.get('old mode') ?? said.get('deleted file mode') ?? indexMode(said),
  newMode: said.get('new mode') ?? said.get('new file mode') ?? indexMode(said),
});

/** Old and new path of a git header: what `rename` and `copy` say, then `---` and `+++`, then the first line. */
const pathsOfGit = (header: GitHeader, kind: FileKind): ReturnType<typeof stripPrefixes> => {
  const { said } = header;
  const from = unquoted(said.get('rename from') ?? said.get('rename old') ?? said.get('copy from'));
  const to = unquoted(said.get('rename to') ?? said.get('rename new') ?? said.get('copy to'));
  if (from !== null && to !== null) return { old: from, new: to, prefixed: true };
  const old = kind === 'added' ? null : (header.old?.path ?? header.names[0]);
  const next = kind === 'deleted' ? null : (header.new?.path ?? header.names[1]);
  return stripPrefixes(old, next);
};

const draft = (
  text: PatchText,
  index: number,
  next: number,
  facts: Pick<FilePatch, 'form' | 'kind' | 'oldMode' | 'newMode'>,
  paths: ReturnType<typeof stripPrefixes>,
): Draft<FilePatch> => {
  if (!paths.prefixed)
    text.warn('noPrefix', index, 'The paths have no a/ and b/: `git apply` would take their first folder away (-p1).');
  const reasons = [paths.old, paths.new].map((path) => (path === null ? null : unsafeReason(path)));
  return {
    ...facts,
    oldPath: paths.old,
    newPath: paths.new,
    binary: null,
    hunks: [],
    unsafe: reasons.find((reason) => reason !== null) ?? null,
    line: index + 1,
    header: text.raw(index, next),
    body: '',
    trailing: '',
  };
};

/** Reads the header that begins with the `diff --git` line at `index`. */
export const readGitHeader = (text: PatchText, index: number): HeaderRead => {
  const header = scanGitHeader(text, index);
  const said = kindOfGit(header);
  const paths = pathsOfGit(header, said);
  // Git moves the file where the two names differ, also without the lines that say so.
  const kind = said === 'modified' && paths.old !== paths.new ? 'renamed' : said;
  const facts = { form: 'git' as const, kind, ...modesOf(header.said) };
  return { file: draft(text, index, header.next, facts, paths), next: header.next };
};

/** Reads a plain header: the `---` line at `index` and the `+++` line after it. */
export const readPlainHeader = (text: PatchText, index: number): HeaderRead => {
  const old = readName(text, index).path;
  const next = readName(text, index + 1).path;
  const kind: FileKind = old === null ? 'added' : next === null ? 'deleted' : 'modified';
  const paths = stripPrefixes(old, next);
  const facts = { form: 'plain' as const, kind, oldMode: null, newMode: null };
  if (kind !== 'modified') return { file: draft(text, index, index + 2, facts, paths), next: index + 2 };
  // `x.orig` against `x`: a plain patch can't rename, and the shorter of a name and its backup is the file.
  const name = paths.old && paths.new?.startsWith(paths.old) ? paths.old : paths.new;
  return { file: draft(text, index, index + 2, facts, { ...paths, old: name, new: name }), next: index + 2 };
};
