import type { FilePort } from '../../core/shared/files';
import { joinPath, staysInside } from '../../core/study/studyPath';
import type { OfferedName } from './studyNames';

const mostEntries = 500;

const passedOver = new Set(['.git', '.touchstone', 'node_modules']);

/** Files and folders below the study's folder that go on from what is written; folders end in `/`. */
export const pathNames = async (files: FilePort, folder: string, written: string): Promise<readonly OfferedName[]> => {
  const parent = written.slice(0, written.lastIndexOf('/') + 1);
  if (!staysInside(parent === '' ? '.' : parent)) return [];
  const at = joinPath(folder, parent);
  if ((await files.stat(at).catch(() => null))?.kind !== 'folder') return [];
  const entries = (await files.list(at)).filter(({ name }) => !passedOver.has(name)).slice(0, mostEntries);
  return entries.flatMap(({ name, kind }) => {
    if (kind === 'folder') return [{ name: `${parent}${name}/`, detail: 'folder' }];
    return kind === 'file' ? [{ name: `${parent}${name}` }] : [];
  });
};
