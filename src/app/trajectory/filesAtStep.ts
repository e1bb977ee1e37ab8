import { type PatchSoFar, type Snapshot, StatesSoFar } from '../../core/run/trajectory/patchSoFar/statesSoFar';
import { changesOfStep, type StepChange } from '../../core/run/trajectory/patchSoFar/stepChanges';
import type { ReplayRecord } from '../../core/run/trajectory/replay/replayRecord';
import { snapshotsOf } from '../../core/run/trajectory/replay/snapshotsOf';
import type { StepEntry } from '../../core/run/trajectory/trajectoryIndex';
import { InputFault } from '../../core/shared/problem';
import type { OpenedTrajectory } from './openTrajectory';
import { readStep } from './readStep';
import type { StepBase } from './stepBase';

/** States kept on the way, so that going back reads few steps again. */
const mostStates = 64;
const mostAnswers = 100;

/** A state, and how many of the attempt's entries went into it. */
interface Reached {
  readonly taken: number;
  readonly states: StatesSoFar;
}

/** With fewer, files that were written whole are told also where there is no base. */
const manySteps = 2000;

/** Steps before the one asked for in which a change is looked for first, where there is no base. */
const mostLookedAt = 200;

/** Whether a change is surely one that base is needed for: an edit of an existing file. */
const changesRepository = (change: StepChange): boolean =>
  change.kind === 'edits' && change.edits.some(({ kind, path }) => kind === 'replace' && !path.startsWith('/tmp/'));

const noBase = async (): Promise<null> => null;

/**
 * The files after each step of one reading of a trajectory. Steps are read one by one and let go; what was asked for is
 * kept, and states on the way, so that stepping to and fro is quick.
 */
export class FilesAtSteps {
  private readonly answers = new Map<number, Promise<PatchSoFar>>();
  private readonly reached = new Map<string | null, Reached[]>();
  private readonly snapshot: (idx: number) => Snapshot | null;
  private queue: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly opened: OpenedTrajectory,
    private readonly base: StepBase,
    replay: ReplayRecord | null,
    /** The patch after each step as the run itself took it, by step. */
    ofRun: ReadonlyMap<number, string> = new Map(),
  ) {
    const ofBase = base.kind === 'none' || replay?.baseCommit === base.commit;
    const replayed = replay !== null && ofBase ? snapshotsOf(replay) : () => null;
    this.snapshot = (idx) => {
      const own = ofRun.get(idx);
      if (own !== undefined) return { patch: own, by: 'run' };
      const patch = replayed(idx);
      return patch === null ? null : { patch, by: 'replay' };
    };
  }

  /** After step `idx` (from 1). Throws InputFault where there is no such step. */
  at(idx: number): Promise<PatchSoFar> {
    const known = this.answers.get(idx);
    if (known !== undefined) return known;
    // One after another: two that walk at once would read every step twice.
    const answer = this.queue.then(() => this.find(idx));
    this.queue = answer.catch(() => undefined);
    this.answers.set(idx, answer);
    answer.catch(() => this.answers.delete(idx));
    if (this.answers.size > mostAnswers) this.answers.delete(this.answers.keys().next().value ?? 0);
    return answer;
  }

  private async find(idx: number): Promise<PatchSoFar> {
    const entry = this.opened.entries[idx - 1];
    const count = this.opened.entries.length;
    if (entry === undefined) throw new InputFault(`${this.opened.path}: there is no step ${idx}; it has ${count}.`);
    const attempt = this.attemptOf(entry);
    const entries = this.opened.entries.slice(0, idx).filter((each) => this.attemptOf(each) === attempt);
    if (this.base.kind === 'none' && (await this.isLost(entries)))
      return { files: new Map(), patch: '', source: 'unknown', why: this.base.why, inexactFrom: null };
    const state = await (await this.walk(attempt, entries)).state();
    return this.base.kind === 'files' ? state : withoutBase(state, this.base.why);
  }

  /**
   * Whether nothing can be known without base, looked for from the end: a file that was changed behind the last diff
   * that was given. Spares reading every step of a long trajectory.
   */
  private async isLost(entries: readonly StepEntry[]): Promise<boolean> {
    if (entries.length < manySteps) return false;
    for (const entry of entries.slice(-mostLookedAt).reverse()) {
      const step = await readStep(this.opened, entry);
      if (step.givenPatch !== null || this.snapshot(entry.idx) !== null) return false;
      if (changesOfStep(step, hasFreshShell(this.opened)).some(changesRepository)) return true;
    }
    return false;
  }

  /** Attempts begin at base each; everything else works in one tree. */
  private attemptOf({ agentId }: StepEntry): string | null {
    const lane = this.opened.head.agents.find((each) => each.agentId === agentId);
    return lane?.kind === 'attempt' ? agentId : null;
  }

  private async walk(attempt: string | null, entries: readonly StepEntry[]): Promise<StatesSoFar> {
    const reached = this.reached.get(attempt) ?? [];
    this.reached.set(attempt, reached);
    const start = reached.findLast(({ taken }) => taken <= entries.length);
    const from = Math.max(start?.taken ?? 0, this.lastSnapshot(entries));
    const states = start !== undefined && start.taken === from ? start.states.copy() : this.fresh();
    const every = Math.max(16, Math.ceil(this.opened.entries.length / mostStates));
    for (const [at, entry] of entries.entries()) {
      if (at < from) continue;
      await states.take(await readStep(this.opened, entry));
      const taken = at + 1;
      if (taken % every === 0 || taken === entries.length) keepReached(reached, { taken, states: states.copy() });
    }
    return states;
  }

  /** Steps before one with a snapshot don't matter. */
  private lastSnapshot(entries: readonly StepEntry[]): number {
    return Math.max(
      0,
      entries.findLastIndex(({ idx }) => this.snapshot(idx) !== null),
    );
  }

  private fresh(): StatesSoFar {
    return new StatesSoFar({
      baseFile: this.base.kind === 'files' ? this.base.read : noBase,
      root: null,
      likelyRoot: this.opened.head.shell?.cwd ?? (this.base.kind === 'files' ? this.base.testbed : null),
      freshShell: hasFreshShell(this.opened),
      ...(this.base.kind === 'files' ? { baseBelow: this.base.below } : {}),
      snapshot: this.snapshot,
    });
  }
}

/** mini-swe-agent gives each command a shell of its own. */
export const hasFreshShell = ({ found }: OpenedTrajectory): boolean => found.format.name.startsWith('mini-swe-agent');

/** In the order of their steps, twice as many as are kept on the way at the most. */
const keepReached = (all: Reached[], reached: Reached): void => {
  const at = all.findIndex(({ taken }) => taken >= reached.taken);
  if (at >= 0 && all[at]?.taken === reached.taken) return;
  all.splice(at < 0 ? all.length : at, 0, reached);
  if (all.length > 2 * mostStates) all.splice(1, 1);
};

/** Without base only what was given whole is known: the trajectory's own diff, and files that were written whole. */
const withoutBase = (state: PatchSoFar, why: string): PatchSoFar => {
  if (state.source === 'given' || state.source === 'snapshot') return state;
  const untouched = state.source === 'replayed' && state.files.size === 0;
  return untouched ? state : { ...state, patch: '', source: 'unknown', why };
};
