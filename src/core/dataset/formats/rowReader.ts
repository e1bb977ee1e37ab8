import { emptyInstance } from '../../instance/emptyInstance';
import type { Instance } from '../../instance/instance';
import { folderOfInstance } from '../../instance/instanceFolder';
import type { Problem } from '../../shared/problem';
import type { RowContext, RowReading } from '../readRow';
import { readTestList } from '../testList';
import { isCommit, isRepoName } from '../validity';
import { isFields, kindOf } from './fields';
import type { Fields } from './rowFormat';

/** What a format makes of a row; what it does not name is null. `extra` replaces fields by what they decode to. */
export interface InstanceParts extends Partial<Omit<Instance, 'id' | 'benchmark' | 'format'>> {
  readonly id: string;
}

const isGone = (value: unknown): value is null | undefined => value === null || value === undefined;

/**
 * One row while a format reads it. A field that was read stands in the instance; every other one is kept in `extra`
 * under its own name. `leaveOut` keeps the row from opening, `note` only says what is odd.
 */
export class RowReader {
  private readonly used = new Set<string>();
  private readonly notes: Problem[] = [];
  private fatal: Problem | null = null;

  constructor(
    readonly row: Fields,
    readonly context: RowContext,
  ) {}

  leaveOut(field: string | null, reason: string): void {
    this.fatal ??= { where: this.context.where, field, reason };
  }

  note(field: string, reason: string): void {
    this.notes.push({ where: this.context.where, field, reason });
  }

  /** Says that the field's whole content stands in the instance, so that `extra` needs no copy. */
  use(field: string): void {
    this.used.add(field);
  }

  /** A text, or null; a number is written as text, other types stay in `extra`, both with a note. */
  text(field: string): string | null {
    const value = this.row[field];
    if (typeof value === 'string' || isGone(value)) {
      this.use(field);
      return value ?? null;
    }
    if (typeof value === 'number' || typeof value === 'bigint') {
      this.use(field);
      this.note(field, `${field} is a number; read as the text "${value}".`);
      return String(value);
    }
    this.note(field, `${field}: text expected, ${kindOf(value)} found. The row opens without it; see "extra".`);
    return null;
  }

  /** A diff, or null. Without its patch as text a row can't be graded: any other type leaves it out. */
  diff(field: string): string | null {
    const value = this.row[field];
    if (typeof value === 'string' || isGone(value)) return this.text(field);
    this.leaveOut(field, `${field}: text expected, ${kindOf(value)} found. Write the diff as one string.`);
    return null;
  }

  /** The row's id as it is; '' (and the row left out) where it has none. */
  id(field: string): string {
    const value = this.row[field];
    if (typeof value === 'string' && value !== '') {
      this.use(field);
      return value;
    }
    const found = value === undefined ? 'nothing' : value === '' ? 'an empty text' : kindOf(value);
    this.leaveOut(field, `${field}: text expected, ${found} found. Give every row an id of its own.`);
    return '';
  }

  /** An id that names a folder where it is evaluated, with a note where it can't. */
  folderId(field: string): string {
    const id = this.id(field);
    if (id !== '' && folderOfInstance(id) === null)
      this.note(field, `${field} ${JSON.stringify(id)} can't name a folder: it is read, not evaluated.`);
    return id;
  }

  /** An id that may be a whole number (MBPP). */
  numberedId(field: string): string {
    const value = this.row[field];
    if (!Number.isSafeInteger(value)) return this.id(field);
    this.use(field);
    return String(value);
  }

  /** A list of test ids in any of its spellings; what is none leaves the row out. */
  tests(field: string): readonly string[] | null {
    const value = this.row[field];
    if (isGone(value)) {
      this.use(field);
      return null;
    }
    const list = readTestList(value);
    if (list.ok) {
      this.use(field);
      return list.value;
    }
    this.leaveOut(field, `${field}: ${list.error}`);
    return null;
  }

  /** The instance, or why there is none. `wanted`: fields without which a row opens with a note. */
  finish(parts: InstanceParts, wanted: readonly string[]): RowReading {
    if (this.fatal) return { kind: 'skipped', problem: this.fatal };
    const { benchmark, format } = this.context;
    const instance: Instance = { ...emptyInstance, ...parts, benchmark, format, extra: this.extra(parts.extra) };
    this.noteMissing(wanted);
    this.checkAddresses(instance);
    return { kind: 'instance', instance, notes: this.notes };
  }

  private extra(decoded: Fields | undefined): Fields {
    const rest = Object.entries(this.row).filter(([name]) => !this.used.has(name));
    return Object.fromEntries([...rest, ...Object.entries(decoded ?? {})]);
  }

  private noteMissing(wanted: readonly string[]): void {
    const asked = this.context.columns ?? null;
    for (const field of wanted) {
      if (asked !== null && !asked.has(field)) continue;
      if (isGone(this.row[field])) this.note(field, `${field} is missing. The row opens without it.`);
    }
  }

  private checkAddresses({ repo, baseCommit }: Instance): void {
    if (repo !== null && !isRepoName(repo))
      this.note('repo', `repo: owner/name expected, "${repo}" found. The row opens for reading; it has no workspace.`);
    if (baseCommit === null || isCommit(baseCommit)) return;
    const found = baseCommit === '' ? 'is empty' : `is no 40 or 64 hex digits: "${baseCommit}"`;
    this.note('base_commit', `base_commit ${found}. The row opens for reading; it has no workspace and no evaluation.`);
  }
}

/** Reads one row: what is no object is left out, all else goes through `build`. */
export const readWith = (
  value: unknown,
  context: RowContext,
  wanted: readonly string[],
  build: (reader: RowReader) => InstanceParts,
): RowReading => {
  if (!isFields(value)) {
    const reason = `An object with the fields of one instance expected, ${kindOf(value)} found.`;
    return { kind: 'skipped', problem: { where: context.where, field: null, reason } };
  }
  const reader = new RowReader(value, context);
  return reader.finish(build(reader), wanted);
};
