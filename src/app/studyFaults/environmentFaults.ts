import { imageOf } from '../../core/dataset/imageOf';
import type { Instance } from '../../core/instance/instance';
import { counted } from '../../core/shared/counted';
import { InputFault } from '../../core/shared/problem';
import { type Environment, environmentFor, isForInstance } from '../../core/study/environment';
import type { StudyProblem } from '../../core/study/studyProblem';
import { streamDataset } from '../readDataset';
import { hasDockerfile } from '../taskFolders/taskDockerfiles';
import type { FaultContext, FoundDataset } from './faultPorts';

/** Rows of a dataset that are read whole, to know their images and commits. */
const mostRows = 500;

/** An instance with its environment of the study file; the first that matches wins. */
export interface PlacedInstance {
  readonly instance: Instance;
  readonly environment: Environment | null;
}

/** The first rows of a study's datasets, whole, each with its environment. */
export const firstInstances = async ({ ports, read, datasets, signal }: FaultContext) => {
  const placed: PlacedInstance[] = [];
  let all = true;
  for (const { id, path } of datasets.found) {
    let rows = 0;
    try {
      const stream = await streamDataset(ports.files, path, { from: 0, count: mostRows }, signal);
      for await (const item of stream.items) {
        signal?.throwIfAborted();
        if (item.kind !== 'instance') continue;
        rows += 1;
        if (rows > mostRows) break;
        const environment = environmentFor(read.study?.environments ?? [], item.instance, id);
        placed.push({ instance: item.instance, environment });
      }
    } catch (error) {
      if (!(error instanceof InputFault)) throw error;
    }
    all &&= rows <= mostRows;
  }
  return { placed, all };
};

/** W120: instances that can't be evaluated, for want of an image. */
export const sayImageless = (
  { read, datasets }: FaultContext,
  placed: readonly PlacedInstance[],
): readonly StudyProblem[] => {
  const without = placed.filter(
    ({ instance, environment }) => environment === null && imageOf(instance) === null && !hasDockerfile(instance),
  );
  if (without.length === 0) return [];
  const total = datasets.found.reduce((sum, { instances }) => sum + instances.length, 0);
  const count = `${placed.length < total ? 'At least ' : ''}${counted(without.length, 'instance')}`;
  const [have, match] = without.length === 1 ? ['has', 'matches'] : ['have', 'match'];
  const words = `${count} ${have} no image and ${match} no environment; they can be read and rated, not evaluated.`;
  const field = read.study?.environments.length ? 'environments' : 'datasets';
  const { faults } = read;
  return [faults.at('W120', field, faults.places.ofPath([field], 'key'), words)];
};

const isIdle = (environment: Environment, found: readonly FoundDataset[]): boolean =>
  !found.some(({ id, instances }) => instances.some((row) => isForInstance(environment, row, id)));

/** W121: environments that are for no instance. */
export const sayIdle = ({ read, datasets }: FaultContext): readonly StudyProblem[] => {
  if (datasets.found.length === 0 || datasets.unreadable.size > 0) return [];
  return (read.study?.environments ?? []).flatMap((environment, index) => {
    if (!isIdle(environment, datasets.found)) return [];
    const field = `environments[${index}].match`;
    return [read.faults.ofField('W121', field, `${environment.id} matches no instance.`)];
  });
};
