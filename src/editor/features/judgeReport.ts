import * as vscode from 'vscode';
import { reportUri } from '../documents/uris';
import { commands } from '../platform/ids';
import { registerCommand } from '../platform/messages';
import type { Feature } from '../platform/services';

/** "Judge Report": judges against people and tests, as a read-only document that is made anew each time it is asked for. */
export const judgeReportFeature: Feature = ({ app, files, log, study }) =>
  vscode.Disposable.from(
    files.route('judge-report', async () => {
      const { text } = await app.remote.judgeReport({ studyFolder: await study.ready() });
      return new TextEncoder().encode(text);
    }),
    registerCommand(log, commands.judgeReport, 'The judge report could not be made', async () => {
      files.invalidate();
      await vscode.window.showTextDocument(reportUri('judge-report'), { preview: true });
    }),
  );
