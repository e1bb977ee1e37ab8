import { type RegradePorts, regradeChoices, regradeItems } from '../app/regradeItems';
import type { StudyRows } from '../app/studyRows';
import type { FilePort } from '../core/shared/files';
import type { RegradeApi, RegradeItem, RegradeScope } from '../protocol/regrade';
import type { ReadingApi } from '../protocol/worker';
import type { OpenedStudy } from './openedStudy';
import type { Tasks } from './tasks';

/** So many evaluations of a run are looked at to say which rule sets fit; the answer grades them all. */
const lookedAt = 50;

/** The evaluations of a scope as the study has them now, of instances that stand in a dataset. */
const itemsOf = (parts: StudyRows, { key, instanceId }: RegradeScope): readonly RegradeItem[] => {
  const rows = instanceId === null ? parts.withKey(key) : parts.of(instanceId).rows.filter((row) => row.key === key);
  return rows.flatMap((row) => {
    const datasetPath = parts.datasetOf(row.instanceId);
    if (datasetPath === null) return [];
    return row.evaluations.map(({ folder }) => ({ datasetPath, instanceId: row.instanceId, folder }));
  });
};

interface RegradeDesk {
  readonly files: FilePort;
  readonly reading: ReadingApi;
  readonly study: OpenedStudy;
  readonly tasks: Tasks;
}

/** Grading again by another rule set, over the readers that keep what was read. */
export const regradeApi = ({ files, reading, study, tasks }: RegradeDesk): RegradeApi => {
  const ports: RegradePorts = {
    files,
    readInstance: ({ datasetPath, instanceId }) => reading.readInstance({ datasetPath, instanceId }),
  };
  return {
    regradeChoices: async ({ studyFolder, scope, setting }) => {
      const items = itemsOf(await study.parts(studyFolder), scope);
      const asked = items.slice(0, lookedAt);
      const choices = await regradeChoices(ports, asked, setting);
      return { choices, evaluations: items.length, lookedAt: asked.length };
    },
    regrade: async ({ task, studyFolder, scope, setting, against }) => {
      const items = itemsOf(await study.parts(studyFolder), scope);
      return tasks.run(task, (signal) => regradeItems(ports, items, setting, against, signal));
    },
  };
};
