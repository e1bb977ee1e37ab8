import { resolve } from 'node:path';
import { compareByRunning, notRun, planEquivalence } from '../../app/equivalence/compareByRunning';
import type { Equivalence } from '../../app/equivalence/equivalence';
import { equivalenceLines } from '../../app/equivalence/equivalenceWords';
import type { EvaluateHooks } from '../../app/evaluation/request';
import { defaultTestTimeoutMs } from '../../core/run/container/limits';
import { InputFault } from '../../core/shared/problem';
import { nodeFiles } from '../../io/files/nodeFiles';
import { exportBase } from '../../io/git/exportBase';
import { systemClock } from '../../io/jobs/systemClock';
import { cacheFolder } from '../../io/store/cacheFolder';
import { EvaluationFolder } from '../../io/store/evaluationFolder';
import { sha256 } from '../../io/store/sha256';
import { stepTestFolder } from '../../io/store/stepTestFolder';
import { imageQuestions } from '../imageQuestions';
import { jsonText } from '../jsonText';
import { printable } from '../printable';
import { typedSource } from '../repositoryOption';
import { say, sayProblems } from '../say';
import { type CompareOptions, instanceOf, modelPatchOf, readPatchFile } from './comparedTexts';
import { answeringEngine } from './evaluateEngine';
import { stoppable } from './evaluateStop';
import { writeLine } from './writeLine';

/** What names both patches and the instance, as far as a usage error can tell; null where the options go together. */
export const whatIsWrongToRun = ({ dataset, instance, model, predictions }: CompareOptions): string | null => {
  if (dataset === undefined || instance === undefined) return '--run needs --dataset and --instance';
  return (model === undefined) === (predictions === undefined) ? '--run needs --model or --predictions' : null;
};

interface RunQuestion {
  readonly dataset: string;
  readonly id: string;
}

const patchesOf = async ({ gold, model, predictions }: CompareOptions, { dataset, id }: RunQuestion) => {
  const instance = await instanceOf(dataset, id);
  const goldPatch = gold === undefined || gold === 'gold' ? instance.goldPatch : await readPatchFile(gold);
  if (goldPatch === null) throw new InputFault(`${dataset}: ${id} has no gold patch. Give one by --gold.`);
  const modelPatch = model === undefined ? await modelPatchOf(predictions ?? '', id) : await readPatchFile(model);
  return { instance, goldPatch, modelPatch };
};

const planOf = async (options: CompareOptions, question: RunQuestion, signal: AbortSignal) => {
  const patches = await patchesOf(options, question);
  const settings = {
    images: options.image === undefined ? {} : { [patches.instance.id]: options.image },
    ...{ testCommands: {}, repositories: {} },
    repository: options.repo === undefined ? null : typedSource(options.repo),
  };
  const usual = { rules: null, timeoutMs: defaultTestTimeoutMs, workers: null };
  const datasetPath = resolve(question.dataset);
  const planned = await planEquivalence(nodeFiles, { datasetPath, settings, ...patches }, usual, signal);
  const folder = await stepTestFolder(cacheFolder(), datasetPath, `${question.id}\n${patches.modelPatch ?? ''}`);
  return { planned, folder };
};

const print = async (result: Equivalence, json: boolean): Promise<void> => {
  if (json) await writeLine(jsonText(result, 2));
  else for (const line of equivalenceLines(result)) await writeLine(printable(line));
};

/** `compare --run`: both codes on all tests at hand, each in a fresh sandbox; nothing of it enters a study's results. */
export const compareByRunningCommand = (options: CompareOptions): Promise<void> =>
  stoppable(async (signal) => {
    const question = { dataset: options.dataset ?? '', id: options.instance ?? '' };
    const { planned, folder } = await planOf(options, question, signal);
    const { plan } = planned;
    const json = options.json ?? false;
    if (plan === null) return print(notRun(planned), json);
    sayProblems([...plan.studyProblems, ...plan.problems]);
    const { engine } = await answeringEngine(options, plan, signal);
    const store = new EvaluationFolder(folder);
    const base: typeof exportBase = (from, commit, stop) => exportBase(from, commit, stop);
    const ports = { engine, store, exportBase: base, sha256, clock: systemClock, files: nodeFiles };
    const hooks: EvaluateHooks = {
      progress: (item, text) => say(item === null ? text : `${item.model}: ${text}`),
      evaluated: () => undefined,
      ...imageQuestions(options.yes ?? false),
    };
    await print(await compareByRunning(ports, { ...planned, plan }, hooks, signal), json);
  });
