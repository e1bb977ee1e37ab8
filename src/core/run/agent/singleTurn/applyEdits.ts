import { unsafeReason } from '../../../patch/patchPath';
import type { TouchedFile } from '../../trajectory/patchSoFar/filesSoFar';
import { nearestLines } from './nearestLines';
import type { EditBlock } from './searchReplaceBlocks';

/** A block that changes nothing, so that a person finds what it meant. */
export interface FailedEdit {
  /** As the block names it; null where it names none. */
  readonly path: string | null;
  /** From 1, over the whole reply. */
  readonly block: number;
  readonly say: string;
  /** The lines of the file that are most like those sought: line from 1, and their text. Null: nothing is like them. */
  readonly nearest: { readonly line: number; readonly text: string } | null;
}

export interface AppliedEdits {
  readonly files: ReadonlyMap<string, TouchedFile>;
  readonly applied: number;
  readonly failed: readonly FailedEdit[];
  readonly notes: readonly string[];
}

/** `./src/a.js` and `/testbed/src/a.js` are `src/a.js`; null where a path leaves the repository or names none. */
export const pathInRepository = (written: string, root: string): string | null => {
  const slashed = written.replaceAll('\\', '/');
  const inner = slashed.startsWith(`${root}/`) ? slashed.slice(root.length + 1) : slashed;
  const path = inner.replace(/^(?:\.\/)+/, '');
  return path === '' || path.split('/').includes('.') || unsafeReason(path) !== null ? null : path;
};

const crlf = (text: string): string => text.replace(/\r?\n/g, '\r\n');

/** Where whole lines of a text are these; -1: nowhere. */
const placeOf = (text: string, search: string, from = 0): number => {
  for (let at = text.indexOf(search, from); at >= 0; at = text.indexOf(search, at + 1))
    if (at === 0 || text[at - 1] === '\n') return at;
  return -1;
};

interface Match {
  readonly text: string;
  readonly note: string | null;
}

/** A file's last line may lack the line end that the block's has. */
const atOpenEnd = (text: string, search: string): number => {
  const open = search.replace(/\r?\n$/, '');
  if (open === search || open === '' || text.endsWith('\n') || !text.endsWith(open)) return -1;
  const at = text.length - open.length;
  return at === 0 || text[at - 1] === '\n' ? at : -1;
};

const replaceIn = (text: string, { search, replace, number }: EditBlock): Match | null => {
  const forms = text.includes('\r\n')
    ? [[search, replace] as const, [crlf(search), crlf(replace)] as const]
    : [[search, replace] as const];
  for (const [sought, put] of forms) {
    const at = placeOf(text, sought);
    if (at >= 0) {
      const again = placeOf(text, sought, at + sought.length) >= 0;
      const note = again
        ? `Block ${number}: its lines stand in the file more than once; the first place was taken.`
        : null;
      return { text: text.slice(0, at) + put + text.slice(at + sought.length), note };
    }
    const end = atOpenEnd(text, sought);
    if (end >= 0) return { text: text.slice(0, end) + put.replace(/\r?\n$/, ''), note: null };
  }
  return null;
};

/** Applies blocks one after the other to the files as they stand in the base commit. */
class Edits {
  readonly files = new Map<string, TouchedFile>();
  readonly failed: FailedEdit[] = [];
  readonly notes: string[] = [];
  applied = 0;

  constructor(
    private readonly base: ReadonlyMap<string, string | null>,
    private readonly root: string,
  ) {}

  take(block: EditBlock): void {
    const path = block.path === null ? null : pathInRepository(block.path, this.root);
    if (block.path === null) this.fail(block, 'no line before it names a file');
    else if (path === null) this.fail(block, 'the path is none inside the repository');
    else
      this.edit(
        block,
        path,
        this.files.get(path) ?? { base: this.base.get(path) ?? null, text: this.base.get(path) ?? null },
      );
  }

  private edit(block: EditBlock, path: string, file: TouchedFile): void {
    const { base, text } = file;
    if (block.search.trim() === '') this.create(block, path, file);
    else if (text === null) this.fail(block, 'there is no such text file');
    else {
      const match = replaceIn(text, block);
      if (match === null) this.fail(block, "the file doesn't have the lines to be replaced", text);
      else this.put(path, { base, text: match.text }, match.note);
    }
  }

  /** An empty SEARCH writes a file that isn't there, or is empty. */
  private create(block: EditBlock, path: string, { base, text }: TouchedFile): void {
    if (text === null || text === '') this.put(path, { base, text: block.replace }, null);
    else this.fail(block, 'its SEARCH is empty, and the file is there already');
  }

  private put(path: string, file: TouchedFile, note: string | null): void {
    this.files.set(path, file);
    this.applied += 1;
    if (note !== null) this.notes.push(note);
  }

  private fail({ path, number, search }: EditBlock, say: string, text?: string): void {
    const nearest = text === undefined ? null : nearestLines(text, search);
    this.failed.push({ path, block: number, say, nearest });
  }
}

/**
 * Applies SEARCH/REPLACE blocks in their order to files of the base commit, whole lines by whole lines: exactly, or in the
 * file's own line ends. `base`: text of each file that a block may name, by its path in the repository; null: no such
 * file. `root`: the repository's folder as the model may have named it. Nothing is guessed: what doesn't fit fails.
 */
export const applyEdits = (
  blocks: readonly EditBlock[],
  base: ReadonlyMap<string, string | null>,
  root: string,
): AppliedEdits => {
  const edits = new Edits(base, root);
  for (const block of blocks) edits.take(block);
  const { files, applied, failed, notes } = edits;
  return { files, applied, failed, notes };
};

/** `src/a.js, block 2: the file doesn't have the lines to be replaced; nearest is line 14: "return x;"`. */
export const failedEditWords = ({ path, block, say, nearest }: FailedEdit): string => {
  const near = nearest === null ? '' : `; nearest is line ${nearest.line}: ${JSON.stringify(nearest.text)}`;
  return `${path ?? 'no file'}, block ${block}: ${say}${near}`;
};
