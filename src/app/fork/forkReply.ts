import { replyText } from '../../core/run/trajectory/fork/editedReply';
import { replayActions } from '../../core/run/trajectory/replay/replayActions';
import { shellHabit } from '../../core/run/trajectory/replay/shellHabit';
import { InputFault } from '../../core/shared/problem';
import type { OpenedTrajectory } from '../trajectory/openTrajectory';
import { readStep } from '../trajectory/readStep';
import { forkEntry } from './forkConversation';

/** A step's reply as a person edits it: what the model said, then each command in a block. Throws InputFault. */
export const forkReply = async (opened: OpenedTrajectory, idx: number): Promise<string> => {
  const step = await readStep(opened, forkEntry(opened, idx));
  if (step.role !== 'agent') throw new InputFault(`${opened.path}: step ${idx} is no reply of the model's.`);
  const actions = replayActions(step, opened.head, shellHabit(opened.head));
  const commands = actions.flatMap((action) =>
    action.kind === 'run' ? [typeof action.command === 'string' ? action.command : action.command.join(' ')] : [],
  );
  // In text mode the commands stand in what was said.
  const isSaid = commands.length > 0 && commands.every((command) => step.thought.includes(`\n${command}\n`));
  return isSaid ? step.thought : replyText(step.thought, commands);
};
