import { evaluate } from '../../app/evaluate';
import type { EvaluatedItem, EvaluatePorts } from '../../app/evaluation/request';
import { gradeEvaluation } from '../../app/gradeEvaluation';
import type { OpenedTrajectory } from '../../app/trajectory/openTrajectory';
import { stepTestWords } from '../../app/trajectory/stepTestWords';
import { planStepTest } from '../../app/trajectory/testAtStep';
import type { RequiredTest } from '../../core/evaluation/report';
import type { Instance } from '../../core/instance/instance';
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
import { answeringEngine } from './evaluateEngine';
import { stoppable } from './evaluateStop';
import { placeOfTrajectory, type StateOptions, statesOf } from './trajectoryStates';
import { writeLine } from './writeLine';

export interface TestOptions extends StateOptions {
  readonly at: number;
  readonly restoreTests?: boolean;
  readonly backend?: 'docker' | 'local';
  readonly image?: string;
  readonly endpoint?: string;
  readonly yes?: boolean;
  readonly json?: boolean;
}

const planOf = async (opened: OpenedTrajectory, options: TestOptions, signal: AbortSignal) => {
  const place = await placeOfTrajectory(opened, options);
  const state = await (await statesOf(opened, place, options)).at(options.at);
  say(`${state.source}: ${state.why}`);
  const images = options.image === undefined || place.instance === null ? {} : { [place.instance.id]: options.image };
  const repository = options.repo === undefined ? null : typedSource(options.repo);
  const settings = { images, testCommands: {}, repositories: {}, repository };
  const restoreTests = options.restoreTests ?? false;
  const wanted = { place, idx: options.at, state, restoreTests, rules: null, timeoutMs: null, settings };
  const usual = { rules: null, timeoutMs: defaultTestTimeoutMs, workers: null };
  return { instance: place.instance, plan: await planStepTest(nodeFiles, wanted, usual, signal) };
};

/** Required tests with their lines; those that pass only where they were to be mended. */
const testLines = (tests: readonly RequiredTest[]): readonly string[] =>
  tests
    .filter(({ required, success }) => required === 'FAIL_TO_PASS' || success === false)
    .map(({ name, required, status, line }) => {
      const at = line === null ? 'not in the log' : `line ${line}`;
      return `  ${required} ${printable(name)}: ${status ?? 'no result'}, ${at}`;
    });

const print = async (
  item: EvaluatedItem,
  instance: Instance | null,
  options: TestOptions,
  notes: readonly string[],
) => {
  const { outcome, rules, report, folder, seconds } = item;
  const grade = instance && (await gradeEvaluation(nodeFiles, instance, folder, rules).catch(() => null));
  const tests = grade?.tests ?? [];
  for (const note of notes) say(note);
  if (options.json) {
    const document = { step: options.at, outcome, rules, report, tests, seconds, folder, notes };
    await writeLine(jsonText(document, 2));
    return;
  }
  await writeLine(`step ${options.at}: ${stepTestWords(item)} (${rules}, ${seconds.toFixed(1)} s)`);
  for (const line of testLines(tests)) await writeLine(line);
  await writeLine(`  log: ${folder}/test_output.txt`);
};

/** `--at K --test`: the instance's tests on the files after step K; nothing of it enters the study's results. */
export const printTest = (opened: OpenedTrajectory, options: TestOptions): Promise<void> =>
  stoppable(async (signal) => {
    const { plan, instance } = await planOf(opened, options, signal);
    sayProblems(plan.studyProblems);
    const asked = { ...options, dataset: options.dataset ?? '', out: '', instance: [], image: {} };
    const { engine } = await answeringEngine(asked, plan, signal);
    const ports: EvaluatePorts = {
      engine,
      store: new EvaluationFolder(await stepTestFolder(cacheFolder(), opened.path, opened.found.id ?? '')),
      exportBase: (from, commit, stop) => exportBase(from, commit, stop),
      sha256,
      clock: systemClock,
    };
    const hooks = {
      progress: (_item: unknown, text: string) => say(text),
      evaluated: () => undefined,
      ...imageQuestions(options.yes ?? false),
    };
    const { items, fault } = await evaluate(ports, plan.request, hooks, signal);
    const [item] = items;
    if (fault !== null || item === undefined) throw fault ?? new InputFault('Nothing was evaluated.');
    await print(item, instance, options, plan.notes);
    if (item.outcome.kind === 'none') process.exitCode = 1;
  });
