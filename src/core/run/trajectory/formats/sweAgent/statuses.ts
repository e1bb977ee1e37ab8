import type { TrajectoryStatus } from '../../trajectory';

const statuses: ReadonlyMap<string, TrajectoryStatus> = new Map([
  ['submitted', 'submitted'],
  ['early_exit', 'aborted'],
  ['exit_forfeit', 'aborted'],
  ['exit_command', 'aborted'],
  ['exit_total_execution_time', 'limit_time'],
  ['exit_command_timeout', 'limit_time'],
  ['exit_context', 'limit_context'],
  ['exit_cost', 'limit_cost'],
  ['exit_api', 'api_error'],
  ['exit_environment_error', 'env_error'],
  ['exit_format', 'format'],
]);

/**
 * The common status of `info.exit_status` (0.x and 1.x). `submitted (exit_X)`, where the machinery handed in what was
 * there, ended by X. `exit_error` is any exception at all: unknown.
 */
export const statusOfExit = (exit: string | null, submission: string | null): TrajectoryStatus => {
  if (exit === null) return 'unknown';
  const inner = /^submitted \((.*)\)$/.exec(exit)?.[1];
  const status = statuses.get(inner ?? exit) ?? 'unknown';
  return status === 'submitted' && (submission === null || submission.trim() === '') ? 'submitted_empty' : status;
};
