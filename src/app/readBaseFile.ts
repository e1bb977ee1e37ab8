import type { Instance } from '../core/instance/instance';
import { InputFault } from '../core/shared/problem';
import type { RepositorySource } from '../core/workspace/repositorySource';
import type { BaseFiles } from '../core/workspace/workspaces';

const baseOf = (instance: Pick<Instance, 'id' | 'baseCommit'>): string => {
  if (instance.baseCommit === null) throw new InputFault(`Instance "${instance.id}" has no base_commit.`);
  return instance.baseCommit;
};

/** A file of the instance's repository at base, byte for byte; null where base has none. Faults as `BaseFiles`. */
export const readBaseFile = (
  files: BaseFiles,
  source: RepositorySource,
  instance: Pick<Instance, 'id' | 'baseCommit'>,
  path: string,
  signal?: AbortSignal,
): Promise<Uint8Array | null> => files.read(source, baseOf(instance), path, signal);
