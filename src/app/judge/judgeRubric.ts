import type { FilePort } from '../../core/shared/files';
import { InputFault } from '../../core/shared/problem';
import { joinPath, staysInside } from '../../core/study/studyPath';

/**
 * Where a judge's rubric stands: a file that was named, one of the study, else one that ships under that id. `id@major` of
 * study files is the id.
 */
export const findJudgeRubric = async (
  files: FilePort,
  shipped: string,
  studyFolder: string,
  named: string,
): Promise<string> => {
  const id = named.replace(/@\d+$/, '');
  const own = staysInside(id) ? [joinPath(studyFolder, id), joinPath(studyFolder, `rubrics/${id}.yaml`)] : [];
  const builtIn = /^[a-z0-9-]+$/.test(id) ? [`${shipped}/${id}.yaml`] : [];
  const absolute = /^(?:\/|[A-Za-z]:[\\/])/.test(named) ? [named] : [];
  for (const path of [...absolute, ...own, ...builtIn]) if ((await files.stat(path))?.kind === 'file') return path;
  throw new InputFault(`rubric: no file "${named}" in ${studyFolder}, and no rubric of that id ships with Touchstone.`);
};
