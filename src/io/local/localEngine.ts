import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { availableParallelism, hostname, release, totalmem } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type {
  CleanReport,
  Engine,
  EngineInfo,
  JobEnd,
  JobFiles,
  JobRef,
  JobSpec,
  PreparedImage,
} from '../../core/run/container/engine';
import type { FoundJob, JobFinder } from '../../core/run/container/foundJob';
import { EnvironmentFault } from '../../core/shared/problem';
import { OutputTap } from '../jobs/outputTap';
import { jobEnvironment } from './environment';
import { makeFolders, writeInput } from './jobFolders';
import { cleanFolders, clearFolder, type FoundFolder, findFolders, writeOwner } from './leftovers';
import { ending, endKind, type LocalJob, stopWords } from './localEnding';
import { localWarnings, noWindows } from './localWarnings';
import { readOutputFolder } from './outputFolder';
import { killTree } from './processTree';
import { removeFolder } from './removeFolder';

const drain = async (child: ChildProcess, tap: OutputTap): Promise<void> => {
  try {
    for await (const chunk of child.stdout ?? []) await tap.push(chunk as Uint8Array);
    tap.end();
  } catch {
    tap.end(true);
  }
};

/** What a shell can limit without being root: the size of one file, and no dumps of memory. In KiB. */
const limitsWords = ({ fileBytes }: JobSpec['limits']): string =>
  `ulimit -c 0; ulimit -f ${Math.max(1, Math.floor(fileBytes / 1024))}; exec bash "$1"`;

/**
 * The sandbox port without an engine: the same script in throw-away folders on this machine. It keeps evaluations
 * apart from the person's settings and from each other; it is no sandbox, and says so. Not on Windows.
 */
export class LocalEngine implements Engine, JobFinder {
  readonly #jobs = new Map<string, LocalJob>();
  /** Jobs of other processes, by what `find` said of them. */
  readonly #found = new Map<string, FoundFolder>();

  async ping(): Promise<EngineInfo> {
    if (process.platform === 'win32') throw new EnvironmentFault('engine', noWindows);
    return {
      name: 'local',
      version: `${process.platform} ${release()}`,
      architecture: process.arch,
      endpoint: hostname(),
      cpus: availableParallelism(),
      memoryBytes: totalmem(),
      warnings: localWarnings,
    };
  }

  async prepareImage(): Promise<PreparedImage> {
    return { digest: null };
  }

  async submit(spec: JobSpec): Promise<JobRef> {
    await this.ping();
    if (spec.bundlePath === null)
      throw new EnvironmentFault(
        'git',
        'The local backend has no image: name the repository (--repo, or the study file).',
      );
    const folders = await makeFolders();
    const id = randomUUID();
    await writeOwner(folders.root, id, spec.labels);
    const notes = await writeInput(spec, folders);
    const child = spawn('bash', ['-c', limitsWords(spec.limits), 'job', path.join(folders.input, 'entry.sh')], {
      cwd: folders.root,
      detached: true,
      env: jobEnvironment(process.env, folders, id, spec.env),
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const exit = new Promise<number | null>((resolve) => {
      child.once('exit', (code) => resolve(code));
      child.once('error', () => resolve(null));
    });
    const tap = new OutputTap();
    void drain(child, tap);
    this.#jobs.set(id, { id, child, folders, spec, tap, notes, exit, startedAt: performance.now() });
    return { id };
  }

  async find(labels: Readonly<Record<string, string>>): Promise<readonly FoundJob[]> {
    const found = await findFolders(labels);
    for (const folder of found) if (!this.#jobs.has(folder.job.ref.id)) this.#found.set(folder.job.ref.id, folder);
    return found.map(({ job }) => job);
  }

  /**
   * Only jobs of this object: a process of a dead parent can't be waited for, its output pipe is broken and its exit
   * code lost. `remove` ends it, and it is run again.
   */
  async adopt(found: FoundJob): Promise<JobRef> {
    if (this.#jobs.has(found.ref.id)) return found.ref;
    throw new EnvironmentFault('engine', 'The local backend takes no job of an earlier process over: run it again.');
  }

  watch(ref: JobRef): AsyncIterable<Uint8Array> {
    return this.#job(ref).tap.read();
  }

  async wait(ref: JobRef, signal?: AbortSignal): Promise<JobEnd> {
    const job = this.#job(ref);
    const end = await ending(job, signal);
    await this.#kill(job);
    const exitCode = end.kind === 'exit' ? end.code : await job.exit;
    await Promise.race([job.tap.ended, pause(5_000, undefined, { ref: false })]);
    const kind = endKind(end);
    const said = end.kind === 'exit' ? [] : [stopWords(end.kind, job.spec)];
    return {
      kind,
      exitCode,
      evidence: [...job.notes, ...said, `exit code ${exitCode}`],
      wallMs: performance.now() - job.startedAt,
      output: job.tap.digest(),
    };
  }

  files(ref: JobRef): Promise<JobFiles> {
    return readOutputFolder(this.#job(ref).folders.output);
  }

  async cancel(ref: JobRef): Promise<void> {
    const job = this.#jobs.get(ref.id);
    if (job !== undefined) await this.#kill(job);
  }

  async remove(ref: JobRef): Promise<void> {
    const found = this.#found.get(ref.id);
    this.#found.delete(ref.id);
    if (found !== undefined && found.job.owner === 'gone') await clearFolder(found);
    const job = this.#jobs.get(ref.id);
    if (job === undefined) return;
    this.#jobs.delete(ref.id);
    await this.#kill(job);
    await removeFolder(job.folders.root).catch(() => undefined);
  }

  clean({ dryRun }: { readonly dryRun: boolean }): Promise<CleanReport> {
    return cleanFolders(dryRun);
  }

  async #kill(job: LocalJob): Promise<void> {
    if (job.child.pid !== undefined) await killTree(job.child.pid, job.id);
  }

  #job(ref: JobRef): LocalJob {
    const job = this.#jobs.get(ref.id);
    if (job === undefined) throw new EnvironmentFault('engine', `No local job ${ref.id} of this process.`);
    return job;
  }
}
