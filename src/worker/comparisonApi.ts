import { comparisonSide } from '../app/comparisonSide';
import { hunkMapOfTexts } from '../app/hunkMap';
import { sourceOfInstance } from '../app/openInstanceSource';
import { studyOfDataset } from '../app/openInstanceStudy';
import { planComparison } from '../app/planComparison';
import { readBaseFile } from '../app/readBaseFile';
import type { Instance } from '../core/instance/instance';
import type { FilePort } from '../core/shared/files';
import type { Sha256 } from '../core/shared/hash';
import { InputFault } from '../core/shared/problem';
import type { RepositorySource } from '../core/workspace/repositorySource';
import { gitBaseFiles } from '../io/git/baseFiles';
import type { AppApi } from '../protocol/app';
import type { ReadingApi } from '../protocol/worker';

type ComparisonApi = Pick<AppApi, 'planComparison' | 'readSide' | 'hunkMap'>;

interface Question {
  readonly datasetPath: string;
  readonly instanceId: string;
  readonly predictionsPath: string | null;
  readonly repositories: Readonly<Record<string, string>>;
}

/** Sides of a comparison: whole files where the repository's history is at hand, else from the hunks. */
export const comparisonApi = (files: FilePort, reading: ReadingApi, sha256: Sha256): ComparisonApi => {
  const base = gitBaseFiles();
  const gather = async (q: Question) => {
    const instance = await reading.readInstance(q);
    if (!instance) throw new InputFault(`${q.datasetPath} has no instance ${q.instanceId}.`);
    const patch =
      q.predictionsPath === null ? null : await reading.readPatch({ ...q, predictionsPath: q.predictionsPath });
    return { instance, patch, source: await sourceFor(files, instance, q) };
  };
  return {
    planComparison: async (q) => {
      const { instance, patch, source } = await gather(q);
      const compared = planComparison(instance.goldPatch, patch);
      const reachable =
        source === null
          ? 'No history of the repository is at hand: the sides show the hunks alone.'
          : await fault(base, source, instance);
      const notes = reachable === null ? compared.notes : [reachable, ...compared.notes];
      return { ...compared, source: reachable === null ? 'repository' : 'hunks', notes };
    },
    hunkMap: async (q) => {
      const { instance, patch, source } = await gather(q);
      const isThere = source !== null && (await fault(base, source, instance)) === null;
      const { goldPatch: gold, testPatch } = instance;
      const texts = { gold, model: patch, testPatch, isGoldHidden: q.isGoldHidden };
      return hunkMapOfTexts({ ...texts, source: isThere ? 'repository' : 'hunks' }, sha256);
    },
    readSide: async ({ path, side, ...q }) => {
      const { instance, patch, source } = await gather(q);
      const usable = source !== null && (await fault(base, source, instance)) === null;
      const readBase = usable ? (file: string) => readBaseFile(base, source, instance, file) : null;
      return comparisonSide({ path, side, goldPatch: instance.goldPatch, modelPatch: patch }, readBase);
    },
  };
};

const sourceFor = async (
  files: FilePort,
  instance: Instance,
  { datasetPath, repositories }: Question,
): Promise<RepositorySource | null> => {
  const { hints } = await studyOfDataset(files, datasetPath);
  return sourceOfInstance(instance, { ...hints, repositories });
};

/** Why base can't be read; null where it can. Asked once a source and commit, the answer kept while it is good. */
const fault = async (
  base: ReturnType<typeof gitBaseFiles>,
  source: RepositorySource,
  instance: Instance,
): Promise<string | null> => {
  const key = JSON.stringify([source, instance.baseCommit]);
  if (reached.has(key)) return null;
  try {
    await readBaseFile(base, source, instance, '.gitignore');
    reached.add(key);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

const reached = new Set<string>();
