import * as vscode from 'vscode';
import { shownText } from '../../core/shared/shownText';
import { sizeText } from '../../core/shared/sizeText';
import type { HostApi } from '../../protocol/app';
import type { ContainerTerminals } from './containerTerminals';
import { editorModelsHost } from './editorModels';
import type { EvaluationRuns } from './evaluationRuns';
import type { ModelKeys } from './modelKeys';
import type { ModelRuns } from './modelRuns';
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

/** Building runs what a file says: asked for each recipe; what was allowed is remembered in this window. */
const buildConsent = (): ((image: string, what: string) => Promise<boolean>) => {
  const allowed = new Set<string>();
  return async (image, what) => {
    const key = JSON.stringify([image, what]);
    if (allowed.has(key)) return true;
    const build = 'Build';
    const detail = `The study file or the task says how: ${shownText(what)}. Its commands run in a container.`;
    const title = shownText(`Build the image ${image}?`);
    const choice = await vscode.window.showWarningMessage(title, { modal: true, detail }, build);
    if (choice === build) allowed.add(key);
    return choice === build;
  };
};

/** Once a window: what was answered holds for later removals too. */
const removalConsent = (): HostApi['confirmRemoval'] => {
  let answer: Promise<boolean> | null = null;
  const ask = async ({ over, names, bytes }: Parameters<HostApi['confirmRemoval']>[0]): Promise<boolean> => {
    const remove = 'Remove';
    const more = names.length > 10 ? `\n... and ${names.length - 10} more` : '';
    const list = names.slice(0, 10).join('\n');
    const detail = `${over} These were not used for longest; removing them frees at most ${sizeText(bytes)}:\n${list}${more}\nLater ones go without asking again in this window.`;
    const title = 'Remove images of Touchstone that are over the budget?';
    return (await vscode.window.showWarningMessage(title, { modal: true, detail }, remove)) === remove;
  };
  return (q) => {
    answer ??= ask(q);
    return answer;
  };
};

interface HostParts {
  readonly progress: Progress;
  readonly runs: EvaluationRuns;
  readonly terminals: ContainerTerminals;
  readonly modelRuns: ModelRuns;
  readonly keys: ModelKeys;
}

/** What the app may ask of the editor. */
export const hostApi = (
  { progress, runs, terminals, modelRuns, keys }: HostParts,
  log: vscode.LogOutputChannel,
): HostApi => {
  const confirm = pullConsent();
  const confirmBuild = buildConsent();
  return {
    progress: (report) => progress.report(report),
    log: ({ level, text }) => log[level](text),
    confirmPull: ({ image, namespace }) => confirm(image, namespace),
    confirmBuild: ({ image, what }) => confirmBuild(image, what),
    confirmRemoval: removalConsent(),
    runChanged: (run) => runs.changed(run),
    modelRunChanged: (run) => modelRuns.changed(run),
    modelKey: ({ name }) => keys.keyOf(name),
    ...editorModelsHost(),
    terminalOutput: (output) => terminals.output(output),
    terminalEnded: (ended) => terminals.ended(ended),
  };
};
