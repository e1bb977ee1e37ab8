import { execFileSync } from 'node:child_process';

/** Whether a program lies on the PATH. */
export const hasProgram = (program: string): boolean => {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};
