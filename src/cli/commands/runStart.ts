import { resolve } from 'node:path';
import { noTargetSettings } from '../../app/evaluation/target';
import { type ModelRunWish, planModelRun } from '../../app/run/planModelRun';
import { nodeFiles } from '../../io/files/nodeFiles';
import { typedSource } from '../repositoryOption';
import { say, sayProblems } from '../say';
import { answeringEngine } from './evaluateEngine';
import { chosenAgent, chosenModel } from './runChoice';
import { evaluateRuns } from './runEvaluate';
import { runAll } from './runExecute';
import type { RunOptions } from './runOptions';
import { exitCodeOfRuns, runSummary, runSummaryLine } from './runOutput';
import type { RunPlace } from './runProgram';

/** What the command line asks for. Throws InputFault for a model or agent that there isn't. */
const wishOf = async (options: RunOptions, place: RunPlace): Promise<ModelRunWish> => {
  const study = options.study === undefined ? null : resolve(options.study);
  const model = await chosenModel(options.model ?? '', study);
  return {
    datasetPath: resolve(options.dataset ?? ''),
    instanceIds: options.instance ?? null,
    agent: await chosenAgent(options.agent ?? '', model, study, place),
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

/** What was asked for, planned, run, entered in the study and evaluated, with its lines on stdout. */
export const runWish = async (
  options: RunOptions,
  signal: AbortSignal,
  resumed: { readonly attempt: number } | null = null,
): Promise<void> => {
  const place: RunPlace = { folder: null };
  const wish = await wishOf(options, place);
  const whole = await planModelRun(nodeFiles, { ...wish, resume: resumed !== null }, signal);
  const requests = whole.requests.filter(({ attempt }) => resumed === null || attempt === resumed.attempt);
  const plan = { ...whole, requests };
  sayProblems([...plan.studyProblems, ...plan.problems]);
  const answering = await answeringEngine(options, plan, signal);
  for (const warning of answering.info.warnings) say(`Warning: ${warning}`);
  const runs = await runAll(options, plan, { answering, place }, signal);
  const stopped = runs.flatMap(({ end }) => end.stopped ?? []);
  for (const { text } of stopped) say(text);
  if (stopped.length > 0) say('What was done is kept; the same command goes on from here.');
  if (options.evaluate && !signal.aborted) await evaluateRuns(options, plan, runs, signal);
  if (options.json) process.stdout.write(`${JSON.stringify(runSummary(runs, answering.kind))}\n`);
  else process.stdout.write(runSummaryLine(runs));
  process.exitCode = Math.max(Number(process.exitCode ?? 0), exitCodeOfRuns(runs));
};
