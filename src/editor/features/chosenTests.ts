import type * as vscode from 'vscode';
import { tell } from '../platform/messages';
import type { Services } from '../platform/services';

const saidKey = 'touchstone.allTestsRunSaid';

/** Said in the output of a run of which some tests were chosen. */
export const allTestsRun =
  'All required tests run, not only those that were chosen: an evaluation applies the test patch and runs its test command once, as the benchmark does.';

/** Whether some tests were chosen rather than an instance or everything. */
export const someChosen = ({ include }: vscode.TestRunRequest): boolean =>
  include !== undefined && include.length > 0 && include.some(({ parent }) => parent !== undefined);

/** Says so beside the run that begins; not again once the person has had enough of it, in any window. */
export const sayAllTestsRun = async ({ context }: Services): Promise<void> => {
  if (context.globalState.get<boolean>(saidKey, false)) return;
  const enough = "Don't Say Again";
  const choice = await tell(allTestsRun, enough);
  if (choice === enough) await context.globalState.update(saidKey, true);
};
