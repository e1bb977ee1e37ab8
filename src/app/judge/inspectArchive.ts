import { type InspectSample, inspectSample } from '../../core/review/judgeFile/readInspectScores';
import { fieldAt, isFields, textIn } from '../../core/review/judgeFile/rowFields';
import { inspectFolder } from '../../core/run/trajectory/formats/inspectEval/inspectFolder';
import type { OpenTrajectoryFiles, TrajectoryFiles } from '../../core/run/trajectory/trajectoryFiles';
import type { TrajectoryPart } from '../../core/run/trajectory/trajectoryFormat';
import { InputFault } from '../../core/shared/problem';
import { nameOf } from '../../core/study/studyPath';

const scored: ReadonlySet<string> = new Set(['id', 'epoch', 'scores', 'score', 'eval']);

/** Members of a part that stand outside its long lists. */
const membersOf = async (
  files: TrajectoryFiles,
  { path, cut }: TrajectoryPart,
  signal: AbortSignal | undefined,
): Promise<Readonly<Record<string, unknown>>> => {
  const members: Record<string, unknown> = {};
  for await (const batch of files.records(path, cut, signal)) {
    if (batch.kind === 'end') break;
    for (const { place, value } of batch.records)
      if (place === '' && isFields(value)) Object.assign(members, value);
      else if (scored.has(place)) members[place] = value;
  }
  return members;
};

/** The scores of an `.eval` archive, sample by sample; its events are passed over. Throws InputFault where it is none. */
export const inspectArchive = async (
  openFiles: OpenTrajectoryFiles,
  path: string,
  signal?: AbortSignal,
): Promise<readonly InspectSample[]> => {
  const files = await openFiles(path);
  const folder = inspectFolder(files.paths);
  if (folder === null) throw new InputFault(`${path}: no log of Inspect in it (no header.json).`);
  const samples: InspectSample[] = [];
  for (const { id, parts } of folder.trajectories) {
    const [head, sample] = parts;
    if (head === undefined || sample === undefined) continue;
    const log = await membersOf(files, head, signal);
    const model = textIn(fieldAt(log, 'eval.model'));
    const members = await membersOf(files, sample, signal);
    samples.push(inspectSample(members, model, { file: nameOf(path), line: null, words: `samples/${id}` }));
  }
  return samples;
};
