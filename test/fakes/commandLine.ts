import { vi } from 'vitest';
import { main } from '../../src/cli/main';

export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs the command line in this process; what it prints is caught. */
export const commandLine = async (...args: readonly string[]): Promise<Ended> => {
  const printed = { out: '', err: '' };
  const collect = (key: 'out' | 'err') => (text: unknown) => {
    printed[key] += String(text);
    return true;
  };
  process.exitCode = undefined;
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(collect('out')),
    vi.spyOn(process.stderr, 'write').mockImplementation(collect('err')),
  ];
  try {
    return { code: await main(args), ...printed };
  } finally {
    for (const spy of spies) spy.mockRestore();
    process.exitCode = undefined;
  }
};
