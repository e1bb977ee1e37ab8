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
import { checkLine, datasetChecks } from './evaluateCheck';
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
      repeats: options.repeats,
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

/** One run of one source of predictions, with its lines on stdout. */
const evaluateSource = async (options: EvaluateOptions, source: PredictionSource, signal: AbortSignal) => {
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
  const result = await evaluate(ports, planned.request, hooks(options), signal);
  if (options.json) process.stdout.write(`${JSON.stringify(summaryDocument(planned, result, info.name))}\n`);
  else process.stdout.write(summaryLine(result));
  if (result.fault !== null) say(`The engine went away; what was done is kept. ${result.fault.message}`);
  process.exitCode = Math.max(Number(process.exitCode ?? 0), exitCodeOfResult(planned, result));
  return result.items;
};

/** Base and gold of every instance, and whether both came out as a sound instance's do. */
const checkDataset = async (options: EvaluateOptions, signal: AbortSignal): Promise<void> => {
  const base = await evaluateSource(options, { kind: 'base' }, signal);
  const gold = await evaluateSource(options, { kind: 'gold' }, signal);
  const checks = datasetChecks(base, gold);
  for (const check of checks) process.stdout.write(options.json ? `${JSON.stringify({ check })}\n` : checkLine(check));
  const sound = checks.filter((check) => check.sound).length;
  const summary = { check: true, total: checks.length, sound };
  process.stdout.write(options.json ? `${JSON.stringify({ summary })}\n` : `${sound} of ${checks.length} are sound\n`);
  if (sound < checks.length) process.exitCode = Math.max(Number(process.exitCode ?? 0), 1);
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
    if (options.predictions === undefined) await checkDataset(options, stop.signal);
    else await evaluateSource(options, predictionsOf(options.predictions), stop.signal);
  } finally {
    process.removeListener('SIGINT', interrupted);
    process.removeListener('SIGTERM', interrupted);
  }
};
