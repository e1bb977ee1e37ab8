import PQueue from 'p-queue';
import { instanceOfFolder } from '../core/instance/instanceFolder';
import type { FilePort, FolderEntry } from '../core/shared/files';
import { InputFault, type Problem } from '../core/shared/problem';
import type { ReportFile } from '../core/study/foundEvaluations';
import { folderOf, joinPath, nameOf, stemOf } from '../core/study/studyPath';
import { lookAt } from './lookAt';
import { isCheckFile } from './openStudyChecks';
import { beside, datasetOfTask, mayHoldRows, passedOver, speaksOfRuns } from './openStudyNames';
import { byPath, isEvaluation, type Place } from './openStudyPlaces';
import { looksLikeReport, maxRecord, modelOfRecord, readReportFile } from './openStudyReports';
import { UnknownFiles } from './openStudyUnknown';
import { holdsTaskFolders } from './readPredictionsFolder';
import { taskFormatOf } from './taskFolders/findTaskFolders';

/** What a folder without a study file holds, found by looking into the files. */
export interface Discovery {
  /** Files of instances, and folders of tasks that are folders. */
  readonly datasets: readonly string[];
  /** Predictions files, and folders of `.pred` files or of files of code. */
  readonly predictions: readonly string[];
  /** Folders in the layout `<run>/<model>/<instance>/`. */
  readonly evaluationRoots: readonly string[];
  /** Folders of evaluations elsewhere. */
  readonly places: readonly Place[];
  /** Models that a harness's own record of a run names, by the run's folder. */
  readonly runModels: ReadonlyMap<string, string>;
  /** Results of other harnesses, read. */
  readonly reports: readonly ReportFile[];
  readonly filesLookedAt: number;
  readonly problems: readonly Problem[];
}

const maxDepth = 9;
const maxFiles = 50_000;
/** Plain JSON lines are read by their index, whatever their size; all else may have to be held whole. */
const maxFileBytes = 1024 * 1024 * 1024;
const isIndexed = (name: string): boolean => /\.(?:jsonl|ndjson)$/i.test(name);
const atOnce = 16;
/** Of a folder with more folders than this, a trial or a report each, some are looked into at first. */
const fewFolders = 64;
const firstOfMany = 8;

/** Walks through a folder: `folder` begins, `rest` looks at what it left for later, `sort` comes at the end. */
export class FolderWalk implements Discovery {
  readonly datasets: string[] = [];
  readonly predictions: string[] = [];
  readonly evaluationRoots: string[] = [];
  readonly places: Place[] = [];
  readonly reports: ReportFile[] = [];
  readonly runModels = new Map<string, string>();
  readonly problems: Problem[] = [];
  readonly unknown = new UnknownFiles();
  filesLookedAt = 0;
  private full = false;
  /** What says nothing of where datasets are, or is one of very many; null once its turn has come. */
  private later: (() => Promise<void>)[] | null = [];
  /** Listing and reading wait here; nothing in the queue waits for another of its own. */
  private readonly queue = new PQueue({ concurrency: atOnce });

  constructor(
    private readonly files: FilePort,
    private readonly root: string,
    private readonly signal: AbortSignal | undefined,
  ) {}

  async folder(folder: string, depth: number): Promise<void> {
    this.signal?.throwIfAborted();
    if (/^run[_ ]evaluation$/.test(nameOf(folder))) {
      this.evaluationRoots.push(folder);
      return;
    }
    const entries = await this.queue.add(() => this.files.list(folder));
    if (this.isWhole(folder, entries)) return;
    const isMany = entries.filter(({ kind }) => kind === 'folder').length > fewFolders;
    let folders = 0;
    const look = (entry: FolderEntry): Promise<void> => {
      const work = () => this.entry(folder, entry, depth);
      if (entry.kind === 'folder') folders += 1;
      return isMany && entry.kind === 'folder' && folders > firstOfMany ? this.postponed(work) : work();
    };
    await Promise.all(entries.map(look));
  }

  /** Looks at all that was left for later. */
  async rest(): Promise<void> {
    const later = this.later ?? [];
    this.later = null;
    await Promise.all(later.map((work) => work()));
  }

  /** Does the work when its turn comes: after the datasets were found, at once where they were. */
  private postponed(work: () => Promise<void>): Promise<void> {
    if (this.later === null) return work();
    this.later.push(work);
    return Promise.resolve();
  }

  /** A folder that is one thing as a whole: an evaluation, a task, a run's samples. Nothing below it is looked at. */
  private isWhole(folder: string, entries: readonly FolderEntry[]): boolean {
    const names = new Set(entries.flatMap(({ kind, name }) => (kind === 'file' ? [name] : [])));
    if (isEvaluation(names)) {
      this.places.push({ folder, names, runFolder: null, model: null, instanceId: instanceOfFolder(nameOf(folder)) });
      return true;
    }
    if (taskFormatOf(entries)) {
      const dataset = folder === this.root ? folder : datasetOfTask(folder);
      if (!this.datasets.includes(dataset)) this.datasets.push(dataset);
      return true;
    }
    if (!holdsTaskFolders(entries)) return false;
    this.predictions.push(folder);
    return true;
  }

