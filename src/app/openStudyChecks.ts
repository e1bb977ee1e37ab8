import { checkedRowHash } from '../core/evaluation/check/checkedRow';
import type { FoundCheck } from '../core/evaluation/check/datasetCheck';
import { latestChecks } from '../core/evaluation/check/latestChecks';
import { readChecks } from '../core/evaluation/check/readChecks';
import type { FilePort } from '../core/shared/files';
import type { Sha256 } from '../core/shared/hash';
import { InputFault, type Problem } from '../core/shared/problem';
import { folderOf, joinPath, nameOf } from '../core/study/studyPath';
import type { CataloguePorts } from './openStudyRuns';
import { streamDataset } from './readDataset';

/** A file of checks beyond this is not read: it would be one of millions of instances. */
const largest = 256 * 1024 * 1024;
const firstBytes = 4096;

/** A dataset whose rows may have been checked. */
interface CheckedDataset {
  readonly path: string;
  readonly instances: readonly { readonly id: string }[];
}

/** Whether a file is one of checks, by its first line; false for everything that can't be read. */
export const isCheckFile = async (files: FilePort, path: string): Promise<boolean> => {
  if (!path.endsWith('.jsonl')) return false;
  const head = new TextDecoder().decode(await files.readBytes(path, firstBytes).catch(() => new Uint8Array()));
  return /^\s*\{"schema":"touchstone-dataset-check\//.test(head);
};

/** Folders that may hold checks: the study's, and those beside the logs: `<out>/logs/run_evaluation`, `<out>/checks`. */
const foldersOf = (root: string, evaluationRoots: readonly string[]): readonly string[] => {
  const outs = evaluationRoots.map((logs) => {
    const above = folderOf(logs);
    return nameOf(above) === 'logs' ? folderOf(above) : above;
  });
  return [...new Set([root, ...outs])];
};

export interface FoundChecks {
  /** One of each instance, the latest. */
  readonly checks: readonly FoundCheck[];
  readonly problems: readonly Problem[];
  readonly filesLookedAt: number;
}

const problem = (where: string, reason: string): Problem => ({ where, field: null, reason });

const readFile = async (files: FilePort, root: string, file: string): Promise<FoundChecks> => {
  const bytes = (await files.stat(file))?.bytes ?? 0;
  if (bytes > largest) return { checks: [], problems: [problem(file, 'Over 256 MiB; not read.')], filesLookedAt: 1 };
  const checks: FoundCheck[] = [];
  const problems: Problem[] = [];
  for (const read of readChecks(new TextDecoder().decode(await files.readBytes(file, largest)))) {
    if (read.kind === 'check') checks.push({ ...read.check, file, line: read.line, root, stale: null });
    else problems.push(problem(`${file} line ${read.line}`, `No line of a dataset check: ${read.reason}.`));
  }
  return { checks, problems, filesLookedAt: 1 };
};

const readFolder = async (files: FilePort, root: string): Promise<readonly FoundChecks[]> => {
  const folder = joinPath(root, 'checks');
  if ((await files.stat(folder))?.kind !== 'folder') return [];
  const found: FoundChecks[] = [];
  for (const { kind, name } of await files.list(folder)) {
    const path = joinPath(folder, name);
    if (kind === 'file' && (await isCheckFile(files, path))) found.push(await readFile(files, root, path));
  }
  return found;
};

/** What finding checks takes; without `sha256` nobody knows which of them are stale. */
export type CheckSearchPorts = Pick<CataloguePorts, 'files' | 'memo'> & Partial<Pick<CataloguePorts, 'sha256'>>;

/** Hashes of the rows of some instances as they are now. */
const rowHashes = async (
  files: FilePort,
  sha256: Sha256,
  path: string,
  ids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> => {
  const hashes = new Map<string, string>();
  const { items } = await streamDataset(files, path, {});
  for await (const item of items)
    if (item.kind === 'instance' && ids.has(item.instance.id))
      hashes.set(item.instance.id, checkedRowHash(item.instance, sha256));
  return hashes;
};

/** The same, remembered while the file stays as it is; empty where it can't be read, which is said elsewhere. */
const currentHashes = async (ports: CheckSearchPorts, path: string, ids: readonly string[]) => {
  const { files, sha256, memo = (_kind, _path, read) => read() } = ports;
  if (sha256 === undefined) return new Map<string, string>();
  const kind = `checked rows ${ids.length} ${ids[0]} ${ids.at(-1)}`;
  try {
    return await memo(kind, path, () => rowHashes(files, sha256, path, new Set(ids)));
  } catch (error) {
    if (!(error instanceof InputFault)) throw error;
    return new Map<string, string>();
  }
};

/** Each check with whether its row has changed since; unknown where no dataset here has the instance. */
const withStaleness = async (
  ports: CheckSearchPorts,
  checks: readonly FoundCheck[],
  datasets: readonly CheckedDataset[],
): Promise<readonly FoundCheck[]> => {
  const checked = new Set(checks.map(({ instanceId }) => instanceId));
  const hashes = new Map<string, string>();
  for (const { path, instances } of datasets) {
    const ids = instances.flatMap(({ id }) => (checked.has(id) && !hashes.has(id) ? [id] : []));
    if (ids.length > 0) for (const [id, hash] of await currentHashes(ports, path, ids)) hashes.set(id, hash);
  }
  return checks.map((check) => {
    const now = hashes.get(check.instanceId);
    return now === undefined ? check : { ...check, stale: now !== check.rowSha256 };
  });
};

/**
 * Dataset checks of a study, found beside its logs and in its own folder. A line that is none is a problem; where
 * several files speak of one instance, the latest counts. Rows that changed since make a check stale.
 */
export const findChecks = async (
  ports: CheckSearchPorts,
  root: string,
  evaluationRoots: readonly string[],
  datasets: readonly CheckedDataset[],
): Promise<FoundChecks> => {
  const found = (
    await Promise.all(foldersOf(root, evaluationRoots).map((folder) => readFolder(ports.files, folder)))
  ).flat();
  const latest = [...latestChecks(found.flatMap(({ checks }) => checks)).values()];
  return {
    checks: latest.length === 0 ? [] : await withStaleness(ports, latest, datasets),
    problems: found.flatMap(({ problems }) => problems),
    filesLookedAt: found.length,
  };
};
