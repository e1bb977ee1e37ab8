import { createHash } from 'node:crypto';
import type { Engine, EngineInfo, JobEnd, JobFiles, JobSpec } from '../../src/core/run/container/engine';
import type { FoundJob, JobFinder } from '../../src/core/run/container/foundJob';
import { EnvironmentFault } from '../../src/core/shared/problem';

/** What a job of the fake comes to. */
export interface FakeJob {
  readonly end?: Partial<JobEnd>;
  readonly files?: Readonly<Record<string, string>>;
  readonly skipped?: readonly string[];
  /** Thrown by `submit`. */
  readonly refused?: EnvironmentFault;
  /** The job ends when this does. */
  readonly until?: Promise<void>;
}

/** A job that the fake still has from an earlier process. */
export interface LeftJob {
  readonly spec: JobSpec;
  readonly state: FoundJob['state'];
  readonly owner?: FoundJob['owner'];
  readonly job: FakeJob;
}

export const scriptResult = (changes: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify({
    stage: 'tested',
    rung: 'git-apply',
    testbed: 'bundle',
    testExit: 0,
    timedOut: false,
    testSeconds: 1,
    leftovers: 0,
    ...changes,
  });

export const tapLog = (lines: string): string =>
  `+ : '>>>>> Start Test Output'\n${lines}\n+ : '>>>>> End Test Output'\n>>>>> Test Exit Code: 0\n`;

const info: EngineInfo = { name: 'docker', version: '1', architecture: 'amd64', endpoint: 'fake', warnings: [] };

/** An engine that runs nothing and remembers what it was asked. */
export class FakeEngine implements Engine, JobFinder {
  readonly submitted: JobSpec[] = [];
  readonly removed: string[] = [];
  readonly adopted: string[] = [];
  gone = false;

  constructor(private readonly play: (spec: JobSpec, attempt: number) => FakeJob) {}

  async ping(): Promise<EngineInfo> {
    if (this.gone) throw new EnvironmentFault('engine', 'No engine at fake.');
    return info;
  }

  async prepareImage(): Promise<{ readonly digest: string }> {
    return { digest: 'sha256:0' };
  }

  readonly #jobs = new Map<string, FakeJob>();

  async submit(spec: JobSpec): Promise<{ readonly id: string }> {
    this.submitted.push(spec);
    const job = this.play(spec, this.submitted.length);
    if (job.refused) throw job.refused;
    const id = `job${this.submitted.length}`;
    this.#jobs.set(id, job);
    return { id };
  }

  /** Puts a job there as a killed process would have left it. */
  leave(id: string, left: LeftJob): void {
    this.#left.set(id, left);
  }

  readonly #left = new Map<string, LeftJob>();

  async find(labels: Readonly<Record<string, string>>): Promise<readonly FoundJob[]> {
    if (this.gone) throw new EnvironmentFault('engine', 'No engine at fake.');
    return [...this.#left]
      .filter(([, { spec }]) => Object.entries(labels).every(([name, value]) => spec.labels[name] === value))
      .map(([id, { spec, state, owner }]) => ({
        ref: { id },
        labels: spec.labels,
        state,
        owner: owner ?? 'gone',
        startedAt: null,
      }));
  }

  async adopt({ ref }: FoundJob): Promise<{ readonly id: string }> {
    const left = this.#left.get(ref.id);
    if (left === undefined) throw new EnvironmentFault('engine', 'It is gone.');
    this.adopted.push(ref.id);
    this.#jobs.set(ref.id, left.job);
    return ref;
  }

  async *watch(): AsyncGenerator<Uint8Array> {}

  async wait({ id }: { readonly id: string }): Promise<JobEnd> {
    const job = this.#jobs.get(id);
    await job?.until;
    const log = job?.files?.['test_output.txt'];
    const output =
      log === undefined
        ? null
        : { bytes: Buffer.byteLength(log), sha256: createHash('sha256').update(log).digest('hex') };
    return { kind: 'finished', exitCode: 0, evidence: ['exit code 0'], wallMs: 1, output, ...job?.end };
  }

  async files({ id }: { readonly id: string }): Promise<JobFiles> {
    const { files = {}, skipped = [] } = this.#jobs.get(id) ?? {};
    return { files: new Map(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)])), skipped };
  }

  async cancel(): Promise<void> {}

  async remove({ id }: { readonly id: string }): Promise<void> {
    this.removed.push(id);
    this.#left.delete(id);
  }

  async clean() {
    return { removed: [], kept: [] };
  }
}
