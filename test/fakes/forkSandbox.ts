import { execFile } from 'node:child_process';
import type { ForkSandbox } from '../../src/app/run/runRequest';

/** A folder of this machine as the sandbox of a fork; what was applied and run is noted. */
export class FolderSandbox implements ForkSandbox {
  readonly applied: string[] = [];
  readonly ran: string[] = [];

  constructor(private readonly folder: string) {}

  async applyPatch(patch: string): Promise<void> {
    this.applied.push(patch);
  }

  run(command: string): Promise<{ readonly output: string; readonly returncode: number }> {
    this.ran.push(command);
    return new Promise((resolve) => {
      execFile('bash', ['-c', `exec 2>&1; ${command}`], { cwd: this.folder }, (error, stdout) => {
        resolve({ output: stdout, returncode: typeof error?.code === 'number' ? error.code : 0 });
      });
    });
  }
}
