import { modelLabel } from '../../core/run/record/runName';
import type { FilePort } from '../../core/shared/files';
import { withStudyRun } from '../../core/study/addStudyRun';
import { folderOf } from '../../core/study/studyPath';
import { findStudyFiles } from '../studyFile';
import type { RunRequest } from './runRequest';

export interface RegisterPorts {
  readonly files: FilePort;
  /** Replaces a text file as a whole. Throws EnvironmentFault. */
  writeText(path: string, text: string): Promise<void>;
}

/**
 * Enters a run of `folder/runs/<id>` into the folder's study file. Gives the file that was changed; null where there is
 * none, where the run stands there already, or where the file can't be read as one.
 */
export const registerRun = async (
  { files, writeText }: RegisterPorts,
  folder: string,
  {
    runId,
    folder: runFolder,
    model,
    agent,
    attempt,
  }: Pick<RunRequest, 'runId' | 'folder' | 'model' | 'agent' | 'attempt'>,
): Promise<string | null> => {
  const [file] = (await files.stat(folder))?.kind === 'folder' ? await findStudyFiles(files, folder) : [];
  if (file === undefined || !runFolder.startsWith(`${folderOf(file)}/`)) return null;
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await files.readBytes(file, 2 * 1024 * 1024));
  const path = runFolder.slice(folderOf(file).length + 1);
  const next = withStudyRun(text, { id: runId, path, model: modelLabel(model), agent: agent.id, attempt });
  if (next === null) return null;
  await writeText(file, next);
  return file;
};
