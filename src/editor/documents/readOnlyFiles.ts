import * as vscode from 'vscode';
import { scheme } from '../platform/ids';

export type Reader = (uri: vscode.Uri) => Promise<Uint8Array>;

/**
 * Our read-only file system: documents made on demand, one reader per first path segment. A file system rather than a
 * content provider, since its documents survive a window reload. Sizes are known only after reading, so a stat reads.
 */
export class ReadOnlyFiles implements vscode.FileSystemProvider, vscode.Disposable {
  private readonly readers = new Map<string, Reader>();
  private readonly cache = new Map<string, { readonly bytes: Uint8Array; readonly mtime: number }>();
  private readonly changes = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  private readonly registration: vscode.Disposable;
  readonly onDidChangeFile = this.changes.event;

  constructor() {
    this.registration = vscode.workspace.registerFileSystemProvider(scheme, this, {
      isReadonly: true,
      isCaseSensitive: true,
    });
  }

  route(firstSegment: string, reader: Reader): vscode.Disposable {
    this.readers.set(firstSegment, reader);
    return new vscode.Disposable(() => this.readers.delete(firstSegment));
  }

  /** Forgets what was read; open documents are read again. */
  invalidate(): void {
    const uris = [...this.cache.keys()].map((key) => vscode.Uri.parse(key));
    this.cache.clear();
    this.changes.fire(uris.map((uri) => ({ type: vscode.FileChangeType.Changed, uri })));
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { bytes, mtime } = await this.load(uri);
    return {
      type: vscode.FileType.File,
      ctime: 0,
      mtime,
      size: bytes.byteLength,
      permissions: vscode.FilePermission.Readonly,
    };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return (await this.load(uri)).bytes;
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => {});
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(): never {
    throw vscode.FileSystemError.NoPermissions('Touchstone documents are read only.');
  }

  writeFile(): never {
    throw vscode.FileSystemError.NoPermissions('Touchstone documents are read only.');
  }

  delete(): never {
    throw vscode.FileSystemError.NoPermissions('Touchstone documents are read only.');
  }

  rename(): never {
    throw vscode.FileSystemError.NoPermissions('Touchstone documents are read only.');
  }

  dispose(): void {
    this.registration.dispose();
    this.changes.dispose();
    this.cache.clear();
  }

  private async load(uri: vscode.Uri): Promise<{ readonly bytes: Uint8Array; readonly mtime: number }> {
    const key = uri.toString();
    const known = this.cache.get(key);
    if (known) return known;
    const reader = this.readers.get(uri.path.split('/')[1] ?? '');
    if (!reader) throw vscode.FileSystemError.FileNotFound(uri);
    const entry = { bytes: await reader(uri), mtime: Date.now() };
    this.remember(key, entry);
    return entry;
  }

  /** Keeps the last 200 documents, so that memory does not grow with what was looked at. */
  private remember(key: string, entry: { readonly bytes: Uint8Array; readonly mtime: number }): void {
    this.cache.set(key, entry);
    const oldest = this.cache.keys().next().value;
    if (this.cache.size > 200 && oldest !== undefined) this.cache.delete(oldest);
  }
}
