import type { ImageHooks } from '../../core/run/container/engine';
import { repeatedPatch } from '../../core/run/trajectory/replay/repeatedPatch';
import { replayActions } from '../../core/run/trajectory/replay/replayActions';
import { replayOrder } from '../../core/run/trajectory/replay/replayOrder';
import type { ReplayedStep, ReplayRecord, ReplayStore } from '../../core/run/trajectory/replay/replayRecord';
import { shellHabit } from '../../core/run/trajectory/replay/shellHabit';
import type { Trajectory } from '../../core/run/trajectory/trajectory';
import { InputFault } from '../../core/shared/problem';
import type { OpenedTrajectory } from './openTrajectory';
import { readStep } from './readStep';
import { inReplaySandbox, type ReplayPlace, type ReplaySandbox, type ReplaySandboxPorts } from './replaySandbox';
import { ReplaySnapshots } from './replaySnapshots';
import { ReplaySteps } from './replaySteps';
import { type HashPieces, trajectoryHash } from './trajectoryHash';

export interface ReplayPorts extends ReplaySandboxPorts {
  readonly store: ReplayStore;
  readonly hash: HashPieces;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export interface ReplayHooks extends ImageHooks {
  /** Each step with calls as it ends; `of`: the trajectory's steps. */
  onStep(step: ReplayedStep, of: number): void;
  /** What limits the whole replay: no snapshots, for one. */
  onNote(text: string): void;
}

/** Attempts begin at base each, and one sandbox has one tree: the last one is replayed, which is mostly the one chosen. */
const isReplayed = ({ agents }: Trajectory): ((agentId: string) => boolean) => {
  const last = agents.findLast(({ kind }) => kind === 'attempt')?.agentId;
  const others = new Set(
    agents.filter(({ kind, agentId }) => kind === 'attempt' && agentId !== last).map(({ agentId }) => agentId),
  );
  return (agentId) => !others.has(agentId);
};

const replaySteps = async (
  opened: OpenedTrajectory,
  steps: ReplaySteps,
  hooks: ReplayHooks,
  signal?: AbortSignal,
): Promise<readonly ReplayedStep[]> => {
  const { head, entries } = opened;
  const habit = shellHabit(head);
  const isOurs = isReplayed(head);
  const replayed: ReplayedStep[] = [];
  for (const entry of replayOrder(entries)) {
    signal?.throwIfAborted();
    if (!isOurs(entry.agentId)) continue;
    const actions = replayActions(await readStep(opened, entry), head, habit);
    if (actions.length === 0) continue;
    hooks.onProgress(`Step ${entry.idx} of ${entries.length}`);
    const step = await steps.take(entry.idx, actions, signal);
    replayed.push(step);
    hooks.onStep(step, entries.length);
  }
  return replayed;
};

const replayIn = async (
  sandbox: ReplaySandbox,
  opened: OpenedTrajectory,
  isContained: boolean,
  hooks: ReplayHooks,
  signal?: AbortSignal,
): Promise<Pick<ReplayRecord, 'steps' | 'finalPatch'>> => {
  const begun = await ReplaySnapshots.begin(sandbox, signal);
  if (!begun.ok) hooks.onNote(`No diffs are taken after the steps: ${begun.error}.`);
  const work = new ReplaySteps(sandbox, shellHabit(opened.head), begun.ok ? begun.value : null, isContained);
  const steps = await replaySteps(opened, work, hooks, signal);
  if (steps.length === 0)
    throw new InputFault(`${opened.path}: no step of it calls anything, so there is nothing to replay.`);
  const finalPatch = repeatedPatch(opened.head.finalPatch?.text ?? null, [work.submission, work.lastPatch]);
  return { steps, finalPatch };
};

/**
 * Runs the recorded commands of a trajectory again, one by one, in a fresh sandbox with its instance's base, compares
 * what they give with what was recorded, takes the diff from base after each step, and keeps the record. The sandbox is
 * removed whatever happens. Throws InputFault (no image, no repository, nothing to replay), EnvironmentFault, and what
 * the signal was aborted with; then nothing is kept.
 */
export const replayTrajectory = async (
  ports: ReplayPorts,
  opened: OpenedTrajectory,
  place: ReplayPlace,
  hooks: ReplayHooks,
  signal?: AbortSignal,
): Promise<ReplayRecord> => {
  const startedAt = ports.now();
  const hash = await trajectoryHash(ports.hash, opened);
  const work = async (sandbox: ReplaySandbox): Promise<ReplayRecord> => ({
    trajectoryHash: hash,
    image: sandbox.image,
    baseCommit: place.instance?.baseCommit ?? null,
    startedAt,
    ...(await replayIn(sandbox, opened, place.isContained, hooks, signal)),
  });
  const record = await inReplaySandbox(ports, place, shellHabit(opened.head), hooks, work, signal);
  await ports.store.write(record);
  return record;
};
