import { unsafeReason } from '../../../patch/patchPath';
import { InputFault } from '../../../shared/problem';
import { err, ok, type Result } from '../../../shared/result';
import type { RecordedEdit } from '../step';
import { applyFileEdit, type FileEdit } from './fileEdit';
import { applyRecorded } from './recordedText';
import { type BaseFile, repositoryPath, rootByFile } from './repositoryPath';

/** A file that was touched: as it stands in the base commit and now; null where there is none. */
export interface TouchedFile {
  readonly base: string | null;
  readonly text: string | null;
}

interface FileState extends TouchedFile {
  /** Texts before the edits that an undo takes back; null: what an undo would do isn't known. */
  readonly past: readonly (string | null)[] | null;
}

/** The base commit's files. */
export interface BaseTree {
  readonly file: BaseFile;
  /** Paths of its files at or below a path; absent: not known. */
  readonly below?: (path: string) => Promise<readonly string[]>;
}

interface Place {
  readonly path: string;
  readonly root: string | null;
}

/** Edits of files that need not have been there. */
const madeAnew: ReadonlySet<FileEdit['kind']> = new Set([
  'write',
  'append',
  'copy',
  'remove',
  'removeTree',
  'overwritten',
]);

/** Where machines keep what is gone tomorrow: no repository, unless an edit shows one there. */
const passing = /^\/(?:tmp|var\/tmp|dev\/shm)\//;

/** The files of a repository while edits are replayed. Files outside of it are left alone. */
export class FilesSoFar {
  private readonly files = new Map<string, FileState>();

  constructor(
    private readonly base: BaseTree,
    private root: string | null,
    /** Believed where an edit lies below it and no other folder is known. */
    private readonly likelyRoot: string | null = null,
  ) {}

  copy(): FilesSoFar {
    const copy = new FilesSoFar(this.base, this.root, this.likelyRoot);
    for (const [path, file] of this.files) copy.files.set(path, file);
    return copy;
  }

  /** Forgets all edits: the base commit again. */
  clear(): void {
    this.files.clear();
  }

  touched(): ReadonlyMap<string, TouchedFile> {
    return new Map([...this.files].filter(([path, file]) => !path.startsWith('/') && file.base !== file.text));
  }

  /** Files that may or may not stand in the repository, since nothing says where that stood. */
  unplaced(): number {
    const elsewhere = [...this.files.keys()].filter((path) => path.startsWith('/') && !passing.test(path));
    return this.root === null ? elsewhere.length : 0;
  }

  /**
   * Applies one edit and gives whether it was of a file of the repository. The error is a reason why the result isn't
   * known; nothing was changed then. `tabsStay`: the tool keeps tabs as they are.
   */
  async apply(edit: FileEdit, tabsStay = true): Promise<Result<boolean, string>> {
    return orReason(() => this.applyKnown(edit, tabsStay));
  }

  private async applyKnown(edit: FileEdit, tabsStay: boolean): Promise<Result<boolean, string>> {
    const at = await this.place(edit.path, !madeAnew.has(edit.kind));
    if (at === null) return ok(false);
    if (edit.kind === 'removeTree') return this.removeTree(at);
    const file = await this.stateOf(at.path);
    const next =
      edit.kind === 'undo'
        ? undone(file)
        : edit.kind === 'copy'
          ? await this.textToCopy(edit.from)
          : applyFileEdit(file.text, edit);
    // What a program wrote or removed beside the repository's files is no edit of ours.
    if (next.ok && next.value === null && file.text === null && edit.kind !== 'diff') return ok(false);
    if (!next.ok) return err(`${at.path}: ${next.error}`);
    if (!tabsStay && edit.kind !== 'write' && (file.text ?? '').includes('\t'))
      return err(`${at.path}: the editor may have turned its tabs into blanks`);
    const past = edit.kind === 'undo' ? (file.past?.slice(0, -1) ?? null) : pastAfter(file, edit);
    await this.settle(at.root);
    await this.put(at.path, { ...file, text: next.value, past }, edit);
    return ok(!passing.test(at.path));
  }

  /** Takes an edit as its tool recorded it; `edits` are what its call asked for. */
  async applyRecorded(edits: readonly FileEdit[], recorded: RecordedEdit): Promise<Result<boolean, string>> {
    return orReason(() => this.applyRecordedKnown(edits, recorded));
  }

