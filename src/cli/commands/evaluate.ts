import { availableParallelism, totalmem } from 'node:os';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { evaluate } from '../../app/evaluate';
import type { PredictionSource } from '../../app/evaluation/items';
import type { EvaluateHooks, EvaluatePorts } from '../../app/evaluation/request';
import { type EvaluationPlan, planEvaluation } from '../../app/planEvaluation';
import { defaultLimits, defaultTestTimeoutMs } from '../../core/run/container/limits';
import { EnvironmentFault, InputFault } from '../../core/shared/problem';
import { nodeFiles } from '../../io/files/nodeFiles';
import { exportBase } from '../../io/git/exportBase';
import { systemClock } from '../../io/jobs/systemClock';
import { EvaluationFolder } from '../../io/store/evaluationFolder';
import { sha256 } from '../../io/store/sha256';
import { typedSource } from '../repositoryOption';
import { say, sayProblems } from '../say';
import { type Prepared, runDatasetCheck, withCheckDefaults } from './evaluateCheck';
import { answeringEngine, ask } from './evaluateEngine';
import { type EvaluateOptions, withOptions } from './evaluateOptions';
import { exitCodeOfResult, itemDocument, itemLine, summaryDocument, summaryLine } from './evaluateOutput';

/** `touchstone evaluate`: patches against their tests, each in a sandbox of its own. */
export const addEvaluateCommand = (program: Command): void => {
  const command = withOptions(program.command('evaluate'));
  command.action(() => {
    const options = command.optsWithGlobals<EvaluateOptions>();
    if ((options.predictions === undefined) === (options.check === undefined))
      command.error('error: give either --predictions or --check');
    return run(options);
  });
};

const predictionsOf = (text: string): PredictionSource =>
  text === 'gold' || text === 'base' ? { kind: text } : { kind: 'file', path: resolve(text) };

/** As many as there are cores, and as the memory limit allows. */
const usualWorkers = (): number =>
  Math.max(1, Math.min(availableParallelism(), Math.floor((totalmem() * 0.75) / defaultLimits.memoryBytes)));

const plan = (options: EvaluateOptions, source: PredictionSource, signal: AbortSignal): Promise<EvaluationPlan> =>
  planEvaluation(
    nodeFiles,
    {
      datasetPath: resolve(options.dataset),
      predictions: source,
      instanceIds: options.instance,
      runId: options.run ?? null,
      rules: options.rules ?? null,
      timeoutMs: options.timeout === undefined ? null : options.timeout * 1000,
      workers: options.workers ?? null,
      repeats: options.repeats ?? 1,
      again: options.again ?? false,
      settings: {
        images: options.image,
        testCommands: {},
        repositories: {},
        repository: options.repo === undefined ? null : typedSource(options.repo),
      },
    },
    { rules: null, timeoutMs: defaultTestTimeoutMs, workers: usualWorkers() },
    signal,
  );

const hooks = (options: EvaluateOptions): EvaluateHooks => ({
  progress: (item, text) => say(item === null ? text : `${item.instanceId} ${item.model}: ${text}`),
  confirmPull: (image, namespace) =>
    ask(`The dataset names the image ${image}. Pull images of ${namespace}?`, options.yes ?? false),
  evaluated: (item) => {
    process.stdout.write(options.json ? `${JSON.stringify(itemDocument(item))}\n` : itemLine(item));
  },
});

/** What a run needs: its plan, an engine that has answered, and where results go. */
const prepare = async (options: EvaluateOptions, source: PredictionSource, signal: AbortSignal): Promise<Prepared> => {
  const planned = await plan(options, source, signal);
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
  return { planned, info, ports };
};

/** One run of one source of predictions, with its lines on stdout. */
const evaluateSource = async (options: EvaluateOptions, source: PredictionSource, signal: AbortSignal) => {
  const { planned, info, ports } = await prepare(options, source, signal);
  const result = await evaluate(ports, planned.request, hooks(options), signal);
  if (options.json) process.stdout.write(`${JSON.stringify(summaryDocument(planned, result, info.name))}\n`);
  else process.stdout.write(summaryLine(result));
  if (result.fault !== null) say(`The engine went away; what was done is kept. ${result.fault.message}`);
  process.exitCode = Math.max(Number(process.exitCode ?? 0), exitCodeOfResult(planned, result));
};

/** The dataset check: base and gold, with a line per instance on stdout and those of its runs on stderr. */
const check = async (given: EvaluateOptions, signal: AbortSignal): Promise<void> => {
  const options = withCheckDefaults(given);
  const prepared = await prepare(options, { kind: 'check' }, signal);
  const quiet: EvaluateHooks = { ...hooks(options), evaluated: (item) => say(itemLine(item).trimEnd()) };
  await runDatasetCheck(options, prepared, quiet, signal);
};

const checkOut = async ({ out }: EvaluateOptions): Promise<void> => {
  const kind = (await nodeFiles.stat(resolve(out)))?.kind ?? 'folder';
  if (kind !== 'folder') throw new InputFault(`--out: ${out} is a file; name a folder.`);
};

const run = async (options: EvaluateOptions): Promise<void> => {
  await checkOut(options);
  const stop = new AbortController();
  const interrupted = () =>
    stop.abort(new EnvironmentFault('engine', 'Stopped. What was done is kept; the same --out goes on.'));
  process.once('SIGINT', interrupted);
  process.once('SIGTERM', interrupted);
  try {
    if (options.predictions === undefined) await check(options, stop.signal);
    else await evaluateSource(options, predictionsOf(options.predictions), stop.signal);
  } finally {
    process.removeListener('SIGINT', interrupted);
    process.removeListener('SIGTERM', interrupted);
  }
};
