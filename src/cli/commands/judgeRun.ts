import { join, resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import type { JudgeRequest, JudgeRunEnd } from '../../app/judge/judgeRequest';
import { findJudgeRubric } from '../../app/judge/judgeRubric';
import { judgeRun } from '../../app/judge/judgeRun';
import { openStudy } from '../../app/openStudy';
import { readStudy } from '../../app/studyFile';
import { readSees, usualSees } from '../../core/review/judge/judgeSees';
import { InputFault } from '../../core/shared/problem';
import { version } from '../../core/shared/version';
import type { StudyJudge } from '../../core/study/studyFile';
import { nodeFiles } from '../../io/files/nodeFiles';
import { systemClock } from '../../io/jobs/systemClock';
import { environmentKeys } from '../../io/providers/environmentKeys';
import { loadModels } from '../../io/providers/loadModels';
import { namedModel } from '../../io/providers/namedModel';
import { models } from '../../io/providers/openModels';
import { hashPieces } from '../../io/store/hashPieces';
import { JudgeFile } from '../../io/store/judgeFile';
import { readRubricFile } from '../../io/store/rubricFile';
import { sha256 } from '../../io/store/sha256';
import { openTrajectoryFiles } from '../../io/trajectories/openTrajectoryFiles';
import { positive, positiveWhole } from '../numberOptions';
import { say, sayProblems } from '../say';
import { endCode, printJudgeEnd, saidOf } from './judgeTable';

interface JudgeOptions {
  readonly study: string;
  readonly judge?: string;
  readonly rubric?: string;
  readonly model?: string;
  readonly samples?: number;
  readonly swap?: boolean;
  readonly sees?: readonly string[];
  readonly maxChars?: number;
  readonly items?: readonly string[];
  readonly pair?: readonly [string, string];
  readonly budget?: number;
  readonly workers?: number;
  readonly json?: boolean;
}

/** Where the rubrics that ship lie: beside `dist`, or beside `src` where the program runs from its sources. */
const shippedFolder = async (): Promise<string> => {
  const places = [join(__dirname, '..', 'rubrics'), join(__dirname, '..', '..', '..', 'rubrics')];
  for (const place of places) if ((await nodeFiles.stat(place))?.kind === 'folder') return place;
  return places[0] ?? '';
};

const idOf = (text: string): string =>
  text
    .replace(/[^a-z0-9._-]+/gi, '-')
    .replace(/^[^a-z0-9]+/i, '')
    .slice(0, 64);

/** The judge of the study file by that id; null: it names none. */
const studyJudge = (judges: readonly StudyJudge[], id: string | undefined): StudyJudge | null =>
  judges.find((one) => one.id === id) ?? null;

const seesOf = (options: JudgeOptions, own: StudyJudge | null, usual: JudgeRequest['sees']): JudgeRequest['sees'] => {
  const names = options.sees ?? own?.run?.sees ?? null;
  if (names === null) return usual;
  const read = readSees(names);
  if (typeof read === 'string') throw new InputFault(read);
  return read;
};

const requestOf = async (options: JudgeOptions, folder: string): Promise<JudgeRequest> => {
  const named = await readStudy(nodeFiles, folder);
  const own = studyJudge(named?.study?.judges ?? [], options.judge);
  if (own !== null && own.path !== null && own.run === null)
    throw new InputFault(
      `The answers of "${own.id}" are imported (${own.path}). Name another --judge, or give it run: in the study file.`,
    );
  const catalogue = await openStudy({ files: nodeFiles, sha256 }, folder);
  const wanted = options.rubric ?? own?.rubric ?? catalogue.rubric;
  const root = catalogue.root;
  const { rubric, hash } = await readRubricFile(await findJudgeRubric(nodeFiles, await shippedFolder(), root, wanted));
  const modelId = options.model ?? own?.run?.model ?? null;
  if (modelId === null)
    throw new InputFault('Which model judges? Give --model, or judges[].run.model in the study file.');
  const loaded = await loadModels(root);
  const model = await namedModel(modelId, loaded, (path) => resolve(path));
  return {
    catalogue,
    judge: options.judge ?? idOf(`${rubric.id}-${model.model}`),
    rubric,
    rubricHash: hash,
    model,
    params: own?.run ? { temperature: own.run.temperature ?? 0 } : {},
    samples: options.samples ?? own?.run?.samples ?? 1,
    swap: options.swap ?? own?.run?.swapOrder ?? true,
    sees: seesOf(options, own, usualSees(rubric)),
    maxChars: options.maxChars ?? own?.run?.maxChars ?? 60_000,
    items: options.items ?? null,
    pair: options.pair ?? null,
    budgetUsd: options.budget ?? null,
    workers: options.workers ?? 4,
  };
};

const ask = async (options: JudgeOptions, request: JudgeRequest, signal: AbortSignal): Promise<JudgeRunEnd> => {
  const store = new JudgeFile(request.catalogue.root, request.judge);
  const ports = {
    files: nodeFiles,
    models,
    keys: environmentKeys,
    sha256,
    hashPieces,
    clock: systemClock,
    openTrajectory: openTrajectoryFiles,
    store,
    tool: `touchstone ${version}`,
  };
  const hooks = {
    done: (label: string, line: Parameters<typeof saidOf>[0], done: number, total: number) =>
      options.json ? undefined : say(`${done} of ${total} ${label}: ${saidOf(line)}`),
    retrying: (fault: string, attempt: number, waitMs: number) =>
      say(`${fault} Try ${attempt + 1} in ${Math.ceil(waitMs / 1000)} s.`),
  };
  return store.held(() => judgeRun(ports, request, hooks, signal));
};

const run = async (options: JudgeOptions): Promise<void> => {
  const folder = resolve(options.study);
  const request = await requestOf(options, folder);
  const stop = new AbortController();
  const interrupted = (): void => stop.abort();
  process.once('SIGINT', interrupted);
  process.once('SIGTERM', interrupted);
  try {
    const end = await ask(options, request, stop.signal);
    await printJudgeEnd(end, request, new JudgeFile(request.catalogue.root, request.judge).path, options.json === true);
    sayProblems([...end.leftOut, ...end.failed]);
    if (end.stopped !== null) say(end.stopped);
    process.exitCode = endCode(end);
  } finally {
    process.removeListener('SIGINT', interrupted);
    process.removeListener('SIGTERM', interrupted);
  }
};

const names = (text: string): readonly string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

const two = (text: string): readonly [string, string] => {
  const [a, b, ...more] = names(text);
  if (a === undefined || b === undefined || more.length > 0 || a === b)
    throw new InvalidArgumentError('two runs are expected, with a comma between.');
  return [a, b];
};

/** `touchstone judge run`: asks a model the questions of a rubric about the items of a study. */
export const addJudgeRunCommand = (judge: Command): void => {
  judge
    .command('run')
    .description('ask a model the questions of a rubric about the items of a study; asked again, it goes on')
    .requiredOption('--study <folder>', 'the study')
    .option('--judge <id>', 'a judge of the study file, or how the new one is called; answers go to judge/<id>.jsonl')
    .option('--rubric <rubric>', "file or id of the rubric; else the judge's, else the study's")
    .option('--model <id>', 'the model that judges: one of the models file, scripted:FILE or replay:FILE')
    .option('--samples <n>', 'answers to one question, in each order (default 1)', positiveWhole)
    .option('--swap', 'ask in both orders: questions and values reversed, of pairs the positions (default)')
    .option('--no-swap', 'ask in one order alone')
    .option('--sees <panes>', 'what it is shown: statement, model, gold, test_patch, tests, log, trajectory', names)
    .option('--max-chars <n>', 'characters of material that one question holds (default 60000)', positiveWhole)
    .option('--items <items>', 'only these: RUN/INSTANCE, an instance or a run, with commas between', names)
    .option('--pair <runs>', 'which of two runs did better, instance by instance: RUN,RUN', two)
    .option('--budget <dollars>', 'ask nothing more once so much is spent', positive)
    .option('--workers <n>', 'questions at the same time (default 4)', positiveWhole)
    .option('--json', 'print one JSON document')
    .action((_options: unknown, command: Command) => run(command.optsWithGlobals<JudgeOptions>()));
};
