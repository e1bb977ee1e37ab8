import type { FilePort } from '../core/shared/files';
import { joinPath, nameOf } from '../core/study/studyPath';
import type { CatalogueBuilder } from './openStudyBuilder';
import { predictionsIn } from './openStudyRuns';

/** What one `run.json` may take. */
const mostBytes = 1024 * 1024;

/** So many folders below `runs/` are looked at. */
const mostFolders = 2000;

/** Whether a run's folder says that Touchstone made it. Never a reason to fail. */
const isOwn = async (files: FilePort, folder: string): Promise<boolean> => {
  const path = joinPath(folder, 'run.json');
  if ((await files.stat(path))?.kind !== 'file') return false;
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(await files.readBytes(path, mostBytes)));
    return typeof value === 'object' && value !== null && 'touchstone' in value && value.touchstone !== undefined;
  } catch {
    return false;
  }
};

/**
 * Runs that Touchstone made below `runs/` and that the study file doesn't name: what somebody tried on the way. They come
 * after those that it names. A run that has no prediction yet is still under way.
 */
export const addOwnRuns = async (build: CatalogueBuilder): Promise<void> => {
  const { files } = build.ports;
  const above = joinPath(build.root, 'runs');
  if ((await files.stat(above))?.kind !== 'folder') return;
  const known = new Set(build.runs.map(({ path }) => path));
  const ids = new Set(build.runs.map(({ id }) => id));
  const folders = (await files.list(above)).filter(({ kind }) => kind === 'folder').map(({ name }) => name);
  for (const name of folders.sort().slice(0, mostFolders)) {
    const folder = joinPath(above, name);
    if (ids.has(nameOf(folder)) || !(await isOwn(files, folder))) continue;
    const path = await predictionsIn(files, folder);
    if (path === null || known.has(path)) continue;
    await build.run(path, folder, { id: name, model: null, attempt: null, base: null });
    build.dropEmptyRun();
  }
};
