import { aiderPolyglot } from './aiderPolyglot';
import type { FolderFormat } from './folderFormat';
import { harbor } from './harbor';
import { sweLancer } from './sweLancer';
import { taskRepo } from './taskRepo';
import { terminalBench } from './terminalBench';

/** Every benchmark whose tasks are folders. The first that matches reads: narrower layouts stand first. */
export const folderFormats: readonly FolderFormat[] = [taskRepo, terminalBench, harbor, sweLancer, aiderPolyglot];

/** The format of a folder that is one task, by the names of its files and folders; null where it is no task. */
export const folderFormatOf = (names: Iterable<string>): FolderFormat | null => {
  const set = new Set(names);
  return folderFormats.find((format) => format.matches(set)) ?? null;
};
