import { pathOfField } from '../../core/shared/yamlPlaces';
import { checkFaultWords, countChecks, datasetCheckPlan } from '../../core/study/datasetCheckPlan';
import { folderOf, joinPath, staysInside } from '../../core/study/studyPath';
import type { StudyProblem } from '../../core/study/studyProblem';
import { findChecks } from '../openStudyChecks';
import type { FaultContext } from './faultPorts';

/** Folders of evaluations that the study file names or has beside it. */
const evaluationRoots = ({ read }: FaultContext): readonly string[] => [
  joinPath(read.folder, 'logs/run_evaluation'),
  ...(read.study?.runs ?? []).flatMap(({ logs }) =>
    logs !== null && staysInside(logs) ? [folderOf(joinPath(read.folder, logs))] : [],
  ),
];

const mainRows = ({ read, datasets }: FaultContext) =>
  datasets.found
    .filter(({ index }) => (read.study?.datasets[index]?.use ?? 'main') === 'main')
    .flatMap(({ id, instances }) => instances.map((row) => ({ datasetId: id, id: row.id, repo: row.repo })));

/**
 * S200 where the study requires that base and gold were run on every instance, and they weren't or show defects. Where
 * it only advises it (which is the default) the same is a warning, W200, and said once a first check is there: a study
 * that never evaluates is not nagged.
 */
export const checkFaults = async (context: FaultContext): Promise<readonly StudyProblem[]> => {
  const { faults } = context.read;
  const plan = datasetCheckPlan(faults.places.root);
  if (plan.level === 'off' || context.datasets.found.length === 0) return [];
  const found = await findChecks(context.ports, context.read.folder, evaluationRoots(context), context.datasets.found);
  const checks = new Map(found.checks.map((check) => [check.instanceId, check]));
  const counts = countChecks(plan, mainRows(context), (id) => checks.get(id));
  const isQuiet = plan.level === 'advised' && counts.unchecked - counts.stale === counts.total;
  if (isQuiet || counts.unchecked + counts.withDefects === 0) return [];
  const code = plan.level === 'required' ? 'S200' : 'W200';
  const field = 'evaluation.datasetCheck';
  const written = faults.places.ofPath(pathOfField(field));
  return [faults.at(code, field, written, checkFaultWords(counts))];
};
