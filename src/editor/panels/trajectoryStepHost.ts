import * as vscode from 'vscode';
import type { TrajectoryStepHostApi } from '../../protocol/trajectoryStepPage';
import { stepUri } from '../documents/uris';
import type { Services } from '../platform/services';
import { copyStepLink } from './stepLink';
import { openTouched } from './touchedFile';

/** Opens the step's document at its first text and begins a comment there. */
const beginNote = async ({ notes }: Services, path: string, which: number, idx: number): Promise<void> => {
  const document = await vscode.workspace.openTextDocument(stepUri({ path, which }, idx));
  const first = document
    .getText()
    .split('\n')
    .findIndex((line, at) => at > 0 && line !== '' && !line.startsWith('## '));
  const line = Math.max(0, first);
  const selection = new vscode.Range(line, 0, line, 0);
  await vscode.window.showTextDocument(document, { preview: true, viewColumn: vscode.ViewColumn.Beside, selection });
  notes.begin(new vscode.Location(document.uri, selection));
};

/** The step's side of one trajectory page: find, the model's input, copies, documents, links. */
export const trajectoryStepHost = (services: Services, uri: vscode.Uri): TrajectoryStepHostApi => {
  const path = uri.fsPath;
  const { remote } = services.app;
  return {
    find: (q) => remote.trajectoryFind({ path, ...q }),
    hits: (q) => remote.trajectoryHits({ path, ...q }),
    rawHits: (q) => remote.trajectoryRawHits({ path, ...q }),
    input: (q) => remote.trajectoryInput({ path, ...q }),
    inputText: (q) => remote.trajectoryInputText({ path, ...q }),
    copyText: async (q) => {
      const text = await remote.trajectoryText({ path, ...q, from: 0, count: Number.MAX_SAFE_INTEGER });
      if (text !== null) await vscode.env.clipboard.writeText(text);
      return null;
    },
    openDocument: async ({ which, idx }) => {
      await vscode.window.showTextDocument(stepUri({ path, which }, idx), {
        preview: true,
        viewColumn: vscode.ViewColumn.Beside,
      });
      return null;
    },
    addNote: async ({ which, idx }) => {
      await beginNote(services, path, which, idx);
      return null;
    },
    notes: async ({ which }) => {
      const placed = await services.notes.placed({ path, which });
      return placed.flatMap(({ idx }) => (idx > 0 ? [idx] : [])).sort((a, b) => a - b);
    },
    copyLink: async (q) => {
      await copyStepLink(services, uri, q);
      return null;
    },
    openTouched: async (q) => {
      await openTouched(services, uri, q);
      return null;
    },
  };
};
