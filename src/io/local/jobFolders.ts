import { copyFile, mkdir, mkdtemp, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { InputFile, JobSpec } from '../../core/run/container/engine';
import { relocateTestbed } from '../../core/run/container/relocate';
import type { JobFolders } from './environment';

export const folderPrefix = 'touchstone-job-';

/** A temporary folder whose path needs no quoting: it stands in shell scripts in place of /testbed. */
export const temporaryFolder = async (): Promise<string> => {
  const usual = await realpath(tmpdir());
  return /^[A-Za-z0-9/._-]+$/.test(usual) ? usual : realpath('/tmp');
};

/** The throw-away folders of one job; the checkout's own is left for the script to make. */
export const makeFolders = async (): Promise<JobFolders> => {
  const root = await mkdtemp(path.join(await temporaryFolder(), folderPrefix));
  const folders = {
    root,
    input: path.join(root, 'in'),
    output: path.join(root, 'out'),
    testbed: path.join(root, 'testbed'),
    home: path.join(root, 'home'),
    temporary: path.join(root, 'tmp'),
  };
  for (const folder of [folders.input, folders.output, folders.home, folders.temporary]) await mkdir(folder);
  return folders;
};

/** The script as it is run here: with the checkout's path where it says /testbed. */
const localBytes = (file: InputFile, spec: JobSpec, testbed: string, notes: string[]): Uint8Array => {
  if (file.path !== '/in/eval.sh') return file.bytes;
  const { script, replaced } = relocateTestbed(new TextDecoder().decode(file.bytes), spec.testbed, testbed);
  notes.push(`${spec.testbed} stood ${replaced} times in the script and was replaced by the checkout ${testbed}`);
  return new TextEncoder().encode(script);
};

/** Writes scripts, patch and bundle; gives what was changed in them, in words. */
export const writeInput = async (spec: JobSpec, folders: JobFolders): Promise<string[]> => {
  const notes: string[] = [];
  for (const file of spec.files) {
    const bytes = localBytes(file, spec, folders.testbed, notes);
    await writeFile(path.join(folders.input, path.basename(file.path)), bytes);
  }
  if (spec.bundlePath !== null) await copyFile(spec.bundlePath, path.join(folders.input, 'repo.bundle'));
  return notes;
};
