import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type Docker from 'dockerode';
import type {
  Session,
  SessionSpec,
  StepSpec,
  Terminal,
  TreeOptions,
  TreeReport,
} from '../../core/run/container/session';
import { absoluteInside, programOf } from '../../core/run/container/sessionInput';
import { EnvironmentFault, InputFault } from '../../core/shared/problem';
import { extractTree } from '../archive/extractTree';
import { packFolder } from '../archive/packFolder';
import { asEngineFault, engineWords, statusOf } from './faults';
import { runAsRoot, startExec } from './sessionExec';
import { killEverything } from './sessionKill';
import { putInput } from './sessionNotes';
import { type FileOwner, ownerOfUser } from './sessionOwner';
import { DockerStep } from './sessionStep';
import { DockerTerminal, terminalScript } from './sessionTerminal';
import { notesFolder, prepareScript, wrapperScript } from './stepWrapper';

const requestMs = 60_000;

/** Files are read while what came before is on its way. */
const readAhead = { objectMode: false, highWaterMark: 4 * 1024 ** 2 };

/** A container that waits for commands. */
export class DockerSession implements Session {
  readonly id: string;
  #step: DockerStep | null = null;
  #starting = false;
  #lost = false;
  #owner: Promise<FileOwner> | null = null;

  constructor(
    private readonly container: Docker.Container,
    private readonly spec: SessionSpec,
    private readonly address: string,
  ) {
    this.id = container.id;
  }

  /** Makes the working directory and the place for notes. */
  async prepare(): Promise<void> {
    const command = ['sh', '-c', prepareScript, 'sh', this.spec.workdir, this.spec.user ?? ''];
    const { exitCode, output } = await this.#asked('prepare the sandbox', () => runAsRoot(this.container, command));
    if (exitCode !== 0)
      throw new EnvironmentFault('image', `The sandbox can't have the folder ${this.spec.workdir}: ${output.trim()}`);
  }

  async start(step: StepSpec, signal?: AbortSignal): Promise<DockerStep> {
    const program = programOf(step.command);
    const folder = absoluteInside(step.cwd ?? this.spec.workdir);
    this.#claim();
    try {
      const name = randomUUID();
      const notePath = `${notesFolder}/${name}.end`;
      const started = await this.#asked('start the command', async () => {
        const input = step.input === null ? '/dev/null' : await putInput(this.container, `${name}.in`, step.input);
        const command = ['sh', '-c', wrapperScript, 'sh', notePath, folder, input, ...step.command];
        return startExec(this.container, { command, user: this.#user(step.user), env: step.env, terminal: null });
      });
      const { timeoutMs } = step;
      const place = { container: this.container, notePath, program, folder, timeoutMs };
      return this.#watched(
        new DockerStep(
          { ...place, diskBytes: this.spec.limits.diskBytes, onLost: () => this.#lose() },
          started,
          signal,
        ),
      );
    } finally {
      this.#starting = false;
    }
  }

  /** One command at a time, and none where nobody knows what still runs. */
  #claim(): void {
    if (this.#lost) throw new EnvironmentFault('engine', 'The sandbox was lost: open another one.');
    if (this.#starting || this.#step !== null) throw new Error('A command of this session still runs.');
    this.#starting = true;
  }

  #watched(step: DockerStep): DockerStep {
    this.#step = step;
    const over = () => {
      this.#step = null;
    };
    step.wait().then(over, over);
    return step;
  }

  #lose(): void {
    this.#lost = true;
  }

  #user(user: string | null): string {
    return user ?? this.spec.user ?? '0:0';
  }

  async terminal(options: Parameters<Session['terminal']>[0]): Promise<Terminal> {
    programOf(options.command);
    const notePath = `${notesFolder}/${randomUUID()}.pid`;
    const folder = absoluteInside(options.cwd ?? this.spec.workdir);
    const command = ['sh', '-c', terminalScript, 'sh', notePath, folder, ...options.command];
    const env = { TERM: 'xterm-256color', ...options.env };
    const { columns, rows } = options;
    const started = await this.#asked('open a terminal', () =>
      startExec(this.container, { command, user: this.#user(null), env, terminal: { columns, rows } }),
    );
    const terminal = new DockerTerminal(this.container, started, notePath);
    await terminal.resize(columns, rows);
    return terminal;
  }

  async upload(hostFolder: string, to: string, signal?: AbortSignal): Promise<void> {
    const asked = this.#owner ?? ownerOfUser(this.container, this.spec.user);
    this.#owner = asked;
    const owner = await this.#asked('find its user', () => asked);
    const folder = absoluteInside(to).replace(/^\/+|\/+$/g, '');
    await this.#asked(`take in ${hostFolder}`, async () => {
      const place = { folder, isNew: folder !== '' && !(await this.#has(to)) };
      const archive = Readable.from(packFolder(hostFolder, owner, place), readAhead);
      await this.container.putArchive(archive, { path: '/', ...(signal === undefined ? {} : { abortSignal: signal }) });
    });
  }

  async #has(path: string): Promise<boolean> {
    try {
      await this.container.infoArchive({ path });
      return true;
    } catch (error) {
      if (statusOf(error) === 404) return false;
      throw error;
    }
  }

  async download(from: string, hostFolder: string, options: TreeOptions, signal?: AbortSignal): Promise<TreeReport> {
    // With `/.` a link to the folder is followed, and names come without the folder's own.
    const path = `${absoluteInside(from).replace(/\/+$/, '')}/.`;
    return this.#asked(`hand out ${from}`, async () => {
      const stream = await this.#archiveOf(path, from, signal);
      return extractTree(stream, hostFolder, options, signal);
    });
  }

  async #archiveOf(path: string, from: string, signal?: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
    try {
      const options = { path, ...(signal === undefined ? {} : { abortSignal: signal }) };
      return (await this.container.getArchive(options)) as unknown as AsyncIterable<Uint8Array>;
    } catch (error) {
      const none = statusOf(error) === 404 || /not a directory/i.test(engineWords(error));
      if (none && (await this.#exists())) throw new InputFault(`The sandbox has no folder ${from}.`);
      throw error;
    }
  }

  #exists(): Promise<boolean> {
    return this.container.inspect().then(
      () => true,
      () => false,
    );
  }

  async killAll(): Promise<void> {
    if (this.#step !== null) return this.#step.kill();
    await this.#asked('end all processes', () => killEverything(this.container));
  }

  async close(): Promise<void> {
    const limit = AbortSignal.timeout(requestMs);
    await this.container.remove({ force: true, v: true, abortSignal: limit }).catch(() => undefined);
  }

  async #asked<T>(doing: string, ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      throw error instanceof InputFault ? error : asEngineFault(error, this.address, doing);
    }
  }
}
