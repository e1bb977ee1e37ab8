import type { Problem } from '../../shared/problem';
import type { TaskFolder } from './folderFormat';
import { type Fields, isFields, jsonValue, tomlValue, yamlValue } from './settingsText';

/** YAML and TOML files of tasks are a page or two; a larger one is an attack on the reader. */
const maxSettings = 1024 * 1024;
const maxJson = 8 * 1024 * 1024;

/** The object below a key; an empty one where there is none. */
export const fieldsOf = (fields: Fields, key: string): Fields => {
  const value = Object.hasOwn(fields, key) ? fields[key] : undefined;
  return isFields(value) ? value : {};
};

const firstLineOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';

/** Texts and documents of one task folder; what is missing or can't be read becomes a note, never an exception. */
export class FolderTexts {
  readonly notes: Problem[] = [];
  private readonly names: ReadonlySet<string>;

  constructor(readonly folder: TaskFolder) {
    this.names = new Set(folder.paths);
  }

  has(path: string): boolean {
    return this.names.has(path);
  }

  note(field: string | null, reason: string): void {
    this.notes.push({ where: this.folder.where, field, reason });
  }

  /** The file's own characters, line ends and byte-order mark included; null where it isn't there or wasn't read. */
  text(path: string): string | null {
    if (!this.has(path)) return null;
    const bytes = this.folder.read(path);
    if (bytes === null) return null;
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      this.note(path, `${path}: bytes that are no UTF-8 are shown as �. Open the file itself to see them.`);
      return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    }
  }

  /** As `text`, and a note where the file isn't there. */
  wanted(path: string, without: string): string | null {
    if (!this.has(path)) this.note(path, `${path} is missing. ${without}`);
    return this.text(path);
  }

  /** A YAML file as an object; numbers under `texts` stay as they are written. */
  yaml(path: string, texts: readonly string[] = []): Fields {
    return this.document(path, (text) => yamlValue(text, texts));
  }

  json(path: string): Fields {
    return this.document(path, (text) => jsonValue(text), maxJson);
  }

  /** A TOML file as an object. */
  toml(path: string): Fields {
    return this.document(path, tomlValue);
  }

  /** The texts of these files by their paths, as they stand in `extra`; binary files, and files not read, are not. */
  byPath(paths: readonly string[]): Record<string, string> {
    return Object.fromEntries(
      paths.flatMap((path) => {
        const text = this.folder.read(path)?.includes(0) ? null : this.text(path);
        return text === null ? [] : [[path, text] as const];
      }),
    );
  }

  private document(path: string, parse: (text: string) => unknown, most = maxSettings): Fields {
    const text = this.text(path);
    if (text === null) return {};
    if (text.length > most) {
      this.note(path, `${path}: over ${most / 1024 / 1024} MiB; not read. The task opens without it.`);
      return {};
    }
    try {
      const value = parse(text);
      if (isFields(value)) return value;
      this.note(path, `${path}: an object with named fields expected. The task opens without it.`);
    } catch (error) {
      this.note(path, `${path} can't be read: ${firstLineOf(error)} The task opens without it.`);
    }
    return {};
  }
}
