import { setImmediate as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Diagnostic } from 'vscode-languageserver/node';
import { type Line, splitLines } from '../../io/files/jsonLines';
import { largestText } from '../../protocol/languageServer';
import type { StudyContext } from '../studyContext';
import { diagnosticOf, RowDiagnostics } from './rowDiagnostics';
import { kindOfSheet } from './rowDocuments';
import { factsOf } from './rowFacts';
import { isUnknownId } from './sheetDiagnostics';
import type { RowPiece, Span } from './text/rowSheet';

const sliceMs = 4;

/** Lines that are held until one tells what the file is. */
const mostHeld = 20;

type Send = (uri: string, diagnostics: Diagnostic[]) => void;

const isLines = (path: string): boolean => /\.(jsonl|ndjson)$/i.test(path);

const pieceOf = ({ bytes, number }: Line): RowPiece => {
  const text = new TextDecoder('utf-8', { ignoreBOM: number > 1 }).decode(bytes);
  return { text, key: null, lead: 0, facts: null };
};

const lineRange = (line: number, { start, end }: Span) => ({
  start: { line, character: start },
  end: { line, character: end },
});

const tooLongLine = (at: number, bytes: number): Diagnostic => {
  const message = `The row has ${Math.round(bytes / 1024 / 1024)} MiB and is left out. Shorten or split it.`;
  return diagnosticOf({ code: 'field', severity: 'error', message }, lineRange(at, { start: 0, end: 1 }));
};

/** Rows of a file as they come in; those before the first that tells what the file is are held. */
class StreamedRows {
  private held: { readonly at: number; readonly piece: RowPiece }[] = [];
  private readonly tooLong: Diagnostic[] = [];
  private found: RowDiagnostics | null = null;

  constructor(
    private readonly uri: string,
    private readonly study: StudyContext,
  ) {}

  /** False once it is clear that the file is none of ours. */
  take(line: Line): boolean {
    const at = line.number - 1;
    if (line.tooLong === null) this.held.push({ at, piece: pieceOf(line) });
    else if (this.tooLong.length < mostHeld) this.tooLong.push(tooLongLine(at, line.tooLong));
    this.found ??= this.told();
    if (this.found === null)
      return this.held.length < mostHeld && this.held.every(({ piece }) => factsOf(piece).is !== 'unknown');
    for (const { at: row, piece } of this.held) this.found.take(row, factsOf(piece));
    this.held = [];
    return true;
  }

  done(): Diagnostic[] {
    return this.found ? [...this.found.done(), ...this.tooLong] : [];
  }

  private told(): RowDiagnostics | null {
    const kind = kindOfSheet({ pieces: this.held.map(({ piece }) => piece) });
    return kind && new RowDiagnostics(this.uri, kind, lineRange, isUnknownId(this.study));
  }
}

/**
 * Diagnostics of the study's JSON lines that no editor opens since they are too large: streamed in slices, one file
 * after another, holding one row, and given by URI.
 */
export class LargeFiles {
  private readonly said = new Set<string>();
  private stop = new AbortController();

  constructor(
    private readonly study: StudyContext,
    private readonly send: Send,
    /** Bytes up to which an editor opens the file. */
    private readonly limit = largestText,
  ) {}

  /** Checks all files of the study anew; what is being checked is left. */
  async check(): Promise<void> {
    this.stop.abort();
    this.stop = new AbortController();
    const { signal } = this.stop;
    const { datasets, runs } = this.study.study;
    const paths = [...new Set([...datasets, ...runs].map(({ path }) => path))].filter(isLines);
    for (const uri of this.said) if (!paths.some((path) => pathToFileURL(path).href === uri)) this.clear(uri);
    for (const path of paths) {
      if (signal.aborted) return;
      await this.checkFile(path, signal);
    }
  }

  /** Whether a file is one of those that are checked here. */
  isOf(path: string): boolean {
    const { datasets, runs } = this.study.study;
    return isLines(path) && [...datasets, ...runs].some((each) => each.path === path);
  }

  private async checkFile(path: string, signal: AbortSignal): Promise<void> {
    const uri = pathToFileURL(path).href;
    const found = await this.study.ports.files.stat(path).catch(() => null);
    if (found?.kind !== 'file' || found.bytes <= this.limit) {
      if (this.said.has(uri)) this.clear(uri);
      return;
    }
    const diagnostics = await this.read(path, uri, signal).catch(() => null);
    if (signal.aborted || diagnostics === null) return;
    this.said.add(uri);
    this.send(uri, diagnostics);
  }

  private async read(path: string, uri: string, signal: AbortSignal): Promise<Diagnostic[]> {
    const rows = new StreamedRows(uri, this.study);
    let began = performance.now();
    for await (const line of splitLines(this.study.ports.files.openBytes(path))) {
      if (signal.aborted || !rows.take(line)) return [];
      if (performance.now() - began < sliceMs) continue;
      await pause();
      began = performance.now();
    }
    return rows.done();
  }

  private clear(uri: string): void {
    this.said.delete(uri);
    this.send(uri, []);
  }
}
