import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type {
  Session,
  SessionSpec,
  StepSpec,
  Terminal,
  TreeOptions,
  TreeReport,
} from '../../core/run/container/session';
import { programOf } from '../../core/run/container/sessionInput';
import { EnvironmentFault, InputFault } from '../../core/shared/problem';
import { extractTree } from '../archive/extractTree';
import { packFolder } from '../archive/packFolder';
import { type JobFolders, jobEnvironment } from './environment';
import { copyTree } from './localSessionCopy';
import type { Keeper } from './localSessionKeeper';
import type { StepOutput } from './localSessionOutput';
import { madeBelow, placeBelow, treeBelow } from './localSessionPaths';
import { startCommand } from './localSessionSpawn';
import { LocalStep } from './localSessionStep';
import { LocalTerminal } from './localSessionTerminal';
import { killMarked } from './processTree';
import { removeFolder } from './removeFolder';

const nobody = { uid: 0, gid: 0 };

/** Throws EnvironmentFault: there is only one user here. */
export const checkUser = (user: string | null): void => {
  if (user !== null)
    throw new EnvironmentFault('engine', `A local sandbox runs as you and can't run as ${user}: use docker.`);
};

/** Lets timers and signals have their turn between the pieces of a tree. */
async function* inTurns(pieces: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    await nextTurn();
    yield piece;
  }
}

/** A throw-away folder in which commands are run one at a time. No sandbox: they run as the person does. */
export class LocalSession implements Session {
  #step: LocalStep | null = null;
  #starting = false;
  #closing: Promise<void> | null = null;
  readonly #over = new AbortController();
  readonly #outputs = new Set<StepOutput>();
  readonly #terminals = new Set<LocalTerminal>();

  constructor(
    readonly id: string,
    private readonly folders: JobFolders,
    private readonly spec: SessionSpec,
    private readonly keeper: Keeper,
  ) {
    void keeper.gone.then(() => this.#ended());
  }

  /** Makes the working directory. */
  async prepare(): Promise<void> {
    await madeBelow(this.folders.root, this.spec.workdir);
  }

  async start(step: StepSpec, signal?: AbortSignal): Promise<LocalStep> {
    programOf(step.command);
    checkUser(step.user);
    this.#claim();
    try {
      const folderName = step.cwd ?? this.spec.workdir;
      const started = await startCommand({
        id: randomUUID(),
        command: step.command,
        folder: await this.#place(folderName),
        folderName,
        env: this.#environment(step.env),
        input: step.input,
        fileBytes: this.spec.limits.fileBytes,
        root: this.folders.root,
      });
      const { root } = this.folders;
      const { diskBytes } = this.spec.limits;
      const place = { session: this.id, root, timeoutMs: step.timeoutMs, diskBytes, over: this.#over.signal };
      this.#keepOutput(started.output);
      return this.#watched(new LocalStep(place, started, signal));
    } finally {
      this.#starting = false;
    }
  }

  #claim(): void {
    this.#checkOpen();
    if (this.#starting || this.#step !== null) throw new Error('A command of this session still runs.');
    this.#starting = true;
  }

  #checkOpen(): void {
    if (this.#closing !== null) throw new EnvironmentFault('engine', 'The sandbox is closed: open another one.');
    if (this.#over.signal.aborted) throw new EnvironmentFault('engine', 'The sandbox was lost: open another one.');
  }

  #watched(step: LocalStep): LocalStep {
    this.#step = step;
    const over = () => {
      this.#step = null;
    };
    step.wait().then(over, over);
    return step;
  }

  /** What a command left behind may hold its pipes open: they are let go when the session is closed. */
  #keepOutput(output: StepOutput): void {
    this.#outputs.add(output);
    void output.closed.then(() => this.#outputs.delete(output));
  }

  #place(asked: string): Promise<string> {
    return placeBelow(this.folders.root, asked);
  }

  #environment(own: Readonly<Record<string, string>>): Record<string, string> {
    return jobEnvironment(process.env, this.folders, this.id, { ...this.spec.env, ...own });
  }

  async terminal(options: Parameters<Session['terminal']>[0]): Promise<Terminal> {
    this.#checkOpen();
    programOf(options.command);
    const folder = await this.#place(options.cwd ?? this.spec.workdir);
    const terminal = await LocalTerminal.open({ ...options, folder, env: this.#environment(options.env) });
    this.#terminals.add(terminal);
    void terminal.wait().then(() => this.#terminals.delete(terminal));
    return terminal;
  }

  async upload(hostFolder: string, to: string, signal?: AbortSignal): Promise<void> {
    this.#checkOpen();
    await treeBelow(this.folders.root, to);
    const place = await madeBelow(this.folders.root, to);
    await copyTree(Buffer.from(hostFolder), Buffer.from(place), signal);
  }

  async download(from: string, hostFolder: string, options: TreeOptions, signal?: AbortSignal): Promise<TreeReport> {
    this.#checkOpen();
    const place = await treeBelow(this.folders.root, from);
    if (!(await stat(place).catch(() => null))?.isDirectory())
      throw new InputFault(`The sandbox has no folder ${from}.`);
    const leftOut: string[] = [];
    const say = (name: Buffer, why: string) => leftOut.push(`${JSON.stringify(name.toString('utf8'))}: ${why}`);
    const pieces = packFolder(place, nobody, undefined, say);
    const report = await extractTree(inTurns(pieces), hostFolder, options, signal);
    return { ...report, skipped: [...report.skipped, ...leftOut] };
  }

  async killAll(): Promise<void> {
    if (this.#step !== null) return this.#step.kill();
    await killMarked(this.id);
  }

  close(): Promise<void> {
    this.#closing ??= this.#clearAway();
    return this.#closing;
  }

  async #clearAway(): Promise<void> {
    await this.#step?.kill();
    for (const terminal of this.#terminals) await terminal.close();
    await killMarked(this.id);
    for (const output of this.#outputs) output.destroy();
    this.keeper.dismiss();
    await removeFolder(this.folders.root).catch(() => undefined);
  }

  /** The keeper is gone: the time was over, or somebody ended it. */
  async #ended(): Promise<void> {
    if (this.#closing !== null) return;
    this.#over.abort();
    await this.#step?.wait();
    await this.close();
  }
}
