import { resolve } from 'node:path';
import { noTargetSettings } from '../../app/evaluation/target';
import type { ModelRunPlan, ModelRunWish } from '../../app/run/planModelRun';
import { planModelRun } from '../../app/run/planModelRun';
import { runModel } from '../../app/run/runModel';
import type { RunHooks, RunItemState, RunPorts, RunRequest } from '../../app/run/runRequest';
import { nodeFiles } from '../../io/files/nodeFiles';
import { gitWorkspaceFiles } from '../../io/git/workspaceFiles';
import { openSessions } from '../../io/jobs/openSessions';
import { systemClock } from '../../io/jobs/systemClock';
import { environmentKeys } from '../../io/providers/environmentKeys';
import { models } from '../../io/providers/openModels';
import { openRunFolder } from '../../io/store/runFolder';
import { sha256 } from '../../io/store/sha256';
import { imageQuestions } from '../imageQuestions';
import { typedSource } from '../repositoryOption';
import { say, sayProblems } from '../say';
import { type AnsweringEngine, answeringEngine } from './evaluateEngine';
import { processStreams } from './evaluateScreen';
import { chosenAgent, chosenModel } from './runChoice';
import type { RunOptions } from './runOptions';
import { attemptDocument, attemptLine, type EndedRun, exitCodeOfRuns, runSummary, runSummaryLine } from './runOutput';
import { RunScreen } from './runScreen';

/** What the command line asks for. Throws InputFault for a model or agent that there isn't. */
const wishOf = async (options: RunOptions): Promise<ModelRunWish> => {
  const study = options.study === undefined ? null : resolve(options.study);
  const model = await chosenModel(options.model ?? '', study);
  return {
    datasetPath: resolve(options.dataset ?? ''),
    instanceIds: options.instance ?? null,
    agent: await chosenAgent(options.agent ?? '', model, study),
    model,
    attempts: options.attempts,
    runId: options.run ?? null,
    folder: options.out === undefined ? study : resolve(options.out),
    budgetUsd: options.budget ?? null,
    workers: options.workers ?? null,
    again: options.again ?? false,
    settings: {
      ...noTargetSettings,
      images: options.image,
      repository: options.repo === undefined ? null : typedSource(options.repo),
    },
  };
};

const portsOf = async ({ engine, kind, endpoint }: AnsweringEngine): Promise<RunPorts> => ({
  engine,
  sessions: await openSessions(kind, endpoint),
  workspaceFiles: gitWorkspaceFiles(),
  models,
  keys: environmentKeys,
  runs: { open: openRunFolder },
  sha256,
  clock: systemClock,
});

const isOver = ({ state }: RunItemState): boolean => state === 'ended' || state === 'kept';

const hooksOf = (options: RunOptions, screen: RunScreen, request: RunRequest): RunHooks => ({
  ...imageQuestions(options.yes ?? false),
  told: (instanceId, text) => screen.say(instanceId === null ? text : `${instanceId}: ${text}`),
  changed: (item) => {
    screen.changed(`${request.runId} ${item.instanceId}`, item);
    if (!isOver(item)) return;
    screen.result(
      options.json ? `${JSON.stringify(attemptDocument(request, item))}\n` : `${attemptLine(request, item)}\n`,
    );
  },
});

/** One run after the other, each with what the ones before left of the budget. */
const runAll = async (
  options: RunOptions,
  plan: ModelRunPlan,
  answering: AnsweringEngine,
  signal: AbortSignal,
): Promise<readonly EndedRun[]> => {
  const ports = await portsOf(answering);
  const total = plan.requests.reduce((sum, { instances }) => sum + instances.length, 0);
  const screen = new RunScreen(processStreams(), total);
  const ended: EndedRun[] = [];
  try {
    for (const planned of plan.requests) {
      const spent = ended.reduce((sum, { end }) => sum + (end.spend.costUsd ?? 0), 0);
      const budgetUsd = planned.budgetUsd === null ? null : Math.max(Number.MIN_VALUE, planned.budgetUsd - spent);
      const request: RunRequest = { ...planned, budgetUsd, backend: answering.kind };
      ended.push({ request, end: await runModel(ports, request, hooksOf(options, screen, request), signal) });
      if (ended.at(-1)?.end.stopped != null) break;
    }
  } finally {
    screen.end();
  }
  return ended;
};

/** What was asked for, planned and run, with its lines on stdout. */
export const runWishes = async (options: RunOptions, signal: AbortSignal): Promise<void> => {
  const plan = await planModelRun(nodeFiles, await wishOf(options), signal);
  sayProblems([...plan.studyProblems, ...plan.problems]);
  const answering = await answeringEngine(options, plan, signal);
  for (const warning of answering.info.warnings) say(`Warning: ${warning}`);
  const runs = await runAll(options, plan, answering, signal);
  if (options.json) process.stdout.write(`${JSON.stringify(runSummary(runs, answering.kind))}\n`);
  else process.stdout.write(runSummaryLine(runs));
  for (const { end } of runs) if (end.stopped !== null) say(end.stopped.text);
  process.exitCode = Math.max(Number(process.exitCode ?? 0), exitCodeOfRuns(runs));
};
