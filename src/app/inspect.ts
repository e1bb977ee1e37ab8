import type { OpenTrajectoryFiles } from '../core/run/trajectory/trajectoryFiles';
import { InputFault } from '../core/shared/problem';
import type { StudyCatalogue } from '../core/study/catalogue';
import { folderOf } from '../core/study/studyPath';
import { inspectFile } from './inspect/inspectFile';
import { inspectFolder } from './inspect/inspectFolder';
import { type Inspection, inspectionOf, inWords, unknown } from './inspect/inspection';
import { withTrajectories } from './inspect/withTrajectories';
import { openStudy } from './openStudy';
import type { CataloguePorts } from './openStudyRuns';
import { readStudy } from './studyFile';

export type { Inspection } from './inspect/inspection';

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

const contradicted = 'reports contradict.';

/** Reports that say different things of one attempt; which of them is shown is said too. */
const contradictionsOf = ({ evaluations }: StudyCatalogue): readonly string[] =>
  evaluations.flatMap(({ instanceId, runId, contradiction }) =>
    contradiction ? [`${instanceId}, run ${runId}: ${contradicted} ${contradiction.words}`] : [],
  );

/** A folder as a whole: a study by its file, or what would open if the folder were opened as one. */
const inspectStudy = async (ports: CataloguePorts, path: string, signal?: AbortSignal): Promise<Inspection> => {
  const study = await openStudy(ports, path, signal);
  const { datasets, runs, evaluations, judges } = study;
  return inspectionOf(path, {
    format: study.studyFile === null ? 'folder' : 'touchstone-study',
    version: study.studyFile === null ? null : '1',
    counts: {
      datasets: datasets.length,
      instances: sum(datasets.map((dataset) => dataset.instances.length)),
      runs: runs.length,
      predictions: sum(runs.map((run) => run.predictions.length)),
      evaluations: evaluations.length,
      reports: evaluations.filter((evaluation) => evaluation.report !== null).length,
      judges: judges.length,
      filesLookedAt: study.filesLookedAt,
    },
    skipped: [...study.problems, ...datasets.flatMap((d) => d.skipped), ...runs.flatMap((r) => r.skipped)],
    warnings: [...inWords(datasets.flatMap((dataset) => dataset.notes)), ...contradictionsOf(study)],
  });
};

/** What trajectories are read through; without it they are not looked for. */
export interface InspectPorts extends CataloguePorts {
  readonly trajectories?: OpenTrajectoryFiles;
}

/** A folder without a study file: itself, then each task and file below it. What a file below says isn't said twice. */
const inspectTree = async (ports: InspectPorts, path: string, signal?: AbortSignal): Promise<readonly Inspection[]> => {
  const head = await inspectStudy(ports, path, signal);
  const below = await inspectFolder(ports.files, path, signal);
  const found = await withTrajectories(ports.trajectories, path, below.found, signal);
  const said = new Set([...found.map((one) => one.path), ...below.passed.map(({ where }) => where)]);
  const unknownFiles = found.filter((one) => one.format === null).length;
  const ofStudy = head.skipped.filter(({ where }) => where.startsWith(path) && !said.has(where));
  return [
    {
      ...head,
      counts: { ...head.counts, tasks: below.tasks, files: below.files, unknownFiles },
      skipped: below.passed,
      warnings: [
        ...below.unseen.map((folder) => `${folder}: not looked into.`),
        ...inWords(ofStudy),
        ...head.warnings.filter((words) => words.includes(contradicted)),
      ],
    },
    ...found,
  ];
};

const isStudyText = (head: string): boolean => /^touchstone\s*:/m.test(head) && !/^\s*[{[]/.test(head);

/** One path: a file, a study's folder or file. */
const inspectOne = async (ports: CataloguePorts, path: string, signal?: AbortSignal): Promise<Inspection> => {
  const head = await ports.files.readBytes(path, 64 * 1024);
  if (isStudyText(new TextDecoder().decode(head))) return inspectStudy(ports, path, signal);
  return inspectFile(ports.files, path, signal);
};

/**
 * Says what a path holds: a dataset, predictions, a report, a log, a study. A folder that is no study gives itself,
 * then every task and file below it. Never throws for what it can't read: `format` is null then and `skipped` has the
 * reason. Throws InputFault where nothing stands at the path.
 */
export const inspectPath = async (
  ports: InspectPorts,
  path: string,
  signal?: AbortSignal,
): Promise<readonly Inspection[]> => {
  const found = await ports.files.stat(path);
  if (found === null) throw new InputFault(`${path}: no such file or folder. Check the path.`);
  if (found.kind === 'other') return [unknown(path, 'a pipe or a device; save what it gives to a file.')];
  try {
    if (found.kind === 'file') {
      const one = await inspectOne(ports, path, signal);
      return await withTrajectories(ports.trajectories, folderOf(path), [one], signal);
    }
    if ((await readStudy(ports.files, path)) !== null) return [await inspectStudy(ports, path, signal)];
    return await inspectTree(ports, path, signal);
  } catch (error) {
    if (!(error instanceof InputFault)) throw error;
    return [unknown(path, error.message.replace(`${path}: `, ''))];
  }
};

/** What a path is as a whole, without what lies below it. */
export const inspect = async (ports: CataloguePorts, path: string, signal?: AbortSignal): Promise<Inspection> =>
  (await inspectPath(ports, path, signal))[0] ?? unknown(path, 'Nothing was found.');
