import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type OpenedTrajectory, openTrajectory } from '../../src/app/trajectory/openTrajectory';
import { openTrajectoryFiles } from '../../src/io/trajectories/openTrajectoryFiles';
import { throwAway } from './throwAway';

/** A command as a run of mini-swe-agent records it; `timedOut`: it was ended. Without `output` it handed in the work. */
export interface MadeCommand {
  readonly command: string;
  readonly output?: string;
  readonly exitCode?: number;
  readonly timedOut?: boolean;
}

const messagesOf = ({ command, output, exitCode = 0, timedOut = false }: MadeCommand, at: number): object[] => {
  const id = `call_${at}`;
  const call = { id, type: 'function', function: { name: 'bash', arguments: JSON.stringify({ command }) } };
  const reply = { role: 'assistant', content: 'Next.', tool_calls: [call], extra: { timestamp: 1_700_000_000 + at } };
  if (output === undefined) return [reply];
  const end = timedOut
    ? { returncode: -1, exception_info: 'it timed out', exception_type: 'TimeoutExpired' }
    : { returncode: exitCode, exception_info: '' };
  const extra = { raw_output: output, timestamp: 1_700_000_000 + at, ...end };
  return [reply, { role: 'tool', tool_call_id: id, content: output, extra }];
};

/** The document of a run, whose steps are one command each from step 1 on. */
export const miniDocument = (
  commands: readonly MadeCommand[],
  submission: string,
  environment: object = { cwd: '/testbed', timeout: 20, interpreter: ['bash', '-c'], env: { PAGER: 'cat' } },
): object => ({
  trajectory_format: 'mini-swe-agent-1.1',
  info: { exit_status: 'Submitted', submission, mini_version: '2.4.6', config: { environment } },
  messages: [
    ...commands.flatMap(messagesOf),
    { role: 'exit', content: submission, extra: { exit_status: 'Submitted', submission } },
  ],
});

/** The document as a file, opened. */
export const openMini = async (document: object): Promise<OpenedTrajectory> => {
  const path = join(await throwAway('touchstone-replay-'), 'run.traj.json');
  await writeFile(path, JSON.stringify(document));
  return openTrajectory(openTrajectoryFiles, path);
};
