import * as vscode from 'vscode';
import type { TrajectoryStepHostApi } from '../../protocol/trajectoryStepPage';
import { stepUri } from '../documents/uris';
import type { Services } from '../platform/services';
import { copyStepLink } from './stepLink';
import { openTouched } from './touchedFile';

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
