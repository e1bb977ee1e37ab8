import * as vscode from 'vscode';
import type { HostApi } from '../../protocol/app';
import type { ContainerTerminals } from './containerTerminals';
import type { EvaluationRuns } from './evaluationRuns';
import type { Progress } from './progress';

/** Asks once a session for each registry and namespace; what was allowed is remembered. */
const pullConsent = (): ((image: string, namespace: string) => Promise<boolean>) => {
  const allowed = new Set<string>();
  return async (image, namespace) => {
    if (allowed.has(namespace)) return true;
    const pull = 'Pull';
    const choice = await vscode.window.showWarningMessage(
      `Pull ${image}?`,
      {
        modal: true,
        detail: `The dataset names this image. Images of ${namespace} are then pulled without asking again in this window.`,
      },
      pull,
    );
    if (choice === pull) allowed.add(namespace);
    return choice === pull;
  };
};

/** What the app may ask of the editor. */
export const hostApi = (
  progress: Progress,
  runs: EvaluationRuns,
  terminals: ContainerTerminals,
  log: vscode.LogOutputChannel,
): HostApi => {
  const confirm = pullConsent();
  return {
    progress: (report) => progress.report(report),
    log: ({ level, text }) => log[level](text),
    confirmPull: ({ image, namespace }) => confirm(image, namespace),
    runChanged: (run) => runs.changed(run),
    terminalOutput: (output) => terminals.output(output),
    terminalEnded: (ended) => terminals.ended(ended),
  };
};
