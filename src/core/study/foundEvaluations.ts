import type { FoundReport, FoundResult } from '../evaluation/foundReports/foundReport';
import type { KnownIds } from '../instance/instanceAlias';
import { groupBy } from '../shared/groupBy';
import type { ResultSource } from './catalogue';
import { runAndRepeat } from './evaluationOutcome';
import type { SourcedEvaluation } from './evaluationSources';
import type { RunName, RunNames } from './runNames';
import { folderOf, nameOf } from './studyPath';

/** A report and the absolute path of the file that it was read from. */
export interface ReportFile {
  readonly path: string;
  readonly report: FoundReport;
}

/** Names of folders that belong to the instance or trial, so that they don't name the run. */
const partsOf = (result: FoundResult, path: string): ReadonlySet<string> => {
  const parts = [
    result.instanceId,
    ...result.instanceId.split(/[/:]/),
    ...(result.trial === null ? [] : [result.trial]),
  ];
  const language = /\/([^/]+)\/exercises\/practice\/[^/]+\/[^/]+$/.exec(path)?.[1];
  const step = /\/steps\/([^/]+)\//.exec(path)?.[1];
  return new Set([
    ...parts,
    ...(language === undefined ? [] : [`${language}/`]),
    ...(step === undefined ? [] : [step]),
  ]);
};

const isSummary = ({ format }: FoundReport): boolean =>
  format === 'swebench-summary' || format === 'sb-cli-report' || format === 'swebench-v1-report';

/** The run of a whole file; null where each of its results has to be asked by itself. */
const runOfFile = (names: RunNames, { path, report }: ReportFile): RunName | null => {
  if (isSummary(report)) return names.ofSummary(path);
  return report.scope === 'run' ? names.ofReport(path, new Set()) : null;
};

/** `<language>/<exercise>` where the path tells the language, as the exercise's own id does. */
const idOf = (result: FoundResult, path: string, known: KnownIds): string => {
  const language = /\/([^/]+)\/exercises\/practice\/[^/]+\/\.aider\.results\.json$/.exec(path)?.[1];
  return known.of(language === undefined ? result.instanceId : `${language.toLowerCase()}/${result.instanceId}`);
};

/** `<id>.<model>.report.json`, a report of one instance kept under the names of both. */
const modelInName = ({ path, report }: ReportFile, { instanceId }: FoundResult): string | null => {
  const name = nameOf(path);
  if (report.scope !== 'instance' || !name.startsWith(`${instanceId}.`) || !name.endsWith('.report.json')) return null;
  return name.slice(instanceId.length + 1, -'.report.json'.length) || null;
};

interface Placed {
  readonly file: ReportFile;
  readonly result: FoundResult;
  readonly instanceId: string;
  readonly run: RunName;
}

/** Trials without a number are counted in the order of their names, within one run and instance. */
const attemptsOf = (placed: readonly Placed[]): ReadonlyMap<string, number> => {
  const named = placed.filter(({ result }) => result.trial !== null && result.attempt === null);
  const groups = groupBy(named, ({ run, instanceId }) => `${run.runId}\n${instanceId}`);
  const numbers = new Map<string, number>();
  for (const [key, group] of groups)
    [...new Set(group.map(({ result }) => result.trial ?? ''))].sort().forEach((trial, index) => {
      numbers.set(`${key}\n${trial}`, index + 1);
    });
  return numbers;
};

const entryOf = (placed: Placed, model: string, attempt: number | null): SourcedEvaluation => {
  const { file, result, instanceId, run } = placed;
  const { runId, repeat } = runAndRepeat(run.runId);
  const { format, rules, scope } = file.report;
  const source: ResultSource = { format, file: file.path, field: result.field, rules, outcome: result.outcome };
  return {
    rank: scope === 'instance' ? 'instance' : 'run',
    source,
    entry: {
      runId,
      repeat,
      model,
      instanceId,
      folder: folderOf(file.path),
      rules: null,
      outcome: result.outcome,
      report: result.report,
      patchHash: null,
      hasLog: false,
      ...(attempt === null ? {} : { attempt }),
    },
  };
};

/** A reward file knows its trial alone; the trial's own result, read beside it, says of which task and model it is. */
const withTrials = (placed: readonly Placed[]): readonly Placed[] => {
  const keyOf = ({ run, result }: Placed): string => `${run.runId}\n${result.trial}`;
  const isReward = ({ file }: Placed): boolean => file.report.format === 'harbor-reward';
  const trials = new Map(placed.filter((each) => !isReward(each)).map((each) => [keyOf(each), each]));
  return placed.map((each) => {
    const own = isReward(each) ? trials.get(keyOf(each)) : undefined;
    return own ? { ...each, instanceId: own.instanceId, result: { ...each.result, model: own.result.model } } : each;
  });
};

/** Reports joined to runs and instances, before models are settled. */
export interface PlacedReports {
  /** The model of each run: known before, or said by a report or by its place; null where it has several. */
  readonly models: ReadonlyMap<string, string | null>;
  /** Where nothing names a model, it is the run's only one (also in `own`), else the run's name stands for it. */
  entries(own: ReadonlyMap<string, string | null>): readonly SourcedEvaluation[];
}

/** What reports of others say, as evaluations of the runs and instances that are known here. */
export const foundEvaluations = (
  files: readonly ReportFile[],
  names: RunNames,
  known: KnownIds,
  knownModels: ReadonlyMap<string, string | null>,
): PlacedReports => {
  const placeOf = (file: ReportFile, result: FoundResult, ofFile: RunName | null): Placed => {
    const run = ofFile ?? names.ofReport(file.path, partsOf(result, file.path));
    const model = result.model ?? modelInName(file, result);
    return { file, result: { ...result, model }, instanceId: idOf(result, file.path, known), run };
  };
  const each = files.flatMap((file) => {
    const run = runOfFile(names, file);
    return file.report.results.map((result) => placeOf(file, result, run));
  });
  const placed = withTrials(each);
  const said = placed.map(({ run, result }) => ({ runId: run.runId, model: result.model ?? run.model }));
  const models = new Map([...modelsOfRuns(said), ...knownModels]);
  const attempts = attemptsOf(placed);
  const entries = (own: ReadonlyMap<string, string | null>) =>
    placed.map((each) => {
      const { run, result, instanceId } = each;
      const attempt = result.attempt ?? attempts.get(`${run.runId}\n${instanceId}\n${result.trial ?? ''}`) ?? null;
      const { runId } = runAndRepeat(run.runId);
      const model = result.model ?? run.model ?? models.get(runId) ?? own.get(runId) ?? run.runId;
      return entryOf(each, model, attempt);
    });
  return { models, entries };
};

/** Runs with one model alone, by their id; null where they have several. */
export const modelsOfRuns = (
  entries: readonly { readonly runId: string; readonly model: string | null }[],
): ReadonlyMap<string, string | null> => {
  const models = new Map<string, string | null>();
  for (const { runId, model } of entries) {
    if (model === null || model === 'gold' || model === 'base') continue;
    const before = models.get(runId);
    models.set(runId, before === undefined || before === model ? model : null);
  }
  return models;
};
