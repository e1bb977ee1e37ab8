import type { FilePort } from '../core/shared/files';
import { InputFault, type Problem } from '../core/shared/problem';
import { joinPath, stemOf } from '../core/study/studyPath';
import { discover } from './openStudyDiscovery';
import type { DatasetListing } from './readDatasetListing';
import type { FoundDataset, FoundDatasets } from './studyFaults/faultPorts';
import type { ReadStudy } from './studyFile';

export interface NamedDatasets extends FoundDatasets {
  readonly found: readonly (FoundDataset & DatasetListing)[];
  /** Said of files in a folder of datasets. */
  readonly problems: readonly Problem[];
  readonly filesLookedAt: number;
}

export interface NamedDatasetPorts {
  readonly files: FilePort;
  readonly list: (path: string, signal?: AbortSignal) => Promise<DatasetListing>;
}

/** Reads the datasets of one study, one after another. */
class Naming {
  readonly found: (FoundDataset & DatasetListing)[] = [];
  readonly unreadable = new Map<number, string>();
  readonly problems: Problem[] = [];
  filesLookedAt = 0;

  constructor(
    private readonly ports: NamedDatasetPorts,
    private readonly signal: AbortSignal | undefined,
  ) {}

  /** Why it can't be read, in words; null where it was. */
  async file(index: number, id: string, path: string): Promise<string | null> {
    this.filesLookedAt += 1;
    try {
      this.found.push({ ...(await this.ports.list(path, this.signal)), index, id, path });
      return null;
    } catch (error) {
      if (!(error instanceof InputFault)) throw error;
      return error.message.replace(`${path}: `, '');
    }
  }

  async folder(index: number, id: string, path: string): Promise<void> {
    const inside = await discover(this.ports.files, path, this.signal).catch((error: unknown) => {
      if (!(error instanceof InputFault)) throw error;
      this.unreadable.set(index, error.message);
      return null;
    });
    if (inside === null) return;
    this.problems.push(...inside.problems);
    this.filesLookedAt += inside.filesLookedAt - inside.datasets.length;
    const { datasets } = inside;
    for (const one of datasets) {
      const words = await this.file(index, datasets.length === 1 ? id : `${id}/${stemOf(one)}`, one);
      if (words !== null) this.problems.push({ where: one, field: null, reason: words });
    }
    if (datasets.length === 0) this.unreadable.set(index, 'the folder holds no dataset that this version reads.');
  }
}

/** The datasets that a study file names, listed. What isn't there is left out: `studyFileFaults` says so. */
export const namedDatasets = async (
  ports: NamedDatasetPorts,
  { study, folder }: ReadStudy,
  signal?: AbortSignal,
): Promise<NamedDatasets> => {
  const naming = new Naming(ports, signal);
  for (const [index, dataset] of (study?.datasets ?? []).entries()) {
    const path = joinPath(folder, dataset.path);
    const kind = (await ports.files.stat(path))?.kind;
    if (kind === 'folder') await naming.folder(index, dataset.id, path);
    else if (kind === 'file') {
      const words = await naming.file(index, dataset.id, path);
      if (words !== null) naming.unreadable.set(index, words);
    }
  }
  return naming;
};
