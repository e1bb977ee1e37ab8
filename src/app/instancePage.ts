import { hasCodeStatements } from '../core/dataset/formats/registry';
import { correctionsOf, withCorrections } from '../core/dataset/labels/correctLabels';
import { titleOf } from '../core/dataset/summaryRow';
import type { Grade } from '../core/evaluation/grade/grade';
import type { Repeats } from '../core/evaluation/grade/repeats';
import type { RuleSetName } from '../core/evaluation/report';
import { rulesUnderSetting } from '../core/evaluation/rules/defaultRules';
import type { Instance } from '../core/instance/instance';
import { parsePatch } from '../core/patch/parsePatch';
import { patchFigures } from '../core/patch/patchFigures';
import type { FilePort } from '../core/shared/files';
import type { StudyCatalogue } from '../core/study/catalogue';
import { type InstanceRun, instanceRuns } from '../core/study/instanceRuns';
import { buildInstancePage, type GatheredRun } from '../core/study/page/buildInstancePage';
import type { InstancePage } from '../core/study/page/instancePage';
import type { PatchFigures, PeopleAnswer } from '../core/study/page/runRow';
import { nameOf } from '../core/study/studyPath';
import { coverageIn } from './gradeCoverage';
import { gradeEvaluation } from './gradeEvaluation';
import { gradeRepeats } from './gradeRepeatFolders';
import { optimisationIn } from './ownRecord';
import { renderStatement } from './renderStatement';

export interface InstancePagePorts {
  readonly files: FilePort;
  /** The model patch of a predictions file; null where it has none. */
  readonly readPatch: (predictionsPath: string, instanceId: string) => Promise<string | null>;
  /** Live verdicts of people on one patch. */
  readonly peopleOn: (instanceId: string, patchHash: string | null) => readonly PeopleAnswer[];
}

const figuresOf = (patch: string | null): PatchFigures | null => {
  if (patch === null) return null;
  const parsed = parsePatch(patch);
  return { isPatch: parsed.isPatch, ...patchFigures(parsed) };
};

const gather = async (
  ports: InstancePagePorts,
  instance: Instance,
  run: InstanceRun,
  rules: RuleSetName,
): Promise<GatheredRun> => {
  const first = run.evaluations[0] ?? null;
  const asked = first?.rules ?? rulesUnderSetting(instance, rules);
  const graded = first ? await gradeEvaluation(ports.files, instance, first.folder, asked) : null;
  const path = run.patchKind === 'code' ? null : run.predictionsPath;
  const patch = path === null ? null : await ports.readPatch(path, run.instanceId);
  return {
    run,
    report: first?.report ?? null,
    tests: graded?.tests ?? null,
    repeats: await repeatsOf(ports.files, instance, run, asked, graded),
    ...(first ? { measured: await measuredIn(ports.files, instance, first.folder) } : {}),
    decided: graded && { rules: graded.rules, rule: graded.rule, reason: graded.reason },
    figures: run.kind === 'gold' ? figuresOf(instance.goldPatch) : figuresOf(patch),
    people: ports.peopleOn(run.instanceId, run.patchHash),
  };
};

const measuredIn = async (files: FilePort, instance: Instance, folder: string) => ({
  coverage: await coverageIn(files, instance, folder),
  optimisation: await optimisationIn(files, folder),
});

/** Repeats are graded by the rules of the first, so that they can be compared. */
const repeatsOf = (
  files: FilePort,
  instance: Instance,
  { evaluations }: InstanceRun,
  rules: RuleSetName,
  first: Grade | null,
): Promise<Repeats | null> => {
  const folders = [...new Set(evaluations.map(({ folder }) => folder))];
  return gradeRepeats(files, instance, folders, rules, new Map([[folders[0] ?? '', first]]));
};

const placeOf = (catalogue: StudyCatalogue, datasetPath: string, id: string): string => {
  const dataset = catalogue.datasets.find(({ path }) => path === datasetPath);
  const row = dataset?.instances.findIndex((each) => each.id === id) ?? -1;
  return dataset && row >= 0 ? `${dataset.id}, ${row + 1} of ${dataset.instances.length}` : nameOf(datasetPath);
};

/** Everything the page of an instance shows, read anew: the row, the logs of its evaluations, its patches' figures. */
export const instancePage = async (
  ports: InstancePagePorts,
  catalogue: StudyCatalogue,
  instance: Instance,
  datasetPath: string,
  rules: RuleSetName,
  runs: readonly InstanceRun[] = instanceRuns(catalogue).get(instance.id) ?? [],
): Promise<InstancePage> => {
  return buildInstancePage({
    instance: withCorrections(instance, correctionsOf({ corrections: catalogue.corrections ?? [] }, '')),
    place: placeOf(catalogue, datasetPath, instance.id),
    rules: rulesUnderSetting(instance, rules),
    title: titleOf(instance.statement),
    statementHtml: statementHtml(instance),
    gold: figuresOf(instance.goldPatch),
    test: figuresOf(instance.testPatch),
    runs: await Promise.all(runs.map((run) => gather(ports, instance, run, rules))),
    problems: problemsOf(catalogue, instance.id),
    check: catalogue.checks?.find(({ instanceId }) => instanceId === instance.id) ?? null,
  });
};

const statementHtml = ({ statement, benchmark }: Instance): string | null =>
  statement === null ? null : renderStatement(statement, hasCodeStatements(benchmark) ? 'code' : 'markdown');

/** Notes of the reader that name this instance. */
const problemsOf = (catalogue: StudyCatalogue, id: string): string[] =>
  catalogue.problems
    .filter(({ where, reason }) => where.includes(id) || reason.includes(`"${id}"`))
    .map(({ where, reason }) => `${where}: ${reason}`);
