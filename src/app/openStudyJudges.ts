import type { FilePort } from '../core/shared/files';
import type { JudgeEntry } from '../core/study/catalogue';
import { joinPath } from '../core/study/studyPath';

/** Where judges' files lie in a folder without a study file. */
const judgeFolder = 'judge';

const isAnswers = (name: string): boolean => /\.(?:jsonl|ndjson|csv|eval)$/i.test(name);

/** The mapping file beside a judge's file: `magpie.map.yaml` for `magpie.jsonl`. */
export const mapBeside = async (files: FilePort, path: string): Promise<string | null> => {
  const map = path.replace(/\.[^./\\]+$/, '.map.yaml');
  return map !== path && (await files.stat(map))?.kind === 'file' ? map : null;
};

/** The judges of a folder without a study file: each file of `judge/` is one, named by its stem. */
export const findJudges = async (files: FilePort, root: string): Promise<readonly JudgeEntry[]> => {
  const folder = joinPath(root, judgeFolder);
  if ((await files.stat(folder))?.kind !== 'folder') return [];
  const found: JudgeEntry[] = [];
  for (const { kind, name } of await files.list(folder)) {
    if (kind !== 'file' || !isAnswers(name)) continue;
    const path = joinPath(folder, name);
    const map = await mapBeside(files, path);
    found.push({ id: name.replace(/\.[^.]+$/, ''), path, ...(map === null ? {} : { map }) });
  }
  return found;
};
