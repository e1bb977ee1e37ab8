import { replayActions } from '../../core/run/trajectory/replay/replayActions';
import { replayOrder } from '../../core/run/trajectory/replay/replayOrder';
import { replayedWords } from '../../core/run/trajectory/replay/replayWords';
import { shellHabit } from '../../core/run/trajectory/replay/shellHabit';
import type { StepEntry } from '../../core/run/trajectory/trajectoryIndex';
import { counted } from '../../core/shared/counted';
import { EnvironmentFault, InputFault } from '../../core/shared/problem';
import type { ForkSandbox } from '../run/runRequest';
import type { OpenedTrajectory } from '../trajectory/openTrajectory';
import { readStep } from '../trajectory/readStep';
import { ReplaySteps } from '../trajectory/replaySteps';
import type { ForkState } from './forkOrigin';
import { SandboxShell } from './sandboxShell';

export interface ForkReplay {
  readonly opened: OpenedTrajectory;
  /** In the conversation's attempt, up to the state that is wanted. */
  readonly entries: readonly StepEntry[];
  readonly isContained: boolean;
  /** Goes on where the replay parts from the record. */
  readonly approximate: boolean;
}

const lineOf = async (sandbox: ForkSandbox, command: string): Promise<string> =>
  (await sandbox.run(command, 60)).output.trim();

const placeOf = async (sandbox: ForkSandbox, recorded: string | null) => {
  const testbed = await lineOf(sandbox, 'pwd -P');
  const notes = await lineOf(sandbox, 'mktemp -d');
  if (!testbed.startsWith('/') || !/^\/[^\n]+$/.test(notes))
    throw new EnvironmentFault('image', `The sandbox has no folder for notes: ${notes.slice(0, 300)}`);
  const isThere =
    recorded !== null && (await lineOf(sandbox, `[ -d '${recorded.replaceAll("'", '')}' ] && echo yes`)) === 'yes';
  return { testbed, notes, rewrite: { recorded: recorded ?? testbed, actual: isThere ? recorded : testbed } };
};

const unknownAt = (idx: number, words: string): string =>
  `The files after this step can't be known: step ${idx} ${words}.`;

/** What would help. */
const advice = (idx: number, isFirst: boolean): string => {
  const earlier = isFirst ? '' : `fork at step ${idx - 1} or before, or `;
  return `To go on all the same, ${earlier}fork with --approximate, which the record then says.`;
};

/** Runs the recorded commands again in the sandbox of the fork; throws InputFault where they part from the record. */
export const replayInFork = async (
  sandbox: ForkSandbox,
  { opened, entries, isContained, approximate }: ForkReplay,
  signal: AbortSignal,
): Promise<ForkState> => {
  const habit = shellHabit(opened.head);
  const place = await placeOf(sandbox, habit.cwd);
  const session = new SandboxShell(sandbox, place.notes);
  const work = new ReplaySteps({ session, image: null, ...place }, habit, null, isContained);
  let [run, fault]: [number, string | null] = [0, null];
  for (const entry of replayOrder(entries)) {
    signal.throwIfAborted();
    const actions = replayActions(await readStep(opened, entry), opened.head, habit);
    if (actions.length === 0) continue;
    const step = await work.take(entry.idx, actions, signal);
    run += 1;
    if (!work.mayDiffer || fault !== null) continue;
    fault = unknownAt(entry.idx, replayedWords(step));
    if (!approximate) throw new InputFault(`${fault} ${advice(entry.idx, run === 1)}`);
  }
  await sandbox.run(`rm -rf -- '${place.notes}'`, 60);
  const words = `The commands of ${counted(run, 'step')} were run again.`;
  return { by: 'replay', exact: fault === null, words: fault === null ? `${words} None parted.` : `${words} ${fault}` };
};
