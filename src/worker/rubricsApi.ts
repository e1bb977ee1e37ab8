import { contextOf } from '../app/verdictItem';
import type { Instance } from '../core/instance/instance';
import { outcomeName, type RatedItem, refusalOf, refusalWith } from '../core/review/rubric/appliesTo';
import type { Rubric } from '../core/review/rubric/rubric';
import { shippedRubrics } from '../core/review/rubric/shippedRubrics';
import type { FilePort } from '../core/shared/files';
import { InputFault } from '../core/shared/problem';
import type { StudyCatalogue } from '../core/study/catalogue';
import { readRubricFile } from '../io/store/rubricFile';
import type { OfferedRubric, RubricsApi } from '../protocol/rubrics';
import { findRubric } from './findRubric';
import { queueOfRun } from './ratedQueue';

type Named = Pick<StudyCatalogue, 'rubric' | 'rubricByTaskType'>;

export interface RubricPorts {
  readonly files: FilePort;
  readonly readInstance: (datasetPath: string, instanceId: string) => Promise<Instance | null>;
  /** Folder of the rubrics that ship. */
  readonly rubricFolder: string;
  /** What the study's file says of its rubrics. */
  readonly namedBy: (studyFolder: string) => Promise<Named>;
}

/** Files of a study's `rubrics` folder that are looked at. */
const mostOwn = 50;

const ownNames = async (files: FilePort, studyFolder: string): Promise<readonly string[]> => {
  const entries = await files.list(`${studyFolder}/rubrics`).catch(() => []);
  return entries
    .flatMap(({ name }) => (/\.ya?ml$/.test(name) ? [`rubrics/${name}`] : []))
    .sort()
    .slice(0, mostOwn);
};

/** Every rubric that there is for a study, by the name that a request gives it; one that can't be read is left out. */
const allRubrics = async (
  { files, rubricFolder }: Pick<RubricPorts, 'files' | 'rubricFolder'>,
  studyFolder: string,
  first: readonly string[],
): Promise<ReadonlyMap<string, Rubric>> => {
  const names = new Set([...first, ...(await ownNames(files, studyFolder)), ...shippedRubrics]);
  const found = new Map<string, Rubric>();
  for (const name of names) {
    const path = await findRubric(files, rubricFolder, { studyFolder, rubric: name }).catch(() => null);
    const read = path === null ? null : await readRubricFile(path).catch(() => null);
    if (read && ![...found.values()].some(({ id }) => id === read.rubric.id)) found.set(name, read.rubric);
  }
  return found;
};

const offered = (name: string, { id, version, title, expectedSeconds }: Rubric): OfferedRubric => ({
  ...{ name, id, version, title, expectedSeconds },
});

/** Why a rubric is the wrong form for an item, and which one is right; null where it may be used. */
export const refusedWith = async (
  ports: Pick<RubricPorts, 'files' | 'rubricFolder'>,
  studyFolder: string,
  rubric: Rubric,
  item: RatedItem,
): Promise<string | null> => {
  const refusal = refusalOf(rubric, item);
  if (refusal === null) return null;
  const all = [...(await allRubrics(ports, studyFolder, [])).values()];
  return refusalWith(
    refusal,
    all.filter((one) => refusalOf(one, item) === null),
  );
};

/** Which rubrics there are for an item: the study's own word first, then all whose `appliesTo` takes it. */
export const rubricsApi = (ports: RubricPorts): RubricsApi => ({
  rubricsFor: async ({ datasetPath, unit, ...rated }) => {
    const { studyFolder, instanceId, outcome } = rated;
    const instance = await ports.readInstance(datasetPath, instanceId);
    if (!instance) throw new InputFault(`${datasetPath} has no instance ${instanceId}.`);
    const taskTypes = contextOf(instance, false, false).unit['taskType'] ?? [];
    const queue = unit === 'trajectory' ? await queueOfRun(rated) : null;
    const item: RatedItem = { unit, taskTypes, outcome: outcome && outcomeName(outcome), queue };
    const { rubric, rubricByTaskType = {} } = await ports.namedBy(studyFolder);
    const name = taskTypes.map((type) => rubricByTaskType[type]).find((named) => named !== undefined) ?? rubric;
    const path = await findRubric(ports.files, ports.rubricFolder, { studyFolder, rubric: name });
    const own = (await readRubricFile(path)).rubric;
    const all = await allRubrics(ports, studyFolder, [name, ...Object.values(rubricByTaskType)]);
    const fitting = [...all].filter(([, one]) => refusalOf(one, item) === null);
    const refusal = refusalOf(own, item);
    return {
      own: refusal === null ? offered(name, own) : null,
      why:
        refusal === null
          ? null
          : refusalWith(
              refusal,
              fitting.map(([, one]) => one),
            ),
      fitting: fitting.map(([key, one]) => offered(key, one)),
      taskTypes,
    };
  },
});

/** What a study's rubric asks, by criterion; nothing where it can't be read. */
export const rubricQuestions = async (
  { files, rubricFolder }: Pick<RubricPorts, 'files' | 'rubricFolder'>,
  { root, rubric: name }: Pick<StudyCatalogue, 'root' | 'rubric'>,
): Promise<Readonly<Record<string, string>>> => {
  const path = await findRubric(files, rubricFolder, { studyFolder: root, rubric: name }).catch(() => null);
  const read = path === null ? null : await readRubricFile(path).catch(() => null);
  return Object.fromEntries((read?.rubric.criteria ?? []).map(({ id, question }) => [id, question]));
};
