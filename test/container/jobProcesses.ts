import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { JobSpec } from '../../src/core/run/container/engine';
import type { FoundJob } from '../../src/core/run/container/foundJob';
import { tempFolder } from '../fakes/tempFolder';

export interface JobOrder {
  readonly engine: 'docker' | 'local';
  readonly endpoint?: string;
  readonly script: string;
  readonly changes: Partial<JobSpec>;
  /** Adopts it instead of submitting a job. */
  readonly found?: FoundJob;
}

/** Processes of their own with jobs, to be killed like an editor that crashes. */
export class JobProcesses {
  readonly #temp = tempFolder();
  readonly #script = join(this.#temp.path, 'job.cjs');
  readonly #children: ChildProcess[] = [];

  async bundle(): Promise<void> {
    await build({
      entryPoints: [join(import.meta.dirname, '..', 'fakes', 'jobProcess.ts')],
      ...{ outfile: this.#script, bundle: true, platform: 'node', format: 'cjs', logLevel: 'silent' },
      external: ['cpu-features', '*.node'],
    });
  }

  /** The child, and the first line that it says: the job's id or its fault. */
  async start(order: JobOrder): Promise<{ readonly child: ChildProcess; readonly said: string }> {
    const child = spawn(process.execPath, [this.#script, JSON.stringify(order)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#children.push(child);
    let said = '';
    for await (const chunk of child.stdout) {
      said += String(chunk);
      if (said.includes('\n')) break;
    }
    return { child, said: said.trim() };
  }

  async kill(child: ChildProcess): Promise<void> {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
  }

  remove(): void {
    for (const child of this.#children) child.kill('SIGKILL');
    this.#temp.remove();
  }
}
