import type { Problem } from '../core/shared/problem';
import { printable } from './printable';

/** One line on stderr; what data put into it can't steer the terminal. */
export const say = (text: string): void => {
  process.stderr.write(`${printable(text)}\n`);
};

/** What was left out, a line each: where, which field, why. */
export const sayProblems = (problems: readonly Problem[]): void => {
  for (const { where, field, reason } of problems)
    say(field === null || reason.startsWith(field) ? `${where}: ${reason}` : `${where} ${field}: ${reason}`);
};
