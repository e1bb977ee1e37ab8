import { resolve } from 'node:path';
import { evaluate } from '../../app/evaluate';
import type { EvaluateHooks, EvaluatePorts } from '../../app/evaluation/request';
import { planEvaluation } from '../../app/planEvaluation';
import type { EvaluationWish, PredictionSource } from '../../core/evaluation/evaluationWish';
import { defaultTestTimeoutMs } from '../../core/run/container/limits';
import { nodeFiles } from '../../io/files/nodeFiles';
import { exportBase } from '../../io/git/exportBase';
import { systemClock } from '../../io/jobs/systemClock';
import { EvaluationFolder } from '../../io/store/evaluationFolder';
import { sha256 } from '../../io/store/sha256';
import { imageQuestions } from '../imageQuestions';
import { typedSource } from '../repositoryOption';
import { say, sayProblems } from '../say';
import { type Prepared, runDatasetCheck, withCheckDefaults } from './evaluateCheck';
import { answeringEngine } from './evaluateEngine';
import type { EvaluateOptions } from './evaluateOptions';
import { exitCodeOfResult, itemDocument, itemLine, summaryDocument, summaryLine } from './evaluateOutput';
import { repeatLines } from './evaluateRepeats';
import { EvaluateScreen, processStreams } from './evaluateScreen';

/** What the command line asks for. */
export const wishOf = (options: EvaluateOptions, predictions: PredictionSource): EvaluationWish => ({
  datasetPath: resolve(options.dataset),
  predictions,
  instanceIds: options.instance,
  runId: options.run ?? null,
  rules: options.rules ?? null,
  timeoutMs: options.timeout === undefined ? null : options.timeout * 1000,
  workers: options.workers ?? null,
  repeats: options.repeats ?? 1,
  again: options.again ?? false,
  ...(options.optimisation ? { optimisation: true } : {}),
  settings: {
    images: options.image,
    testCommands: {},
    repositories: {},
    repository: options.repo === undefined ? null : typedSource(options.repo),
  },
});

/** What a run needs: its plan, an engine that has answered, and where results go. */
const prepare = async (options: EvaluateOptions, wish: EvaluationWish, signal: AbortSignal): Promise<Prepared> => {
  const usual = { rules: null, timeoutMs: defaultTestTimeoutMs, workers: null };
  const planned = await planEvaluation(nodeFiles, wish, usual, signal);
  sayProblems([...planned.studyProblems, ...planned.problems]);
  const { engine, info } = await answeringEngine(options, planned, signal);
  for (const warning of info.warnings) say(`Warning: ${warning}`);
  const ports: EvaluatePorts = {
    engine,
    store: new EvaluationFolder(resolve(options.out)),
    exportBase: (from, commit, stop) => exportBase(from, commit, stop),
    sha256,
    clock: systemClock,
  };
  const own = { ...planned.request.wish, backend: info.name, endpoint: options.endpoint ?? null };
  return { planned: { ...planned, request: { ...planned.request, wish: own } }, info, ports };
};

/** What every item goes through is no news in a log; pulling an image is. */
const usualPhases = new Set(['preparing', 'running the tests']);

const hooksOf = (options: EvaluateOptions, screen: EvaluateScreen): EvaluateHooks => ({
  progress: (item, text) => {
    if (item === null) screen.say(text);
    else if (!usualPhases.has(text)) screen.phase(`${item.instanceId} ${item.model}: ${text}`);
  },
  ...imageQuestions(options.yes ?? false, options.imageBudget),
  evaluated: (item) => screen.result(options.json ? `${JSON.stringify(itemDocument(item))}\n` : itemLine(item)),
  changed: (progress) => screen.progress(progress),
});

const asResumed = (prepared: Prepared, resume: boolean): Prepared => ({
  ...prepared,
  planned: { ...prepared.planned, request: { ...prepared.planned.request, resume } },
});

/** One run of one wish, with its lines on stdout. `resume`: it goes on with what an earlier process began. */
export const runWish = async (
  options: EvaluateOptions,
  wish: EvaluationWish,
  signal: AbortSignal,
  resume = false,
): Promise<void> => {
  const prepared = asResumed(await prepare(options, wish, signal), resume);
  const { planned, info, ports } = prepared;
  const screen = new EvaluateScreen(processStreams(), options.json ?? false);
  const hooks = hooksOf(options, screen);
  try {
    if (wish.predictions.kind === 'check') {
      const quiet = {
        ...hooks,
        evaluated: (item: Parameters<typeof itemLine>[0]) => screen.say(itemLine(item).trimEnd()),
      };
      await runDatasetCheck(options, prepared, quiet, signal);
      return;
    }
    const result = await evaluate(ports, planned.request, hooks, signal);
    screen.end();
    if (options.json) process.stdout.write(`${JSON.stringify(summaryDocument(planned, result, info.name))}\n`);
    else process.stdout.write(`${summaryLine(result)}${repeatLines(result.items)}`);
    if (result.fault !== null) say(`The engine went away; what was done is kept. ${result.fault.message}`);
    process.exitCode = Math.max(Number(process.exitCode ?? 0), exitCodeOfResult(planned, result));
  } finally {
    screen.end();
  }
};

/** The dataset check: base and gold, with a line per instance on stdout and those of its runs on stderr. */
export const runCheck = (given: EvaluateOptions, signal: AbortSignal): Promise<void> => {
  const options = withCheckDefaults(given);
  return runWish(options, wishOf(options, { kind: 'check' }), signal);
};
