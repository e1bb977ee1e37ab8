import * as vscode from 'vscode';
import type { RunsPlace } from '../../protocol/runsPage';
import type { Services } from '../platform/services';

const fileName = ({ a, b }: RunsPlace): string => `${a}-to-${b}`.replace(/[^\w.-]+/g, '_');

/** The table as CSV or the flow picture as SVG, to a file that the person names or to the clipboard. */
export const saveComparison = async (
  services: Services,
  { as, how, a, b }: RunsPlace & { readonly as: 'csv' | 'svg'; readonly how: 'file' | 'clipboard' },
): Promise<void> => {
  const studyFolder = await services.study.ready();
  const text = await services.app.remote.comparisonText({ studyFolder, a, b, as });
  if (how === 'clipboard') {
    await vscode.env.clipboard.writeText(text);
    void vscode.window.setStatusBarMessage(`Touchstone: ${as.toUpperCase()} copied`, 5000);
    return;
  }
  const place = vscode.Uri.joinPath(vscode.Uri.file(studyFolder), `${fileName({ a, b })}.${as}`);
  const file = await vscode.window.showSaveDialog({
    defaultUri: place,
    filters: { [as.toUpperCase()]: [as] },
  });
  if (file) await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
};
