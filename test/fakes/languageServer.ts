import { type ChildProcess, fork } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {
  createProtocolConnection,
  type Diagnostic,
  IPCMessageReader,
  IPCMessageWriter,
  type ProtocolConnection,
  PublishDiagnosticsNotification,
  type PublishDiagnosticsParams,
} from 'vscode-languageserver/node';
import { type ServerStudy, studyNotification } from '../../src/protocol/languageServer';
import { root } from '../host/root';

/** The built server; null where nothing was built yet. */
export const builtServer = (): string | null => {
  const file = path.join(root, 'dist', 'server.js');
  return fs.existsSync(file) ? file : null;
};

/** The built language server as a process of its own, asked over its connection as an editor asks it. */
export class ServerProcess {
  readonly connection: ProtocolConnection;
  readonly said: PublishDiagnosticsParams[] = [];
  private readonly process: ChildProcess;
  private readonly waiting = new Set<() => void>();

  constructor(module: string, cache: string) {
    this.process = fork(module, ['--node-ipc'], {
      env: { ...process.env, TOUCHSTONE_CACHE: cache },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.connection = createProtocolConnection(new IPCMessageReader(this.process), new IPCMessageWriter(this.process));
    this.connection.onNotification(PublishDiagnosticsNotification.type, (params) => {
      this.said.push(params);
      for (const look of this.waiting) look();
    });
    this.connection.listen();
  }

  async start(study: ServerStudy | null = null): Promise<void> {
    await this.connection.sendRequest('initialize', { processId: process.pid, rootUri: null, capabilities: {} });
    await this.connection.sendNotification('initialized', {});
    await this.connection.sendNotification(studyNotification, study);
  }

  open(uri: string, text: string): Promise<void> {
    const textDocument = { uri, languageId: 'json', version: 1, text };
    return this.connection.sendNotification('textDocument/didOpen', { textDocument });
  }

  change(uri: string, version: number, line: number, from: number, to: number, text: string): Promise<void> {
    const range = { start: { line, character: from }, end: { line, character: to } };
    const contentChanges = [{ range, text }];
    return this.connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version },
      contentChanges,
    });
  }

  /** What a request about a place, or about the whole document, is answered. */
  ask<T>(method: string, uri: string, position?: { line: number; character: number }, more: object = {}): Promise<T> {
    const params = { textDocument: { uri }, ...(position ? { position } : {}), ...more };
    return this.connection.sendRequest(`textDocument/${method}`, params);
  }

  /** The first diagnostics of the document that fit, said already or yet to be said. */
  diagnostics(uri: string, fits: (params: PublishDiagnosticsParams) => boolean = () => true): Promise<Diagnostic[]> {
    return new Promise((resolve) => {
      const look = () => {
        const found = this.said.find((params) => params.uri === uri && fits(params));
        if (!found) return;
        this.waiting.delete(look);
        resolve(found.diagnostics);
      };
      this.waiting.add(look);
      look();
    });
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.process.once('exit', resolve));
    await this.connection.sendRequest('shutdown');
    await this.connection.sendNotification('exit');
    await ended;
    this.connection.dispose();
  }
}
