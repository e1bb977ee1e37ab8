/** A file that enters a sandbox before its start. Paths are absolute inside it, below /in or the working tree. */
export interface InputFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly executable?: boolean;
}

/** Limits of one job. Bytes and counts, never "2g"; null means the engine's own default. */
export interface JobLimits {
  readonly memoryBytes: number;
  readonly cpus: number;
  readonly pids: number;
  readonly fileBytes: number;
}

/**
 * One job: the sandbox's main process, from files in to files out. The script gets its folders by environment:
 * TOUCHSTONE_IN, TOUCHSTONE_OUT and TOUCHSTONE_TESTBED (`/in`, `/out` and `/testbed` in a container; throw-away
 * folders in the local backend).
 */
export interface JobSpec {
  /** Labels that make it ours: run, instance, patch hash, attempt; findable after a crash. */
  readonly labels: Readonly<Record<string, string>>;
  /** Image reference; ignored by the local backend. */
  readonly image: string;
  /** Files below /in. The entry is run as `bash /in/entry.sh`. */
  readonly files: readonly InputFile[];
  /** A git bundle of base's ancestry alone, on the host's disk; cloned to the testbed where the image brings none. */
  readonly bundlePath: string | null;
  readonly testbed: string;
  readonly env: Readonly<Record<string, string>>;
  readonly limits: JobLimits;
  /** The watchdog's limit in milliseconds for the whole job; the script's own time-out fires first. */
  readonly deadlineMs: number;
}

export interface JobRef {
  readonly id: string;
}

/** How a job ended, apart from what its script wrote. `oom` needs evidence, `lost` means that nobody knows. */
export interface JobEnd {
  readonly kind: 'finished' | 'time-out' | 'oom' | 'killed' | 'infrastructure' | 'lost';
  readonly exitCode: number | null;
  /** Facts that led to `kind`, in words. */
  readonly evidence: readonly string[];
  /** Wall-clock milliseconds from start to end. */
  readonly wallMs: number;
}

export interface EngineInfo {
  readonly name: 'docker' | 'local';
  readonly version: string;
  readonly architecture: string;
  readonly endpoint: string;
  /** Said to the person before use: what this engine does not protect against. */
  readonly warnings: readonly string[];
}

/**
 * The sandbox port, job-shaped so that other schedulers fit behind it.
 * Errors of the engine itself are EnvironmentFault; a job's own failure is a JobEnd.
 */
export interface Engine {
  ping(signal?: AbortSignal): Promise<EngineInfo>;
  /** Makes sure the image is there: present, pulled or built. Throws EnvironmentFault('image'). */
  prepareImage(
    image: string,
    onProgress: (text: string) => void,
    signal?: AbortSignal,
  ): Promise<{ readonly digest: string | null }>;
  submit(job: JobSpec, signal?: AbortSignal): Promise<JobRef>;
  /** Bytes of stdout and stderr as they come, in engine order; ends with the job. A live view, not the truth. */
  watch(ref: JobRef, signal?: AbortSignal): AsyncIterable<Uint8Array>;
  wait(ref: JobRef, signal?: AbortSignal): Promise<JobEnd>;
  /** Files below /out by relative path. Hostile names are refused, sizes capped, said in `skipped`. */
  files(ref: JobRef): Promise<{ readonly files: ReadonlyMap<string, Uint8Array>; readonly skipped: readonly string[] }>;
  /** Ends the job's whole process tree. Idempotent. */
  cancel(ref: JobRef): Promise<void>;
  /** Removes every trace of the job. Idempotent. */
  remove(ref: JobRef): Promise<void>;
}
