import * as vscode from 'vscode';
import { outcomeClass, outcomeWords } from '../../core/evaluation/outcomeWords';
import { shownText } from '../../core/shared/shownText';
import type { InstanceRun } from '../../core/study/instanceRuns';
import type { EndedItem, EvaluationRun } from '../../protocol/evaluationRuns';
import { testOutputUri } from '../documents/uris';
import { commands } from '../platform/ids';
import { tell, tellFault, warn } from '../platform/messages';
import type { Services } from '../platform/services';
import { outcomeOfRun } from '../views/evaluationWords';
import { outcomeIcon } from '../views/outcomeIcon';

const matrix = 'Open Matrix';
const output = 'Open Test Output';

/** Reads the study anew and says what came out, once; what failed stands first. */
export const sayEnd = async (services: Services, run: EvaluationRun): Promise<void> => {
  services.files.invalidate();
  if (services.study.folder === run.studyFolder) await services.study.refresh();
  const text = `Evaluated ${run.title}: ${outcomeOfRun(run)}`;
  services.log.info(text);
  if (run.end?.kind === 'cancelled' && run.progress.done === 0) return;
  const buttons = run.progress.done > 0 ? [matrix, output] : [];
  const choice = await sayBy(run)(text, ...buttons);
  if (choice === matrix) await vscode.commands.executeCommand(commands.showMatrix);
  if (choice === output) await chooseOutput(services, run);
};

const sayBy = ({ end, progress }: EvaluationRun): typeof tell => {
  if (end?.kind === 'failed') return tellFault;
  return progress.noVerdict > 0 ? warn : tell;
};

const order = { none: 0, unresolved: 1, scored: 2, resolved: 3, 'not-evaluated': 4 } as const;

/** The test output of one of the run's items: the only one, or as chosen from a list that begins with what failed. */
const chooseOutput = async (services: Services, run: EvaluationRun): Promise<void> => {
  const { studyFolder } = run;
  const asked = { studyFolder, key: run.progress.runId, from: 0, count: 1000 };
  const { rows } = await services.app.remote.runRows(asked);
  const picks = rows
    .filter(({ evaluations }) => evaluations.some(({ hasLog }) => hasLog))
    .sort((a, b) => order[outcomeClass(a.outcome)] - order[outcomeClass(b.outcome)])
    .map((row) => ({
      label: shownText(row.instanceId),
      description: outcomeWords(row.outcome),
      iconPath: outcomeIcon(row.outcome),
      row,
    }));
  const title = `Test output of which instance of ${shownText(run.progress.runId)}?`;
  const choice = picks.length === 1 ? picks[0] : await vscode.window.showQuickPick(picks, { title });
  if (choice) await openOutput(choice.row);
};

const openOutput = (row: InstanceRun): Thenable<unknown> =>
  vscode.commands.executeCommand(commands.openTestOutput, { row });

/** The test output of an item that ended, also while its run goes on; where there is none, the reason is said. */
export const openEnded = async ({ datasetPath, progress }: EvaluationRun, item: EndedItem): Promise<void> => {
  const { instanceId, model, folder, reason } = item;
  const file = vscode.Uri.joinPath(vscode.Uri.file(folder), 'test_output.txt');
  const has = await vscode.workspace.fs.stat(file).then(
    () => true,
    () => false,
  );
  if (!has) void tell(`${instanceId}: ${reason}. Its tests did not run, so there is no test output.`);
  else
    await vscode.window.showTextDocument(testOutputUri({ datasetPath, instanceId }, progress.runId, model, folder), {
      preview: true,
    });
};
