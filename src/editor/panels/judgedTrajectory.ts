import { isFields } from '../../core/run/trajectory/fields';
import type { TrajectoryRef } from '../../protocol/trajectory';
import { activeTrajectory } from '../platform/activeTrajectory';
import { tell } from '../platform/messages';
import { pickInstance } from '../platform/pickItem';
import type { Services } from '../platform/services';
import type { Judged } from './judged';
import { pickTrajectory, trajectoryChoices } from './trajectoryChoices';

/**
 * The trajectory that an argument names, else the one in front, else one of an instance's: the run's own where a run is
 * meant. Null where the person turned away, or there is none, which is said.
 */
export const trajectoryFor = async (services: Services, argument: unknown): Promise<TrajectoryRef | null> => {
  if (isFields(argument) && typeof argument['path'] === 'string' && typeof argument['which'] === 'number')
    return { path: argument['path'], which: argument['which'] };
  const front = argument === undefined ? activeTrajectory() : null;
  if (front) return { path: front.path, which: front.which };
  const item = await pickInstance(services, argument);
  if (!item) return null;
  const all = await trajectoryChoices(services, item.instanceId);
  const own = item.run ? all.filter(({ runId }) => runId === item.run?.runId) : all;
  const [first] = own;
  if (!first) {
    void tell(`${item.instanceId} has no trajectory here${item.run ? ' of that run' : ''}.`);
    return null;
  }
  const chosen = own.length === 1 ? first : await pickTrajectory(own, 'Judge Which Trajectory?');
  return chosen && { path: chosen.path, which: chosen.which };
};

/** What a form on a trajectory needs: its instance and run, as the study knows them. Null where it knows no instance. */
export const judgedTrajectory = async (services: Services, ref: TrajectoryRef): Promise<Judged | null> => {
  const place = await services.app.remote.trajectoryPlace(ref);
  const { instanceId, datasetPath, runId, attempt } = place;
  if (instanceId === null || datasetPath === null || services.study.folder === null) {
    void tell('This trajectory is of no instance that is open here. Open the folder that holds its dataset.');
    return null;
  }
  const rows = await services.study.runsOf(instanceId);
  const same = rows.filter((row) => row.runId === runId);
  const run = same.find((row) => row.attempt === attempt) ?? same[0] ?? null;
  return { datasetPath, instanceId, run, unit: { kind: 'trajectory', ref } };
};