  private async applyRecordedKnown(
    edits: readonly FileEdit[],
    recorded: RecordedEdit,
  ): Promise<Result<boolean, string>> {
    const at = await this.place(recorded.path, recorded.before !== null);
    if (at === null) return ok(false);
    const file = await this.stateOf(at.path);
    const next = applyRecorded(file.text, edits, recorded);
    if (!next.ok) return err(`${at.path}: ${next.error}`);
    const expected = recorded.before === null || recorded.before === file.text;
    if (expected) await this.settle(at.root);
    if (expected || at.root === this.root) this.files.set(at.path, { ...file, text: next.value, past: null });
    return expected ? ok(true) : err(`${at.path} was changed before by something that is not recorded`);
  }

  private async textToCopy(from: string): Promise<Result<string, string>> {
    const at = await this.place(from, true);
    const text = at === null || at.path.startsWith('/') ? null : (await this.stateOf(at.path)).text;
    return text === null ? err(`it is a copy of ${from}, whose text is not known`) : ok(text);
  }

  /** A folder or a file, with all that is known below it. */
  private async removeTree({ path, root }: Place): Promise<Result<boolean, string>> {
    const below = path.startsWith('/') ? [] : await this.below(path);
    if (below === null) return err(`${path} was removed, and what base holds below it is not known`);
    const known = [...this.files.keys()].filter((each) => each === path || each.startsWith(`${path}/`));
    const gone = [...new Set([...known, ...below])];
    if (gone.length > 0) await this.settle(root);
    for (const each of gone) this.files.set(each, { ...(await this.stateOf(each)), text: null, past: null });
    return ok(gone.length > 0);
  }

  /** Base files at or below a path; null: not known. */
  private async below(path: string): Promise<readonly string[] | null> {
    if (this.base.below !== undefined) return this.base.below(path);
    return (await this.base.file(path)) === null ? null : [path];
  }

  /**
   * Where a file stands, and the repository's folder by which that was found, which is believed only once an edit fits
   * the file there. Null: outside of the repository, or no path to be written.
   */
  private async place(raw: string, mayFindRoot: boolean): Promise<Place | null> {
    const seek = this.root === null && mayFindRoot && !this.files.has(repositoryPath(raw, null) ?? '');
    const isThere: BaseFile = async (at) => this.files.get(at)?.text ?? this.base.file(at);
    const found = seek ? await rootByFile(raw, isThere) : this.root;
    const root = found ?? (this.isLikely(raw) ? this.likelyRoot : null);
    const path = repositoryPath(raw, root);
    if (path === null || (path.startsWith('/') && root !== null)) return null;
    return !path.startsWith('/') && unsafeReason(path) !== null ? null : { path, root };
  }

  private isLikely(raw: string): boolean {
    return (
      this.likelyRoot !== null && !(repositoryPath(raw, this.likelyRoot) ?? '/').startsWith('/') && raw.startsWith('/')
    );
  }

  private async settle(root: string | null): Promise<void> {
    if (this.root !== null || root === null) return;
    this.root = root;
    await this.placeAgain(root);
  }

  private async placeAgain(root: string): Promise<void> {
    const found = [...this.files];
    this.files.clear();
    for (const [raw, file] of found) {
      const path = repositoryPath(raw, root);
      if (path === null || path.startsWith('/')) continue;
      this.files.set(path, { ...file, base: raw === path ? file.base : await this.base.file(path) });
    }
  }

  private async stateOf(path: string): Promise<FileState> {
    const known = this.files.get(path);
    if (known !== undefined) return known;
    const text = path.startsWith('/') ? null : await this.base.file(path);
    return { base: text, text, past: [] };
  }

  private async put(path: string, file: FileState, edit: FileEdit): Promise<void> {
    const movedTo = 'movedTo' in edit ? edit.movedTo : null;
    this.files.set(path, movedTo === null ? file : { ...file, text: null, past: null });
    const target = movedTo === null ? null : await this.place(movedTo, false);
    if (target === null) return;
    this.files.set(target.path, { ...(await this.stateOf(target.path)), text: file.text, past: null });
  }
}

/** A base file that can't be read as text is a reason, and no end of everything. */
const orReason = async (work: () => Promise<Result<boolean, string>>): Promise<Result<boolean, string>> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof InputFault) return err(error.message);
    throw error;
  }
};

const undone = (file: FileState): Result<string | null, string> =>
  file.past === null || file.past.length === 0 ? err('what was undone is not known') : ok(file.past.at(-1) ?? null);

/** The reference editors differ in what an undo after `create` does, so that isn't known. */
const pastAfter = (file: FileState, edit: FileEdit): FileState['past'] =>
  edit.kind === 'replace' || edit.kind === 'insert' ? [...(file.past ?? []), file.text].slice(-100) : null;
