import type { KnownIds } from '../core/instance/instanceAlias';
import type { FilePort } from '../core/shared/files';
import { InputFault, type Problem } from '../core/shared/problem';
import type { EvaluationEntry, RunEntry } from '../core/study/catalogue';
import { mergeSources, type SourcedEvaluation } from '../core/study/evaluationSources';
import { foundEvaluations, modelsOfRuns, type ReportFile } from '../core/study/foundEvaluations';
import { RunNames } from '../core/study/runNames';
import { folderOf } from '../core/study/studyPath';
import { EvaluationReader } from './openStudyEvaluation';
import { type Place, placesIn } from './openStudyPlaces';
import { readReportFile } from './openStudyReports';
import type { CataloguePorts } from './openStudyRuns';

const atOnce = 16;

export interface FoundEvaluations {
  readonly evaluations: readonly EvaluationEntry[];
  readonly problems: readonly Problem[];
  readonly filesLookedAt: number;
}

/** What was found before: the folder, its runs and datasets, and where evaluations and reports lie. */
export interface EvaluationSearch {
  readonly root: string;
  readonly runs: readonly RunEntry[];
  /** Ids of the instances of all datasets. */
  readonly known: KnownIds;
  readonly roots: readonly string[];
  readonly places: readonly Place[];
  readonly reports: readonly ReportFile[];
  /** Models that harnesses' records of runs name, by folder. */
  readonly runModels: ReadonlyMap<string, string>;
}

/** Reads report files that a layout names; one that can't be read, or holds none, is said. */
export const readReports = async (
  files: FilePort,
  paths: readonly string[],
  problems: Problem[],
  signal?: AbortSignal,
): Promise<readonly ReportFile[]> => {
  const read: ReportFile[] = [];
  for (const path of paths) {
    try {
      const report = await readReportFile(files, path, signal);
      if (report === null) continue;
      read.push({ path, report });
      problems.push(...report.problems.map((problem) => ({ ...problem, where: path })));
    } catch (error) {
      if (!(error instanceof InputFault)) throw error;
      problems.push({ where: path, field: null, reason: error.message.replace(`${path}: `, '') });
    }
  }
  return read;
};

const readPlaces = async (
  reader: EvaluationReader,
  places: readonly Place[],
  signal?: AbortSignal,
): Promise<readonly SourcedEvaluation[]> => {
  const found: SourcedEvaluation[] = [];
  for (let start = 0; start < places.length; start += atOnce) {
    signal?.throwIfAborted();
    const read = await Promise.all(places.slice(start, start + atOnce).map((place) => reader.read(place)));
    found.push(...read.flat());
  }
  return found;
};

/** Runs and models of the SWE-bench layout, as its folders are called. */
const pairsOf = (places: readonly Place[]): readonly { readonly runId: string; readonly model: string }[] => {
  const pairs = new Map<string, { readonly runId: string; readonly model: string }>();
  for (const { runFolder, model } of places)
    if (runFolder !== null && model !== null) pairs.set(`${runFolder}\n${model}`, { runId: runFolder, model });
  return [...pairs.values()];
};

/**
 * Every evaluation of the study: the folders of the SWE-bench layout (formats.md A3) and what other reports say (A3, A4),
 * joined to one each; where two differ, both are named. A folder that can't be read is a problem, never the end.
 */
export const findEvaluations = async (
  ports: CataloguePorts,
  search: EvaluationSearch,
  signal?: AbortSignal,
): Promise<FoundEvaluations> => {
  const problems: Problem[] = [];
  const found = await Promise.all(search.roots.map((root) => placesIn(ports.files, root, signal)));
  const places = [...found.flatMap((each) => each.places), ...search.places];
  const above = await readReports(
    ports.files,
    found.flatMap((each) => each.reports),
    problems,
    signal,
  );
  const { known } = search;
  const names = new RunNames(search.root, search.runs, pairsOf(places));
  const recorded = [...search.runModels].map(([folder, model]) => ({ ...names.ofFolder(folder, new Set()), model }));
  const models = modelsOfRuns([
    ...recorded,
    ...search.runs.map(({ id, model }) => ({ runId: id, model })),
    ...pairsOf(places),
  ]);
  for (const { folder, runFolder } of places) if (runFolder === null) names.addFolderRun(folderOf(folder));
  const others = foundEvaluations([...search.reports, ...above], names, known, models);
  const reader = new EvaluationReader(ports.files, ports.sha256, { names, known, models: others.models });
  const own = await readPlaces(reader, places, signal);
  return {
    evaluations: mergeSources([...own, ...others.entries(modelsOfRuns(own.map(({ entry }) => entry)))]),
    problems: [...problems, ...reader.problems],
    filesLookedAt: reader.looked + above.length,
  };
};
