import { type RegradePorts, regradeChoices, regradeItems } from '../app/regradeItems';
import type { FilePort } from '../core/shared/files';
import type { RegradeApi } from '../protocol/regrade';
import type { ReadingApi } from '../protocol/worker';
import type { Tasks } from './tasks';

/** Grading again by another rule set, over the readers that keep what was read. */
export const regradeApi = (files: FilePort, reading: ReadingApi, tasks: Tasks): RegradeApi => {
  const ports: RegradePorts = {
    files,
    readInstance: ({ datasetPath, instanceId }) => reading.readInstance({ datasetPath, instanceId }),
  };
  return {
    regradeChoices: ({ items, setting }) => regradeChoices(ports, items, setting),
    regrade: ({ task, items, setting, against }) =>
      tasks.run(task, (signal) => regradeItems(ports, items, setting, against, signal)),
  };
};
