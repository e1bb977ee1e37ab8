import type { FilePort, FolderEntry } from '../core/shared/files';
import type { Sha256 } from '../core/shared/hash';
import type { Problem } from '../core/shared/problem';
import type { EvaluationEntry, RunEntry } from '../core/study/catalogue';
import { evaluationOutcome, reportOf, resultOf, runAndRepeat } from '../core/study/evaluationOutcome';
import { joinPath } from '../core/study/studyPath';
import type { CataloguePorts } from './openStudyRuns';

const maxDocument = 32 * 1024 * 1024;
const maxPatch = 64 * 1024 * 1024;
const tailBytes = 4096;
const atOnce = 16;

export interface FoundEvaluations {
  readonly evaluations: readonly EvaluationEntry[];
  readonly problems: readonly Problem[];
  readonly filesLookedAt: number;
}

interface Place {
  readonly folder: string;
  readonly runFolder: string;
  readonly model: string;
  readonly instanceId: string;
}

const foldersOf = async (files: FilePort, folder: string): Promise<readonly FolderEntry[]> =>
  (await files.list(folder)).filter((entry) => entry.kind === 'folder');

/** Looks into the folders of one root: `<run>/<model>/<instance>/`. */
const placesIn = async (files: FilePort, root: string): Promise<readonly Place[]> => {
  const places: Place[] = [];
  for (const run of await foldersOf(files, root))
    for (const model of await foldersOf(files, joinPath(root, run.name))) {
      const folder = joinPath(root, `${run.name}/${model.name}`);
      for (const instance of await foldersOf(files, folder))
        places.push({
          folder: joinPath(folder, instance.name),
          runFolder: run.name,
          model: model.name,
          instanceId: instance.name,
        });
    }
  return places;
};

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** Reads the files of evaluation folders; counts them, and says what could not be read. */
class EvaluationReader {
  readonly problems: Problem[] = [];
  looked = 0;

  constructor(
    private readonly files: FilePort,
    private readonly sha256: Sha256,
    private readonly models: ReadonlyMap<string, string>,
  ) {}

  async read(place: Place): Promise<EvaluationEntry | null> {
    const entries = await this.files.list(place.folder);
    const names = new Set(entries.filter((entry) => entry.kind === 'file').map((entry) => entry.name));
    if (!['report.json', 'test_output.txt', 'result.json', 'patch.diff', 'run_instance.log'].some((n) => names.has(n)))
      return null;
    this.looked += names.size;
    const at = (name: string): string | null => (names.has(name) ? joinPath(place.folder, name) : null);
    const report = reportOf(await this.json(at('report.json')), place.instanceId);
    const result = resultOf(await this.json(at('result.json')));
    if (names.has('report.json') && report === null) this.noReport(place);
    const patch = await this.patch(at('patch.diff'));
    const logTail = report === null ? await this.tail(at('test_output.txt')) : null;
    const harnessTail = report === null ? await this.tail(at('run_instance.log')) : null;
    const { runId, repeat } = runAndRepeat(place.runFolder);
    return {
      runId,
      repeat,
      model: this.modelOf(place.model, result?.model ?? null),
      instanceId: place.instanceId,
      folder: place.folder,
      rules: result?.rules ?? null,
      outcome: evaluationOutcome({ report, result, logTail, harnessTail, patchBytes: patch?.bytes ?? null }),
      report,
      patchHash: patch?.hash ?? result?.patchHash ?? null,
      hasLog: names.has('test_output.txt'),
    };
  }

  /** The model's own name: a `/` in it is `__` in the folder's name. */
  private modelOf(folder: string, recorded: string | null): string {
    if (recorded !== null && recorded.replaceAll('/', '__') === folder) return recorded;
    return this.models.get(folder) ?? folder;
  }

  private noReport(place: Place): void {
    const where = joinPath(place.folder, 'report.json');
    if (this.problems.some((problem) => problem.where === where)) return;
    this.problems.push({ where, field: place.instanceId, reason: 'No report of this instance with "resolved" in it.' });
  }

  private async json(path: string | null): Promise<unknown> {
    if (path === null) return null;
    try {
      return JSON.parse(decode(await this.files.readBytes(path, maxDocument)));
    } catch (error) {
      const reason = `Can't be read as JSON: ${error instanceof Error ? error.message : String(error)}.`;
      this.problems.push({ where: path, field: null, reason });
      return null;
    }
  }

  /** An empty file has no hash: the harness writes one for a patch of null as well as for ''. */
  private async patch(path: string | null): Promise<{ readonly hash: string | null; readonly bytes: number } | null> {
    if (path === null) return null;
    const bytes = await this.files.readBytes(path, maxPatch);
    const hash = bytes.length === 0 || bytes.length === maxPatch ? null : this.sha256(bytes);
    return { hash, bytes: bytes.length };
  }

  private async tail(path: string | null): Promise<string | null> {
    return path === null ? null : decode(await this.files.readTail(path, tailBytes));
  }
}

/** `openai/gpt` lies in the folder `openai__gpt`; the runs know the real name. */
const modelNames = (runs: readonly RunEntry[]): ReadonlyMap<string, string> =>
  new Map(runs.flatMap((run) => (run.model === null ? [] : [[run.model.replaceAll('/', '__'), run.model] as const])));

/**
 * Every evaluation below the roots (`logs/run_evaluation`), in the SWE-bench layout of formats.md A3. A folder that
 * can't be read is a problem, never the end.
 */
export const findEvaluations = async (
  ports: CataloguePorts,
  roots: readonly string[],
  runs: readonly RunEntry[],
  signal?: AbortSignal,
): Promise<FoundEvaluations> => {
  const reader = new EvaluationReader(ports.files, ports.sha256, modelNames(runs));
  const evaluations: EvaluationEntry[] = [];
  const places = (await Promise.all(roots.map((root) => placesIn(ports.files, root)))).flat();
  for (let start = 0; start < places.length; start += atOnce) {
    signal?.throwIfAborted();
    const read = await Promise.all(places.slice(start, start + atOnce).map((place) => reader.read(place)));
    for (const entry of read) if (entry) evaluations.push(entry);
  }
  return { evaluations, problems: reader.problems, filesLookedAt: reader.looked };
};
