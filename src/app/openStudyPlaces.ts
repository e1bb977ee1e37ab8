import { instanceOfFolder } from '../core/instance/instanceFolder';
import type { FilePort, FolderEntry } from '../core/shared/files';
import { joinPath, nameOf } from '../core/study/studyPath';

/** A folder with the files of one evaluation. */
export interface Place {
  readonly folder: string;
  /** Names of its files. */
  readonly names: ReadonlySet<string>;
  /** Folder of the run in the SWE-bench layout; null where only what lies around tells the run. */
  readonly runFolder: string | null;
  readonly model: string | null;
  readonly instanceId: string;
}

export interface FoundPlaces {
  readonly places: readonly Place[];
  /** JSON files above the folders of instances: `<run>/report.json`. */
  readonly reports: readonly string[];
}

const filesOf = (entries: readonly FolderEntry[]): ReadonlySet<string> =>
  new Set(entries.flatMap(({ kind, name }) => (kind === 'file' ? [name] : [])));

/** Whether a folder holds one evaluation in the SWE-bench layout, by the names of its files. */
export const isEvaluation = (names: ReadonlySet<string>): boolean =>
  names.has('test_output.txt') ||
  names.has('run_instance.log') ||
  (names.has('patch.diff') && (names.has('report.json') || names.has('eval.sh')));

const atOnce = 16;

/**
 * Folders of a root in the SWE-bench layout, `<run>/<model>/<instance>/`; and in those of its kin that leave out the
 * model (SWE-smith, `<run>/<instance>/`) or the run too.
 */
export const placesIn = async (files: FilePort, root: string, signal?: AbortSignal): Promise<FoundPlaces> => {
  const places: Place[] = [];
  const reports: string[] = [];
  const look = async (folder: string, above: readonly string[]): Promise<void> => {
    signal?.throwIfAborted();
    const entries = await files.list(folder);
    const names = filesOf(entries);
    const [run, model, instance] = above;
    if (instance !== undefined || isEvaluation(names)) {
      const own = instance ?? model ?? run ?? nameOf(folder);
      const runFolder = model === undefined ? null : (run ?? null);
      places.push({
        folder,
        names,
        runFolder,
        model: instance === undefined ? null : (model ?? null),
        instanceId: instanceOfFolder(own),
      });
      return;
    }
    if (names.has('report.json')) reports.push(joinPath(folder, 'report.json'));
    await lookBelow(folder, entries, above);
  };
  const lookBelow = async (folder: string, entries: readonly FolderEntry[], above: readonly string[]) => {
    const below = entries.filter((entry) => entry.kind === 'folder');
    for (let start = 0; start < below.length; start += atOnce)
      await Promise.all(
        below.slice(start, start + atOnce).map(({ name }) => look(joinPath(folder, name), [...above, name])),
      );
  };
  await look(root, []);
  return { places: places.sort((a, b) => byPath(a.folder, b.folder)), reports: reports.sort() };
};

/** By the names on the way, so that `r1` comes before `r1.r2`. */
export const byPath = (a: string, b: string): number => {
  const [one, other] = [a.replaceAll('/', '\0'), b.replaceAll('/', '\0')];
  return one < other ? -1 : one > other ? 1 : 0;
};
