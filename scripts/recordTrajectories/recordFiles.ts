import { join } from 'node:path';
import { withAlteredOutput } from './copies';
import { type MiniTrajectory, miniText, recordScript } from './recordScript';
import { readScript, type Script } from './replies';

/** A file below `samples/quickstart`. */
export interface RecordedFile {
  readonly path: string;
  readonly text: string;
}

type Copies = (recorded: MiniTrajectory) => Readonly<Record<string, string>>;

/** What is made of a recording beside the recording itself, by the name of its replies. */
const copiesOf: Readonly<Record<string, Copies>> = {
  'kestrel-1-14': (recorded) => ({
    '.altered.traj.json': miniText(withAlteredOutput(recorded, '# tests 27', '# tests 28')),
  }),
};

const pathOf = (script: Script, instanceId: string): string =>
  `runs/${script.run}/trajectories/${script.file ?? instanceId}`;

/** Records the replies of one name, in a container of their instance; gives all files that come of it. */
export const recordFiles = async (root: string, name: string): Promise<readonly RecordedFile[]> => {
  const folder = join(root, 'scripts', 'recordTrajectories', 'replies');
  const script = readScript(join(folder, `${name}.yaml`), join(root, 'scripts', 'sample', 'predictions'));
  const recorded = await recordScript(join(root, 'samples', 'quickstart'), script);
  const path = pathOf(script, recorded.instance_id);
  const copies = Object.entries(copiesOf[name]?.(recorded) ?? {});
  return [
    { path: `${path}.traj.json`, text: miniText(recorded) },
    ...copies.map(([ending, text]) => ({ path: `${path}${ending}`, text })),
  ];
};
