import { join } from 'node:path';
import { cutStream, withAlteredOutput, withoutRefusedReplies } from './copies';
import { recordAtif } from './recordAtif';
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
  'heron-2-14': (recorded) => ({ '.killed.jsonl': cutStream(recorded) }),
  'heron-2-17': (recorded) => ({ '.old.traj.json': miniText(withoutRefusedReplies(recorded)) }),
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
  if (script.form === 'atif') {
    const { instanceId, text } = await recordAtif(join(root, 'samples', 'quickstart'), script);
    return [{ path: `${pathOf(script, instanceId)}.trajectory.json`, text }];
  }
  const { instanceId, text, record } = await recordScript(join(root, 'samples', 'quickstart'), script);
  const path = pathOf(script, instanceId);
  const copies = Object.entries(copiesOf[name]?.(JSON.parse(text)) ?? {});
  return [
    { path: `${path}.traj.json`, text },
    { path: `${path.replace('/trajectories/', '/records/')}.jsonl`, text: record },
    ...copies.map(([ending, text]) => ({ path: `${path}${ending}`, text })),
  ];
};
