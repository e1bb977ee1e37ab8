import { EnvironmentFault, InputFault } from '../core/shared/problem';
import { say } from './say';

/** Exit codes of the command line: 0 done, 1 wrong input or result, 2 usage, 3 the environment. */
export const exitCodeOf = (error: unknown): number => {
  if (error instanceof EnvironmentFault) return 3;
  if (error instanceof InputFault) return 1;
  return 1;
};

/** One line on stderr that says what happened; the stack only where TOUCHSTONE_DEBUG asks for it. */
export const reportFault = (error: unknown): void => {
  const text = error instanceof Error ? error.message : String(error);
  say(`touchstone: ${text}`);
  if (process.env['TOUCHSTONE_DEBUG'] && error instanceof Error && error.stack)
    process.stderr.write(`${error.stack}\n`);
};
