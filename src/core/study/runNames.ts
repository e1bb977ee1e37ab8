import { aliasOf } from '../instance/instanceAlias';
import type { RunEntry } from './catalogue';
import { folderOf, nameOf, stemOf } from './studyPath';

/** Folders that say what lies in them, not whose it is. */
const generic =
  /^(?:results?|reports?|run_reports|sb-cli-reports|(?:eval_)?logs?|eval_results|evals?|evaluations?|run[_ ]evaluation|outputs?|predictions|preds|trajs|trajectories|verifier|artifacts|agent|practice|exercises|pr-\d+)$/i;

/** Names of files that say what they are, not whose. */
const genericFile =
  /^(?:results?|reports?|final_report|eval_results|samples|grade|score|reward|pass_at_k|\.aider\.results)$/i;

/** LiveCodeBench names its files after scenario, samples and temperature; the folder is the model's. */
const scenario = /^(?:Scenario\.)?[a-z]+_\d+_[\d.]+$/i;

/** A run and its model, as far as a place tells. */
export interface RunName {
  readonly runId: string;
  readonly model: string | null;
}

const folderName = (model: string): string => model.replaceAll('/', '__');

/** Which run a file of results belongs to, by where it lies and by the runs and logs that are known. Pure. */
export class RunNames {
  private readonly byFolder = new Map<string, RunEntry[]>();
  private readonly byStem = new Map<string, RunEntry>();
  private readonly taken = new Map<string, string>();
  private readonly models = new Map<string, string>();
  private readonly folderRuns = new Set<string>();

  /** `pairs` are runs and models of evaluation folders, as the folders are called. */
  constructor(
    private readonly root: string,
    private readonly runs: readonly RunEntry[],
    private readonly pairs: readonly { readonly runId: string; readonly model: string }[],
  ) {
    for (const run of runs) {
      const folder = folderOf(run.path);
      for (const path of [folder, run.path]) this.byFolder.set(path, [...(this.byFolder.get(path) ?? []), run]);
      this.byStem.set(`${folder}/${stemOf(run.path)}`, run);
      if (run.model !== null) this.models.set(folderName(run.model), run.model);
      this.taken.set(run.id, folder);
    }
  }

  /** The model's own name where a run knows it; in folders' names `/` is `__`. */
  modelOf(folder: string): string {
    return this.models.get(folder) ?? folder;
  }

  /** The run of a report at `path`; `parts` are names of folders that belong to the instance or the trial. */
  ofReport(path: string, parts: ReadonlySet<string>): RunName {
    const stem = stemOf(path);
    const folder = folderOf(path);
    if (genericFile.test(stem)) return this.ofFolder(folder, parts);
    const samples = stem.replace(/(?:\.jsonl)?_(?:eval_)?results$|_eval_all$|_scored$/, '');
    const beside = samples === stem ? undefined : this.byStem.get(`${folder}/${samples}`);
    if (beside) return { runId: beside.id, model: beside.model };
    if (samples !== stem && !genericFile.test(samples) && !scenario.test(samples))
      return { runId: this.free(`${folder}/${samples}`), model: null };
    return this.ofFolder(folder, parts);
  }

  /** `<model>.<run>.json`, `<subset>__<split>__<run>.json`, or a name that says nothing, in a folder that does. */
  ofSummary(path: string): RunName {
    const stem = stemOf(path);
    if (genericFile.test(stem)) return this.ofFolder(folderOf(path), new Set());
    const known = this.known(stem) ?? this.besideRun(stem, folderOf(path));
    if (known) return known;
    const { runId, model } = split(stem, (name) => this.modelOf(name));
    return { runId: this.free(`${this.passed(folderOf(path), none)}/${runId}`), model };
  }

  /** The run of what lies in a folder: the nearest folder above that is named after something of its own. */
  ofFolder(folder: string, parts: ReadonlySet<string>): RunName {
    let at = this.passed(folder, parts);
    const model = this.isBelow(at) ? (this.models.get(nameOf(at)) ?? null) : null;
    if (model !== null && !this.byFolder.has(at)) at = this.passed(folderOf(at), parts);
    const runs = this.byFolder.get(at) ?? [];
    const own = runs.length === 1 ? runs[0] : undefined;
    if (own) return { runId: own.id, model: model ?? own.model };
    return { runId: this.free(at), model };
  }

  /** Runs of evaluations that lie in no layout: a summary may be named after them, or lie beside them. */
  addFolderRun(folder: string): void {
    const { runId } = this.ofFolder(folder, new Set());
    this.folderRuns.add(runId);
  }

  /** The summary of the one run whose evaluations lie in its folder; what stands before the last dot is the model. */
  private besideRun(stem: string, folder: string): RunName | null {
    const { runId } = this.ofFolder(folder, new Set());
    const model = stem.includes('.') ? this.modelOf(stem.slice(0, stem.lastIndexOf('.'))) : null;
    return this.folderRuns.has(runId) ? { runId, model } : null;
  }

  private known(stem: string): RunName | null {
    for (const { runId, model } of this.pairs) {
      if (stem === `${folderName(model)}.${runId}`) return { runId, model: this.modelOf(model) };
    }
    const own = this.runs.find((run) => run.id === stem);
    if (own) return { runId: own.id, model: own.model };
    const ids = [...this.pairs.map(({ runId }) => runId), ...this.runs.map((run) => run.id), ...this.folderRuns];
    const run = longest(ids.filter((id) => stem.endsWith(`.${id}`) && stem.length > id.length + 1));
    if (run !== null) return { runId: run, model: this.modelOf(stem.slice(0, -run.length - 1)) };
    const model = longest([...this.models.keys()].filter((name) => stem.startsWith(`${name}.`)));
    return model === null ? null : { runId: stem.slice(model.length + 1), model: this.modelOf(model) };
  }

  private isBelow(at: string): boolean {
    return at !== this.root && at.startsWith(this.root);
  }

  private passed(from: string, parts: ReadonlySet<string>): string {
    let at = from;
    while (this.isBelow(at) && isPassed(at, parts)) at = folderOf(at);
    return at;
  }

  /** Two folders of one name are two runs: the second has its parent's name before it. */
  private free(folder: string): string {
    const name = nameOf(folder);
    for (const id of [name, `${nameOf(folderOf(folder))}/${name}`, folder]) {
      const owner = this.taken.get(id);
      if (owner === undefined) this.taken.set(id, folder);
      if (owner === undefined || owner === folder) return id;
    }
    return folder;
  }
}

const none: ReadonlySet<string> = new Set();

const isPassed = (folder: string, parts: ReadonlySet<string>): boolean => {
  const name = nameOf(folder);
  if (generic.test(name) || parts.has(name) || parts.has(aliasOf(name))) return true;
  // `<language>/exercises/practice/<exercise>`: the language belongs to the exercise.
  return parts.has(`${name}/`);
};

const longest = (names: readonly string[]): string | null =>
  names.reduce<string | null>((best, name) => (best === null || name.length > best.length ? name : best), null);

/** Without anything known: one dot parts model and run; with none or several the whole name stands for both. */
const split = (name: string, modelOf: (folder: string) => string): RunName => {
  const stem = name.replace(/^report\.|\.report$/, '') || name;
  const sbCli = /^swe-bench[^_]*(?:_[^_]+)*__[^_]+__(.+)$/.exec(stem)?.[1];
  if (sbCli !== undefined) return { runId: sbCli, model: null };
  const [model, run, ...more] = stem.split('.');
  if (model && run && more.length === 0) return { runId: run, model: modelOf(model) };
  return { runId: stem, model: null };
};
