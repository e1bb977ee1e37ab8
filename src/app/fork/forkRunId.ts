import type { FilePort } from '../../core/shared/files';
import { joinPath, nameOf } from '../../core/study/studyPath';

const slug = (text: string): string =>
  text
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+|-+$/g, '')
    .slice(0, 80) || 'run';

/** A free name for the fork's run: `kestrel-1-fork-4`, with a number behind where that is taken. */
export const forkRunId = async (
  files: Pick<FilePort, 'stat'>,
  folder: string,
  parent: { readonly runId: string | null; readonly path: string },
  step: number,
): Promise<string> => {
  const name = parent.runId ?? nameOf(parent.path).replace(/(?:\.traj)?\.[^.]*$/, '');
  const wanted = slug(`${name}-fork-${step}`);
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? wanted : `${wanted}-${number}`;
    if ((await files.stat(joinPath(folder, `runs/${id}`))) === null) return id;
  }
};
