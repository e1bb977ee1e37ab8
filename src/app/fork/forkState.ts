import { outsideFiles } from '../../core/run/trajectory/fork/outsideFiles';
import type { PatchSoFar } from '../../core/run/trajectory/patchSoFar/statesSoFar';
import type { Step } from '../../core/run/trajectory/step';
import { counted } from '../../core/shared/counted';
import { InputFault } from '../../core/shared/problem';
import type { ForkSandbox } from '../run/runRequest';
import { hasFreshShell } from '../trajectory/filesAtStep';
import type { ForkState } from './forkOrigin';
import { type ForkReplay, replayInFork } from './replayInFork';
import { SandboxShell } from './sandboxShell';

export interface WantedState extends ForkReplay {
  /** After the last step of `entries`; null: base, nothing was done yet. */
  readonly state: PatchSoFar | null;
  /** The steps of the conversation up to there. */
  readonly steps: readonly Step[];
}

const isKnown = ({ source }: PatchSoFar): boolean =>
  source === 'given' || source === 'snapshot' || source === 'replayed';

/** Files that stand outside of the repository and that the record gives whole. */
const putOutside = async (sandbox: ForkSandbox, { opened, steps, isContained }: WantedState): Promise<string> => {
  // Without a container they would be this machine's own.
  if (!isContained) return '';
  const options = { root: opened.head.shell?.cwd ?? null, freshShell: hasFreshShell(opened) };
  const files = outsideFiles(steps, options);
  const shell = new SandboxShell(sandbox, '/tmp');
  let written = 0;
  for (const [path, text] of files) if (await shell.put(path, new TextEncoder().encode(text))) written += 1;
  const lost = files.size - written;
  const missing = lost === 0 ? '' : ` ${counted(lost, 'file')} outside of it could not be written.`;
  return written === 0 ? missing : ` ${counted(written, 'file')} outside of it written as recorded.${missing}`;
};

const byPatch = async (sandbox: ForkSandbox, wanted: WantedState, { patch, why }: PatchSoFar): Promise<ForkState> => {
  await sandbox.applyPatch(patch);
  const outside = await putOutside(sandbox, wanted);
  return { by: 'patch', exact: true, words: `${why}${outside}` };
};

/** Whether anything of it could be run again at all; a fault is told before a sandbox is opened. */
export const refuseHopeless = ({
  state,
  opened,
  approximate,
}: Pick<WantedState, 'state' | 'opened' | 'approximate'>): void => {
  if (state === null || isKnown(state) || approximate) return;
  const { format } = opened.head;
  if (!/^(?:terminal|asciinema|aider)/.test(format)) return;
  throw new InputFault(
    `The files after this step can't be known: ${state.why} The commands of ${opened.found.format.title} can't be run again either. With --approximate the fork begins with what is known, and its record says so.`,
  );
};

/**
 * Brings an untouched testbed into the parent's state: by the patch that the trajectory or a snapshot gives, by exact
 * edits over base, else by running the recorded commands again. Throws InputFault where the state can't be known.
 */
export const prepareState = async (
  sandbox: ForkSandbox,
  wanted: WantedState,
  signal: AbortSignal,
): Promise<ForkState> => {
  const { state } = wanted;
  if (state === null) return { by: 'patch', exact: true, words: 'Nothing was done before: it begins at base.' };
  return isKnown(state) ? byPatch(sandbox, wanted, state) : replayInFork(sandbox, wanted, signal);
};
