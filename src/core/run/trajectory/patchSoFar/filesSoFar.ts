import { unsafeReason } from '../../../patch/patchPath';
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

interface Place {
  readonly path: string;
  readonly root: string | null;
}

/** The files of a repository while edits are replayed. Files outside of it are left alone. */
export class FilesSoFar {
  private readonly files = new Map<string, FileState>();

  constructor(
    private readonly baseFile: BaseFile,
    private root: string | null,
  ) {}

  /** Forgets all edits: the base commit again. */
  clear(): void {
    this.files.clear();
  }

  touched(): ReadonlyMap<string, TouchedFile> {
    return new Map([...this.files].filter(([path, file]) => !path.startsWith('/') && file.base !== file.text));
  }

  /** Files that may or may not stand in the repository, since nothing says where that stood. */
  unplaced(): number {
    return this.root === null ? [...this.files.keys()].filter((path) => path.startsWith('/')).length : 0;
  }

  /**
   * Applies one edit and gives whether it was of a file of the repository. The error is a reason why the result isn't
   * known; nothing was changed then. `tabsStay`: the tool keeps tabs as they are.
   */
  async apply(edit: FileEdit, tabsStay = true): Promise<Result<boolean, string>> {
    const at = await this.place(edit.path, edit.kind !== 'write');
    if (at === null) return ok(false);
    const file = await this.stateOf(at.path);
    const next = edit.kind === 'undo' ? undone(file) : applyFileEdit(file.text, edit);
    if (!next.ok) return err(`${at.path}: ${next.error}`);
    if (!tabsStay && edit.kind !== 'write' && (file.text ?? '').includes('\t'))
      return err(`${at.path}: the editor may have turned its tabs into blanks`);
    const past = edit.kind === 'undo' ? (file.past?.slice(0, -1) ?? null) : pastAfter(file, edit);
    await this.settle(at.root);
    await this.put(at.path, { ...file, text: next.value, past }, edit);
    return ok(true);
  }

  /** Takes an edit as its tool recorded it; `edits` are what its call asked for. */
  async applyRecorded(edits: readonly FileEdit[], recorded: RecordedEdit): Promise<Result<boolean, string>> {
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

  /**
   * Where a file stands, and the repository's folder by which that was found, which is believed only once an edit fits
   * the file there. Null: outside of the repository, or no path to be written.
   */
  private async place(raw: string, mayFindRoot: boolean): Promise<Place | null> {
    const seek = this.root === null && mayFindRoot && !this.files.has(repositoryPath(raw, null) ?? '');
    const isThere: BaseFile = async (at) => this.files.get(at)?.text ?? this.baseFile(at);
    const root = seek ? await rootByFile(raw, isThere) : this.root;
    const path = repositoryPath(raw, root);
    if (path === null || (path.startsWith('/') && root !== null)) return null;
    return !path.startsWith('/') && unsafeReason(path) !== null ? null : { path, root };
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
      this.files.set(path, { ...file, base: raw === path ? file.base : await this.baseFile(path) });
    }
  }

  private async stateOf(path: string): Promise<FileState> {
    const known = this.files.get(path);
    if (known !== undefined) return known;
    const text = path.startsWith('/') ? null : await this.baseFile(path);
    return { base: text, text, past: [] };
  }

  private async put(path: string, file: FileState, edit: FileEdit): Promise<void> {
    const movedTo = edit.kind === 'chunks' || edit.kind === 'diff' ? edit.movedTo : null;
    this.files.set(path, movedTo === null ? file : { ...file, text: null, past: null });
    const target = movedTo === null ? null : await this.place(movedTo, false);
    if (target === null) return;
    this.files.set(target.path, { ...(await this.stateOf(target.path)), text: file.text, past: null });
  }
}

const undone = (file: FileState): Result<string | null, string> =>
  file.past === null || file.past.length === 0 ? err('what was undone is not known') : ok(file.past.at(-1) ?? null);

/** The reference editors differ in what an undo after `create` does, so that isn't known. */
const pastAfter = (file: FileState, edit: FileEdit): FileState['past'] =>
  edit.kind === 'replace' || edit.kind === 'insert' ? [...(file.past ?? []), file.text].slice(-100) : null;
