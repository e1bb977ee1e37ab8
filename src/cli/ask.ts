import { createInterface } from 'node:readline/promises';
import { printable } from './printable';
import { say } from './say';

/** Asks on the terminal; no where there is none. `yes`: it was said beforehand. */
export const ask = async (question: string, yes: boolean): Promise<boolean> => {
  if (yes) return true;
  if (!process.stdin.isTTY) {
    say(`${question} Taken as no: give --yes.`);
    return false;
  }
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await lines.question(`${printable(question)} [y/N] `).finally(() => lines.close());
  return /^y(es)?$/i.test(answer.trim());
};
