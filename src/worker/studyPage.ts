import { type InstancePagePorts, instancePage } from '../app/instancePage';
import type { RaterVerdict, VerdictSummary } from '../app/readVerdicts';
import type { Instance } from '../core/instance/instance';
import type { FilePort } from '../core/shared/files';
import type { StudyCatalogue } from '../core/study/catalogue';
import type { InstanceRun } from '../core/study/instanceRuns';
import type { InstancePage } from '../core/study/page/instancePage';
import type { AppApi } from '../protocol/app';
import type { ReadingApi } from '../protocol/worker';
import type { OpenedStudy } from './openedStudy';

export interface PageDesk {
  readonly files: FilePort;
  readonly reading: Pick<ReadingApi, 'readInstance' | 'readPatch'>;
  readonly study: OpenedStudy;
}

/** What the page is made of, as it may be told. */
export interface PageSight {
  catalogue(catalogue: StudyCatalogue): StudyCatalogue;
  instance(instance: Instance): Instance;
  rows(instanceId: string, rows: readonly InstanceRun[]): readonly InstanceRun[];
  verdicts(verdicts: readonly RaterVerdict[]): readonly RaterVerdict[];
  /** The file of a path of the rows. */
  realPath(path: string): string;
}

const fullSight: PageSight = {
  catalogue: (catalogue) => catalogue,
  instance: (instance) => instance,
  rows: (_instanceId, rows) => rows,
  verdicts: (verdicts) => verdicts,
  realPath: (path) => path,
};

/** `cannot_judge` is no answer in lists: it shows as "cannot judge". */
export const wordOf = (overall: string | null): string | null => (overall === 'cannot_judge' ? null : overall);

const portsOver = ({ files, reading }: PageDesk, people: VerdictSummary, sight: PageSight): InstancePagePorts => ({
  files,
  readPatch: (path, instanceId) =>
    reading.readPatch({ datasetPath: '', predictionsPath: sight.realPath(path), instanceId }),
  peopleOn: (instanceId, patchHash) =>
    sight.verdicts(people.of(instanceId, patchHash)?.raters ?? []).map(({ overall }) => ({ overall: wordOf(overall) })),
});

/** The page of an instance over the study that is open; null where its dataset has no such row. */
export const studyPage = async (
  desk: PageDesk,
  { datasetPath, instanceId, studyFolder, rules }: Parameters<AppApi['instancePage']>[0],
  sight: PageSight = fullSight,
): Promise<InstancePage | null> => {
  const { reading, study } = desk;
  const instance = await reading.readInstance({ datasetPath, instanceId });
  const catalogue = sight.catalogue(await study.of(studyFolder));
  const ports = portsOver(desk, await study.people(studyFolder), sight);
  const runs = sight.rows(instanceId, (await study.rowsOf(studyFolder)).get(instanceId) ?? []);
  return instance && instancePage(ports, catalogue, sight.instance(instance), datasetPath, rules, runs);
};
