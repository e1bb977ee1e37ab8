import { InputFault, type Problem } from '../core/shared/problem';
import type { DatasetEntry, JudgeEntry, RunEntry } from '../core/study/catalogue';
import type { ReportFile } from '../core/study/foundEvaluations';
import type { EvaluationSearch } from './openStudyEvaluations';
import type { Place } from './openStudyPlaces';
import { type CataloguePorts, openRun, type RunWords } from './openStudyRuns';
import { listDataset } from './readDatasetListing';

/** Collects what a folder holds; one unreadable file is a problem, never the end. */
export class CatalogueBuilder {
  readonly datasets: DatasetEntry[] = [];
  readonly runs: RunEntry[] = [];
  readonly judges: JudgeEntry[] = [];
  readonly roots = new Set<string>();
  readonly places: Place[] = [];
  readonly reports: ReportFile[] = [];
  readonly runModels = new Map<string, string>();
  readonly problems: Problem[] = [];
  looked = 0;

  constructor(
    readonly ports: CataloguePorts,
    readonly root: string,
    readonly signal: AbortSignal | undefined,
  ) {}

  say(where: string, field: string | null, reason: string): void {
    this.problems.push({ where, field, reason });
  }

  async dataset(id: string, path: string): Promise<void> {
    await this.guarded(path, async () => {
      const { files, list = (at, signal) => listDataset(files, at, signal) } = this.ports;
      const { format, instances, skipped, notes } = await list(path, this.signal);
      this.datasets.push({ id, path, format, instances, skipped, notes });
    });
  }

  async run(path: string, folder: string | null, said: RunWords): Promise<void> {
    await this.guarded(path, async () => {
      this.runs.push(await openRun(this.ports, path, folder, said, this.signal, this.questions()));
    });
  }

  /** A file that was taken for predictions by its looks and gave none is no run; its reasons are listed. */
  dropEmptyRun(): void {
    const last = this.runs.at(-1);
    if (last === undefined || last.predictions.length > 0) return;
    this.runs.pop();
    this.problems.push(...last.skipped);
  }

  /** What the search for evaluations needs of all that was found. */
  search(): Omit<EvaluationSearch, 'runs' | 'known'> {
    const { root, places, reports, runModels } = this;
    return { root, places, reports, runModels, roots: [...this.roots] };
  }

  /** Ids of the one LiveCodeBench dataset, sorted: what a list of lists answers by position. Null where unsure. */
  private questions(): readonly string[] | null {
    const [own, second] = this.datasets.filter(({ format }) => format.startsWith('livecodebench'));
    return own && second === undefined ? own.instances.map(({ id }) => id).sort() : null;
  }

  private async guarded(path: string, read: () => Promise<void>): Promise<void> {
    this.looked += 1;
    try {
      await read();
    } catch (error) {
      if (!(error instanceof InputFault)) throw error;
      this.say(path, null, error.message.replace(`${path}: `, ''));
    }
  }
}
