import type { FilePort } from '../core/shared/files';
import { InputFault } from '../core/shared/problem';
import { joinPath, staysInside } from '../core/study/studyPath';

/** Where the study's rubric stands: a file of the study, else one that ships under that id. */
export const findRubric = async (
  files: FilePort,
  shipped: string,
  { studyFolder, rubric }: { readonly studyFolder: string; readonly rubric: string },
): Promise<string> => {
  const builtIn = /^[a-z0-9-]+$/.test(rubric) ? `${shipped}/${rubric}.yaml` : null;
  const own = staysInside(rubric)
    ? [joinPath(studyFolder, rubric), joinPath(studyFolder, `rubrics/${rubric}.yaml`)]
    : [];
  for (const path of [...own, ...(builtIn ? [builtIn] : [])]) {
    if ((await files.stat(path))?.kind === 'file') return path;
  }
  throw new InputFault(
    `rubric: no file "${rubric}" in ${studyFolder}, and no rubric of that id ships with Touchstone.`,
  );
};
