import * as vscode from 'vscode';
import { isQueueId } from '../../core/study/queues/queueFacts';
import type { LinePlace } from '../documents/evidence';
import { judgedTrajectory, trajectoryFor } from '../panels/judgedTrajectory';
import { VerdictView } from '../panels/verdictView';
import { commands, views } from '../platform/ids';
import { registerCommand } from '../platform/messages';
import { pickInstance, pickPrediction } from '../platform/pickItem';
import type { Feature, Services } from '../platform/services';

/** Judging: the view beside everything, evidence from editors, undo by a new event. Works in Restricted Mode. */
export const verdictFeature: Feature = (services) => {
  const view = new VerdictView(services);
  return vscode.Disposable.from(
    vscode.window.registerWebviewViewProvider(views.verdict, view),
    registerCommand(services.log, commands.judge, 'The item could not be opened', (argument) =>
      judge(services, view, argument),
    ),
    registerCommand(services.log, commands.judgeInstance, 'The instance could not be opened', (argument) =>
      judgeInstance(services, view, argument),
    ),
    registerCommand(services.log, commands.judgeTrajectory, 'The trajectory could not be judged', (argument) =>
      judgeTrajectory(services, view, argument),
    ),
    registerCommand(services.log, commands.judgeWithRubric, 'The item could not be opened', () =>
      judgeWithRubric(services, view),
    ),
    registerCommand(services.log, commands.addEvidence, 'The evidence could not be added', (argument) =>
      view.addEvidence(lineIn(argument)),
    ),
    registerCommand(services.log, commands.judgePrevious, 'There is no item before', () => view.previous()),
    registerCommand(services.log, commands.undoVerdict, 'There is nothing to undo', () => view.press('u')),
  );
};

/** A line that a view of ours names; null: what is selected is meant. */
const lineIn = (argument: unknown): LinePlace | null => {
  if (typeof argument !== 'object' || argument === null) return null;
  const { uri, line } = argument as { readonly uri?: unknown; readonly line?: unknown };
  return uri instanceof vscode.Uri && typeof line === 'number' ? { uri, line } : null;
};

/** Gold against model (where there is a patch to see) in the middle, the form at the side. */
const judge = async (services: Services, view: VerdictView, argument: unknown): Promise<void> => {
  const queue = typeof argument === 'object' && argument !== null && 'queue' in argument ? argument.queue : null;
  const item = await pickPrediction(services, argument);
  // From a row of another queue on, that one is worked through.
  if (isQueueId(queue) && queue !== services.queue.value.queue) await services.queue.choose({ queue, mix: 0 });
  if (item) await view.judge(item);
};

/** The statement first: what a stage shows comes as it is opened. */
const judgeInstance = async (services: Services, view: VerdictView, argument: unknown): Promise<void> => {
  const item = await pickInstance(services, argument);
  if (item) await view.judge({ ...item, run: null, unit: { kind: 'instance' } });
};

const judgeTrajectory = async (services: Services, view: VerdictView, argument: unknown): Promise<void> => {
  const ref = await trajectoryFor(services, argument);
  const item = ref && (await judgedTrajectory(services, ref));
  if (item) await view.judge(item);
};

/** The item of the form, else the current prediction, by a rubric of the person's choice. */
const judgeWithRubric = async (services: Services, view: VerdictView): Promise<void> => {
  const item = view.judged ?? (await pickPrediction(services, undefined));
  if (item) await view.judge(item, 'always');
};
