import * as vscode from 'vscode';
import { shownText } from '../../core/shared/shownText';
import type { TerminalRequest } from '../../protocol/containerTerminal';
import type { Services } from './services';

type Place = Omit<TerminalRequest, 'terminal' | 'columns' | 'rows'>;

const usualSize = { columns: 80, rows: 30 };

/** What was said while it was opened goes: the terminal begins with what it is. */
const clear = '\u001b[2J\u001b[3J\u001b[H';

const dim = (line: string): string => `\u001b[2m${line}\u001b[0m\r\n`;

/**
 * A terminal of the editor over a shell in a container. What comes from there is given to the terminal and read by
 * nobody else; closing the terminal ends the shell and its container, also while it is being opened.
 */
export class ContainerPty implements vscode.Pseudoterminal {
  private readonly writes = new vscode.EventEmitter<string>();
  private readonly closes = new vscode.EventEmitter<number>();
  private readonly decoder = new TextDecoder();
  private readonly listening: vscode.Disposable[] = [];
  private readonly name: string;
  private size = usualSize;
  private isOpen = false;
  private isClosed = false;
  /** Typed before the shell was there. */
  private typed = '';

  readonly onDidWrite = this.writes.event;
  readonly onDidClose = this.closes.event;

  constructor(
    private readonly services: Services,
    private readonly place: Place,
    /** Called once its shell is there. */
    private readonly onReady: () => void,
  ) {
    this.name = services.progress.newTask('terminal');
  }

  open(dimensions: vscode.TerminalDimensions | undefined): void {
    if (dimensions) this.size = dimensions;
    const { terminals, progress } = this.services;
    this.listening.push(
      progress.onReport(({ task, text }) => task === this.name && this.writes.fire(dim(shownText(text)))),
      terminals.onOutput(({ terminal, bytes }) => terminal === this.name && this.show(bytes)),
      terminals.onEnded(({ terminal, exitCode }) => terminal === this.name && this.end(exitCode)),
    );
    void this.start();
  }

  handleInput(data: string): void {
    if (this.isOpen) void this.send(data);
    else this.typed += data;
  }

  setDimensions(dimensions: vscode.TerminalDimensions): void {
    this.size = dimensions;
    if (this.isOpen) void this.services.app.remote.terminalSize({ terminal: this.name, ...sizeOf(dimensions) });
  }

  close(): void {
    this.isClosed = true;
    for (const each of this.listening) each.dispose();
    void this.services.app.remote.closeTerminal({ terminal: this.name }).catch(() => undefined);
  }

  private async start(): Promise<void> {
    const { app, log } = this.services;
    const asked = sizeOf(this.size);
    try {
      const lines = await app.remote.openTerminal({ terminal: this.name, ...this.place, ...asked });
      if (this.isClosed) return void (await app.remote.closeTerminal({ terminal: this.name }));
      this.writes.fire(clear);
      for (const line of lines) this.writes.fire(dim(shownText(line)));
      this.isOpen = true;
      if (asked.columns !== this.size.columns || asked.rows !== this.size.rows) this.setDimensions(this.size);
      this.onReady();
      if (this.typed !== '') await this.send(this.typed);
    } catch (error) {
      if (this.isClosed) return;
      const text = error instanceof Error ? error.message : String(error);
      log.error(`container terminal: ${text}`);
      this.writes.fire(`\r\n${shownText(text).replace(/\r?\n/g, '\r\n')}\r\n`);
      this.writes.fire(dim('Nothing runs; close this terminal and open another one when that is mended.'));
    }
  }

  private send(data: string): Promise<void> {
    return this.services.app.remote.terminalInput({ terminal: this.name, bytes: new TextEncoder().encode(data) });
  }

  private show(bytes: Uint8Array): void {
    this.writes.fire(this.decoder.decode(bytes, { stream: true }));
  }

  private end(exitCode: number | null): void {
    if (exitCode !== null) this.closes.fire(exitCode);
    else this.writes.fire(`\r\n${dim('The container went away. Open another terminal to go on.')}`);
  }
}

/** A plain copy, which a worker can be sent. */
const sizeOf = ({ columns, rows }: vscode.TerminalDimensions) => ({ columns, rows });
