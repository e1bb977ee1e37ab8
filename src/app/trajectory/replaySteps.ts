import { compareOutput } from '../../core/run/trajectory/replay/compareOutput';
import { handedIn } from '../../core/run/trajectory/replay/recordedOutput';
import type { ReplayAction } from '../../core/run/trajectory/replay/replayActions';
import type { Repeated, ReplayedStep } from '../../core/run/trajectory/replay/replayRecord';
import type { ShellHabit } from '../../core/run/trajectory/replay/shellHabit';
import { runReplayCommand } from './replayCommand';
import { ReplayEdits } from './replayEdits';
import type { ReplaySandbox } from './replaySandbox';
import type { ReplaySnapshots } from './replaySnapshots';

/** How one call came out. */
interface Done {
  readonly repeated: Repeated;
  readonly exitCode: number | null;
  readonly wallMs: number;
  /** Files may stand otherwise now than they did when it was recorded. */
  readonly mayDiffer: boolean;
}

const notRun = (why: string, mayDiffer: boolean): Done => ({
  repeated: { kind: 'not-run', why },
  exitCode: null,
  wallMs: 0,
  mayDiffer,
});

/** Of a step's calls the first that parted; `same` where one was repeated and none parted. */
const togetherOf = (done: readonly Done[]): Repeated => {
  const all = done.map(({ repeated }) => repeated);
  return (
    all.find(({ kind }) => kind === 'parted') ??
    all.find(({ kind }) => kind === 'same') ??
    all[0] ?? { kind: 'not-run', why: 'it calls nothing' }
  );
};

/** Does the calls of a trajectory's steps again, one after another, in one sandbox. */
export class ReplaySteps {
  private readonly edits: ReplayEdits;
  private isExact: boolean;
  private differs = false;
  private lost: string | null = null;
  private patch: string | null;
  /** What the last command that handed in work gave; null where none did. */
  submission: string | null = null;

  constructor(
    private readonly sandbox: ReplaySandbox,
    private readonly habit: ShellHabit,
    private readonly snapshots: ReplaySnapshots | null,
    isContained: boolean,
  ) {
    this.edits = new ReplayEdits(sandbox, isContained);
    this.isExact = snapshots !== null;
    this.patch = snapshots === null ? null : '';
  }

  /** Whether something parted, or could not be done again and may have changed files. */
  get mayDiffer(): boolean {
    return this.differs;
  }

  /** The diff after the last step; null where it is not known. */
  get lastPatch(): string | null {
    return this.patch;
  }

  async take(idx: number, actions: readonly ReplayAction[], signal?: AbortSignal): Promise<ReplayedStep> {
    const done: Done[] = [];
    for (const action of actions) done.push(await this.do(action, signal));
    const repeated = togetherOf(done);
    if (repeated.kind === 'parted' || done.some(({ mayDiffer }) => mayDiffer)) this.differs = true;
    if (this.differs) this.isExact = false;
    await this.look(done, signal);
    return {
      idx,
      repeated,
      exitCode: done.findLast(({ exitCode }) => exitCode !== null)?.exitCode ?? null,
      patch: this.patch,
      isExact: this.isExact && this.patch !== null,
      wallMs: Math.round(done.reduce((sum, { wallMs }) => sum + wallMs, 0)),
    };
  }

  private async do(action: ReplayAction, signal?: AbortSignal): Promise<Done> {
    if (this.lost !== null) return notRun(this.lost, true);
    if (action.kind === 'not-run') return notRun(action.why, action.mayChange);
    if (action.kind === 'run') return this.run(action, signal);
    const applied = await this.edits.apply(action, signal);
    if (!applied.ok) return notRun(`the edit could not be made: ${applied.error}`, true);
    return { repeated: { kind: 'same' }, exitCode: null, wallMs: 0, mayDiffer: false };
  }

  private async run(action: ReplayAction & { readonly kind: 'run' }, signal?: AbortSignal): Promise<Done> {
    const { seen, end } = await runReplayCommand(action, this.sandbox, this.habit, signal);
    if (end.kind === 'lost') {
      this.lost = `the sandbox was lost at an earlier step (${end.evidence.join('; ')})`;
      return notRun(`the sandbox was lost meanwhile (${end.evidence.join('; ')})`, true);
    }
    this.submission = handedIn(seen.text) ?? this.submission;
    const { exitCode, wallMs } = end;
    const ended = end.kind === 'finished' || end.kind === 'time-out' ? null : end.evidence.join('; ');
    if (ended !== null) return { ...parted(action, seen.text, `${end.kind}: ${ended}`), exitCode, wallMs };
    const repeated: Repeated =
      action.recorded === null
        ? { kind: 'not-run', why: 'what it gave was not recorded' }
        : compareOutput(action.recorded, seen);
    return { repeated, exitCode, wallMs, mayDiffer: false };
  }

  /** Nothing that ran leaves the files as they were. */
  private async look(done: readonly Done[], signal?: AbortSignal): Promise<void> {
    if (this.snapshots === null || done.every(({ repeated, wallMs }) => repeated.kind === 'not-run' && wallMs === 0))
      return;
    let taken = this.lost === null ? await this.snapshots.take(signal) : null;
    if (taken?.ok === false) {
      // What a command left running may take all processes: without it there is one more try.
      await this.sandbox.session.killAll().catch(() => undefined);
      taken = await this.snapshots.take(signal);
    }
    this.patch = taken?.ok === true ? taken.value : null;
  }
}

/** The sandbox ended it, which no recording says. */
const parted = (
  action: ReplayAction & { readonly kind: 'run' },
  seen: string,
  how: string,
): Pick<Done, 'repeated' | 'mayDiffer'> => ({
  repeated: {
    kind: 'parted',
    at: null,
    recorded: action.recorded?.parts.join('\n').slice(0, 64 * 1024) ?? '',
    seen: `${seen.slice(0, 64 * 1024)}\n[${how}]\n`,
  },
  mayDiffer: true,
});
