import type { ModelRunPlan } from '../../app/run/planModelRun';
import { registerRun } from '../../app/run/registerRun';
import { runModel } from '../../app/run/runModel';
import type { RunHooks, RunItemState, RunPorts, RunRequest } from '../../app/run/runRequest';
import { nodeFiles } from '../../io/files/nodeFiles';
import { openSessions } from '../../io/jobs/openSessions';
import { writeTextFile } from '../../io/store/writeTextFile';
import { imageQuestions } from '../imageQuestions';
import { runPorts } from '../runPorts';
import { say } from '../say';
import type { AnsweringEngine } from './evaluateEngine';
import { processStreams } from './evaluateScreen';
import type { RunOptions } from './runOptions';
import { attemptDocument, attemptLine, type EndedRun } from './runOutput';
import type { RunPlace } from './runProgram';
import { RunScreen } from './runScreen';

const portsOf = async ({ engine, kind, endpoint }: AnsweringEngine): Promise<RunPorts> =>
  runPorts(engine, await openSessions(kind, endpoint));

const isOver = ({ state }: RunItemState): boolean => state === 'ended' || state === 'kept';

const hooksOf = (options: RunOptions, screen: RunScreen, request: RunRequest): RunHooks => ({
  ...imageQuestions(options.yes ?? false),
  told: (instanceId, text) => screen.say(instanceId === null ? text : `${instanceId}: ${text}`),
  changed: (item) => {
    screen.changed(`${request.runId} ${item.instanceId}`, item);
    if (!isOver(item)) return;
    const text = options.json ? JSON.stringify(attemptDocument(request, item)) : attemptLine(request, item);
    screen.result(`${text}\n`);
  },
});

/** A run that has a prediction is the study's; a file that can't be written is said and no reason to lose the run. */
const register = async (folder: string, { request, end }: EndedRun): Promise<void> => {
  if (!end.items.some(isOver)) return;
  try {
    const file = await registerRun({ files: nodeFiles, writeText: writeTextFile }, folder, request);
    if (file !== null) say(`The run ${request.runId} was entered in ${file}.`);
  } catch (error) {
    say(`The run ${request.runId} could not be entered in the study file: ${(error as Error).message}`);
  }
};

/** Dollars that the rest may spend; null: no limit. What is used up lets no call begin. */
const leftOf = (budgetUsd: number | null, ended: readonly EndedRun[]): number | null => {
  if (budgetUsd === null) return null;
  const spent = ended.reduce((sum, { end }) => sum + (end.spend.costUsd ?? Number.POSITIVE_INFINITY), 0);
  return Math.max(0, budgetUsd - spent);
};

/** One run after the other, each with what the ones before left of the budget; ends with the first that is stopped. */
export const runAll = async (
  options: RunOptions,
  plan: ModelRunPlan,
  { answering, place }: { readonly answering: AnsweringEngine; readonly place: RunPlace },
  signal: AbortSignal,
): Promise<readonly EndedRun[]> => {
  const ports = await portsOf(answering);
  const total = plan.requests.reduce((sum, { instances }) => sum + instances.length, 0);
  const screen = new RunScreen(processStreams(), total);
  const ended: EndedRun[] = [];
  try {
    for (const planned of plan.requests) {
      const budgetUsd = leftOf(planned.budgetUsd, ended);
      const request: RunRequest = { ...planned, budgetUsd, backend: answering.kind };
      place.folder = request.folder;
      const run = { request, end: await runModel(ports, request, hooksOf(options, screen, request), signal) };
      ended.push(run);
      await register(plan.folder, run);
      if (run.end.stopped !== null) break;
    }
  } finally {
    screen.end();
  }
  return ended;
};
