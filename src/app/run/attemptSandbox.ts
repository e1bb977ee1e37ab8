import type { AttemptSandbox, CommandResult } from '../../core/run/agent/attempt';
import type { Session } from '../../core/run/container/session';
import type { ScrubbedHistory } from '../../core/run/record/runRecord';
import { EnvironmentFault, InputFault } from '../../core/shared/problem';
import { runStep } from '../sessionStep';
import { ReplaySnapshots } from '../trajectory/replaySnapshots';
import type { ForkSandbox } from './runRequest';
import { runCommand } from './sandboxCommand';
import { putFile, takeFiles } from './sandboxFiles';

/** What is known of an opened sandbox. */
export interface OpenedPlace {
  readonly image: string | null;
  /** As programs in the sandbox see it. */
  readonly testbed: string;
  readonly notes: string;
  readonly interpreter: readonly string[];
  /** In words: `base 0123456789ab`, `the image's own`. */
  readonly brought: string;
  readonly history: ScrubbedHistory | null;
}

/** Commands end with their attempt; diffs and files can still be taken then, until the run is stopped as a whole. */
export interface SandboxSignals {
  readonly attempt: AbortSignal;
  readonly run: AbortSignal;
}

const unameScript = 'for o in s r v m; do uname -$o; done';
const unameNames = ['system', 'release', 'version', 'machine'] as const;

const platformOf = async (session: Session, signal: AbortSignal): Promise<Readonly<Record<string, string>>> => {
  const { stdout } = await runStep(session, { command: ['sh', '-c', unameScript] }, signal);
  const lines = new TextDecoder().decode(stdout).split('\n');
  return Object.fromEntries(unameNames.map((name, at) => [name, lines[at] ?? '']));
};

const applyScript = 'cd -- "$1" && git -c core.hooksPath=/dev/null -c core.fsmonitor=false apply --whitespace=nowarn -';

/**
 * The sandbox of one attempt over a session whose testbed stands at base. Commands, diffs and files come one after the
 * other, in the order in which they were asked for. What the sandbox was lost by is kept in `lost`.
 */
export class RunSandbox implements AttemptSandbox, ForkSandbox {
  #turn: Promise<unknown> = Promise.resolve();
  #lost: EnvironmentFault | null = null;
  /** Why there are no diffs; null: there are. */
  readonly noDiff: string | null;

  private constructor(
    private readonly session: Session,
    readonly place: OpenedPlace,
    readonly platform: Readonly<Record<string, string>>,
    private readonly snapshots: ReplaySnapshots | string,
    private readonly signals: SandboxSignals,
  ) {
    this.noDiff = typeof snapshots === 'string' ? snapshots : null;
  }

  /** Notes the testbed's first state, from which diffs are taken. */
  static async over(session: Session, place: OpenedPlace, signals: SandboxSignals): Promise<RunSandbox> {
    const { run: signal } = signals;
    const { image, testbed, notes } = place;
    const rewrite = { recorded: testbed, actual: testbed };
    const begun = await ReplaySnapshots.begin({ session, image, testbed, notes, rewrite }, signal);
    return new RunSandbox(
      session,
      place,
      await platformOf(session, signal),
      begun.ok ? begun.value : begun.error,
      signals,
    );
  }

  get image(): string | null {
    return this.place.image;
  }

  get testbed(): string {
    return this.place.testbed;
  }

  get lost(): EnvironmentFault | null {
    return this.#lost;
  }

  run(command: string, timeoutSeconds: number, onOutput?: (bytes: Uint8Array) => void): Promise<CommandResult> {
    const { testbed: folder, interpreter } = this.place;
    const asked = { command, folder, interpreter, timeoutSeconds, onOutput };
    return this.#next(() => runCommand(this.session, asked, this.signals.attempt));
  }

  diff(): Promise<string | null> {
    const { snapshots } = this;
    if (typeof snapshots === 'string') return Promise.resolve(null);
    return this.#next(async () => {
      const taken = await snapshots.take(this.signals.run);
      return taken.ok ? taken.value : null;
    });
  }

  put(path: string, bytes: Uint8Array): Promise<void> {
    return this.#next(() => putFile(this.session, path, bytes, this.signals.run));
  }

  take(path: string, mostBytes: number): Promise<ReadonlyMap<string, Uint8Array> | null> {
    return this.#next(() => takeFiles(this.session, path, mostBytes, this.signals.run));
  }

  /** At once; what is asked for after it waits, so that it isn't ended too. */
  killAll(): Promise<void> {
    const killing = this.session.killAll();
    this.#turn = Promise.allSettled([this.#turn, killing]);
    return killing;
  }

  async applyPatch(patch: string): Promise<void> {
    if (patch === '') return;
    const input = new TextEncoder().encode(patch);
    const command = ['sh', '-c', applyScript, 'sh', this.testbed];
    const { end, stderr } = await this.#next(() => runStep(this.session, { command, input }, this.signals.run));
    if (end.exitCode !== 0)
      throw new InputFault(`The state's patch doesn't apply to base: ${stderr.trim().slice(0, 500)}`);
  }

  /** After what was asked before, whatever became of it. */
  #next<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#turn.then(work, work).catch((error: unknown) => {
      if (error instanceof EnvironmentFault && error.what === 'engine') this.#lost ??= error;
      throw error;
    });
    this.#turn = mine.catch(() => undefined);
    return mine;
  }
}