  /** Many are read at once, so they come in any order; this is the order of a list of the folders. */
  sort(): void {
    for (const paths of [this.datasets, this.predictions, this.evaluationRoots]) paths.sort(byPath);
    this.places.sort((a, b) => byPath(a.folder, b.folder));
    this.reports.sort((a, b) => byPath(a.path, b.path));
    this.problems.sort((a, b) => byPath(a.where, b.where));
  }

  private async entry(folder: string, entry: FolderEntry, depth: number): Promise<void> {
    const path = joinPath(folder, entry.name);
    if (entry.kind === 'link') this.pass(path, 'A link; links are not followed.');
    else if (entry.kind === 'folder') await this.below(path, entry.name, depth);
    else if (entry.kind === 'file') await this.file(path, folder, entry.name);
  }

  private async below(path: string, name: string, depth: number): Promise<void> {
    if (passedOver.has(name)) return;
    if (depth >= maxDepth) this.pass(path, `More than ${maxDepth} folders deep; not looked into.`);
    else await this.folder(path, depth + 1);
  }

  private async file(path: string, folder: string, name: string): Promise<void> {
    if (name.endsWith('.eval'))
      this.pass(path, 'An Inspect log in its binary form; `inspect log convert --to json` writes one that is read.');
    if (name === 'run_metadata.json') await this.queue.add(() => this.runRecord(path, folder));
    if (beside.test(name) || !(mayHoldRows(name) || looksLikeReport(name))) return;
    // Read with the evaluations that it cites.
    if (nameOf(folder) === 'checks' && (await this.queue.add(() => isCheckFile(this.files, path)))) return;
    if (this.filesLookedAt >= maxFiles) {
      if (!this.full) this.pass(path, `Over ${maxFiles} files; this one and those after it were not looked at.`);
      this.full = true;
      return;
    }
    this.filesLookedAt += 1;
    if (name.endsWith('.pred')) this.pred(path, folder);
    else if (speaksOfRuns(name)) await this.postponed(() => this.queue.add(() => this.look(path, name)));
    else await this.queue.add(() => this.look(path, name));
  }

  /** `<run>/<id>.pred` belongs to its folder; `<run>/<id>/<id>.pred` to the one above. */
  private pred(path: string, folder: string): void {
    const run = stemOf(path) === nameOf(folder) ? folderOf(folder) : folder;
    if (!this.predictions.includes(run)) this.predictions.push(run);
  }

  private async look(path: string, name: string): Promise<void> {
    try {
      if (looksLikeReport(name) && (await this.report(path))) return;
      const bytes = mayHoldRows(name) ? ((await this.files.stat(path))?.bytes ?? 0) : 0;
      if (bytes > maxFileBytes && !isIndexed(name))
        throw new InputFault('Over 1 GiB; name it in touchstone.yaml to have it read.');
      const kind = mayHoldRows(name) ? await lookAt(this.files, path, this.signal) : null;
      if (kind?.kind === 'instance') this.datasets.push(path);
      else if (kind?.kind === 'prediction') this.predictions.push(path);
      else if (looksLikeReport(name)) this.unknown.add(path);
      else await this.orReport(path);
    } catch (error) {
      if (!(error instanceof InputFault)) throw error;
      this.pass(path, error.message.replace(`${path}: `, ''));
    }
  }

  /** A file without rows may hold results all the same, by whatever name. */
  private async orReport(path: string): Promise<void> {
    if (!(await this.report(path))) this.unknown.add(path);
  }

  /** Terminal-Bench's `run_metadata.json` names model and agent. One that can't be read leaves the model unknown. */
  private async runRecord(path: string, folder: string): Promise<void> {
    const model = modelOfRecord(await this.files.readBytes(path, maxRecord));
    if (model !== null) this.runModels.set(folder, model);
  }

  /** Reads the file as results; false where it has none. A `.json` that is no JSON is a configuration, not a fault. */
  private async report(path: string): Promise<boolean> {
    if (/\.(?:parquet|csv)(?:\.gz)?$/i.test(path)) return false;
    const report = await readReportFile(this.files, path, this.signal).catch((error: unknown) => {
      if (error instanceof InputFault && path.endsWith('.json') && !looksLikeReport(nameOf(path))) return null;
      throw error;
    });
    if (report === null) return false;
    this.reports.push({ path, report });
    this.problems.push(...report.problems.map((problem) => ({ ...problem, where: path })));
    return true;
  }

  private pass(where: string, reason: string): void {
    this.problems.push({ where, field: null, reason });
  }
}
