import { InputFault } from '../../core/shared/problem';
import type { InstanceRun } from '../../core/study/instanceRuns';
import { pathBelow } from '../../core/study/studyPath';
import type { AssistantStudy } from './assistantDesk';
import { quoted } from './outsideText';

const some = (names: readonly string[]): string => {
  const shown = names.slice(0, 20).map((name) => quoted(name));
  return `${shown.join(', ')}${names.length > shown.length ? ` and ${names.length - shown.length} more` : ''}`;
};

/** The dataset that holds the instance. Throws InputFault where none does. */
export const datasetOf = ({ catalogue }: AssistantStudy, instanceId: string): string => {
  const dataset = catalogue.datasets.find(({ instances }) => instances.some(({ id }) => id === instanceId));
  if (dataset !== undefined) return dataset.path;
  throw new InputFault(
    `No dataset of the study holds the instance ${quoted(instanceId)}. find_instances lists what there is.`,
  );
};

/**
 * The run's row of an instance: by the row's key, else by the run's id (the first attempt). Throws InputFault where
 * the run has no answer to it.
 */
export const rowOf = (study: AssistantStudy, instanceId: string, run: string): InstanceRun => {
  const rows = study.rows.get(instanceId) ?? [];
  const row = rows.find(({ key }) => key === run) ?? rows.find(({ runId }) => runId === run);
  if (row !== undefined) return row;
  throw new InputFault(
    `The run ${quoted(run)} has nothing on ${quoted(instanceId)}. Runs that have: ${some(rows.map(({ key }) => key)) || 'none'}.`,
  );
};

/** Paths of a study's trajectories below its folder, as assistants name them. */
const trajectoryNames = ({ catalogue }: AssistantStudy): ReadonlyMap<string, string> =>
  new Map((catalogue.trajectories ?? []).map(({ path }) => [pathBelow(catalogue.root, path) ?? path, path]));

/** What names one trajectory: its path, or its instance and run. */
export interface TrajectoryChoice {
  readonly trajectory?: string | undefined;
  readonly instance?: string | undefined;
  readonly run?: string | undefined;
}

const candidates = (study: AssistantStudy, { instance, run }: TrajectoryChoice): readonly string[] => {
  const { trajectories = [], root } = study.catalogue;
  return trajectories
    .filter((each) => instance === undefined || each.instanceId === instance)
    .filter((each) => run === undefined || each.runId === run)
    .map(({ path }) => pathBelow(root, path) ?? path);
};

/**
 * Absolute path of the one trajectory that is named; only what the study lists can be. Throws InputFault where none
 * or several answer, with their names.
 */
export const trajectoryPathOf = (study: AssistantStudy, choice: TrajectoryChoice): string => {
  const names = trajectoryNames(study);
  if (choice.trajectory !== undefined) {
    const path = names.get(choice.trajectory);
    if (path !== undefined) return path;
    throw new InputFault(
      `The study lists no trajectory ${quoted(choice.trajectory)}. It has ${some([...names.keys()]) || 'none'}.`,
    );
  }
  const found = candidates(study, choice);
  const [only] = found;
  if (only === undefined)
    throw new InputFault(`No trajectory of the study answers. It has ${some([...names.keys()]) || 'none'}.`);
  if (found.length > 1)
    throw new InputFault(`${found.length} trajectories answer. Name one by "trajectory": ${some(found)}.`);
  return names.get(only) ?? only;
};

/** The instance that the study takes a trajectory for; null where it doesn't know. */
export const instanceOfPath = ({ catalogue }: AssistantStudy, path: string): string | null =>
  catalogue.trajectories?.find((each) => each.path === path)?.instanceId ?? null;
