import type { RepositorySource } from '../../workspace/repositorySource';
import type { KeptImage } from './keptImage';

/** A file that enters a sandbox before its start. Paths are absolute inside it and below /in. */
export interface InputFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly executable?: boolean;
}

/** Limits of one job. Bytes and counts, never "2g". */
export interface JobLimits {
  readonly memoryBytes: number;
  readonly cpus: number;
  readonly pids: number;
  /** The largest file that the job may write. */
  readonly fileBytes: number;
  /** What the job may write in all. Looked at every few seconds: a quick writer gets somewhat further. */
  readonly diskBytes: number;
}

/**
 * One job: the sandbox's main process, from files in to files out. The script gets its folders by environment:
 * TOUCHSTONE_IN, TOUCHSTONE_OUT and TOUCHSTONE_TESTBED (`/in`, `/out` and `/testbed` in a container; throw-away
 * folders in the local backend), and TOUCHSTONE_JOB, by which a stray process is known as the job's own.
 */
export interface JobSpec {
  /** Labels that make it ours: run, instance, patch hash, attempt; findable after a crash. */
  readonly labels: Readonly<Record<string, string>>;
  /** Image reference; ignored by the local backend. */
  readonly image: string;
  /** `os/arch[/variant]` where an environment names one; absent or null: whatever the image is. */
  readonly platform?: string | null;
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

/** What came over the job's standard output, to tell whether the log file was changed behind the stream. */
export interface StreamDigest {
  readonly bytes: number;
  /** Lower-case hex. */
  readonly sha256: string;
}

/** How a job ended, apart from what its script wrote. `oom` needs evidence, `lost` means that nobody knows. */
export interface JobEnd {
  readonly kind: 'finished' | 'time-out' | 'oom' | 'killed' | 'infrastructure' | 'lost';
  readonly exitCode: number | null;
  /** Facts that led to `kind`, and what the engine changed in the job, in words. */
  readonly evidence: readonly string[];
  /** Wall-clock milliseconds from start to end. */
  readonly wallMs: number;
  /** Null where the stream broke before the job ended. */
  readonly output: StreamDigest | null;
}

/** Files that a job left below /out, by relative path; `skipped` names what was refused or cut, and why. */
export interface JobFiles {
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly skipped: readonly string[];
}

export interface EngineInfo {
  readonly name: 'docker' | 'local';
  readonly version: string;
  readonly architecture: string;
  readonly endpoint: string;
  /** Said to the person before use: what this engine does not protect against. */
  readonly warnings: readonly string[];
  /** Cores and bytes of memory of the machine on which jobs run; absent: unknown. */
  readonly cpus?: number;
  readonly memoryBytes?: number;
}

/** How an image that no registry has is made; see `environments[].build` of the study file. */
export interface ImageRecipe {
  /** `host`: from this machine's own programs (Linux with glibc); else the image to begin with. */
  readonly base: string;
  /** On `host` names of programs on the PATH, or of installed distribution packages; else packages of the base. */
  readonly packages: readonly string[];
  /** Paths or globs of the repository at the base commit that `setup` needs; gone from the image when it has ended. */
  readonly copy?: readonly string[];
  /** Shell commands, run in `workdir` one after the other. */
  readonly setup?: readonly string[];
  /** Whether the network is there while building; absent: yes. */
  readonly network?: boolean;
  /** Absolute in the image; absent: `/testbed`. */
  readonly workdir?: string;
}

/** A Dockerfile of a study or of a task; the folder that it lies in is sent along. Both absolute on the host. */
export interface DockerfileRecipe {
  readonly path: string;
  /** The folder of the study or task: nothing outside of it is read, also not over links. */
  readonly root: string;
}

export interface ImageRequest {
  readonly image: string;
  readonly recipe: ImageRecipe | null;
  /** Instead of a recipe; absent: none. */
  readonly dockerfile?: DockerfileRecipe | null;
  /** `os/arch[/variant]`; absent: the engine's own. */
  readonly platform?: string | null;
  /** Where the recipe's `copy` is taken from; `keepOut`: globs of files that are never copied. */
  readonly copyFrom?: {
    readonly source: RepositorySource;
    readonly commit: string;
    readonly keepOut: readonly string[];
  } | null;
  /** Whether outside data chose it: then a person is asked before it is pulled or built. */
  readonly namedByData: boolean;
}

/** How much the images that we built or pulled may take, and who is asked before some go. */
export interface ImageBudget {
  /** 0: no limit. */
  readonly bytes: number;
  /** Whether these may be removed, the least recently used ones; `over` says in words why. */
  confirmRemoval(images: readonly KeptImage[], over: string): Promise<boolean>;
}

export interface ImageHooks {
  onProgress(text: string): void;
  /** Asked once per registry and namespace, for example `docker.io/swebench`. */
  confirmPull(image: string, namespace: string): Promise<boolean>;
  /** Asked once per recipe, since building runs what a file says. `what`: a line for people. Absent: no. */
  confirmBuild?(image: string, what: string): Promise<boolean>;
  /** Absent: nothing is looked at. */
  readonly budget?: ImageBudget;
}

export interface PreparedImage {
  /** Content id of the image as the engine knows it; null where there is no image. */
  readonly digest: string | null;
  /** What a job is to name; absent: what was asked for. An image that we build is named after what went into it. */
  readonly reference?: string;
  /** `repository@sha256:...` as its registry knows it; null where it came from none. */
  readonly repoDigest?: string | null;
  /** `os/arch[/variant]` of the image; null where the engine doesn't say. */
  readonly platform?: string | null;
}

export interface CleanOptions {
  readonly dryRun: boolean;
  /** Leaves jobs alone that another process could still take over and whose deadline has not passed: a run may be resumed. */
  readonly sparesResumable?: boolean;
}

/** What `clean` did, or would do, with the jobs that earlier processes left. */
export interface CleanReport {
  readonly removed: readonly string[];
  /** Jobs that still have an owner or time; with the reason. */
  readonly kept: readonly string[];
}

/**
 * The sandbox port, job-shaped so that other schedulers fit behind it.
 * Errors of the engine itself are EnvironmentFault; a job's own failure is a JobEnd.
 */
export interface Engine {
  /** Throws EnvironmentFault('engine') where nothing answers. */
  ping(signal?: AbortSignal): Promise<EngineInfo>;
  /** Makes sure the image is there: present, built or pulled. Throws EnvironmentFault('image'). */
  prepareImage(request: ImageRequest, hooks: ImageHooks, signal?: AbortSignal): Promise<PreparedImage>;
  submit(job: JobSpec, signal?: AbortSignal): Promise<JobRef>;
  /** Bytes of standard output as they come; ends with the job. A live view, not the truth. One reader at most. */
  watch(ref: JobRef): AsyncIterable<Uint8Array>;
  /** Resolves when the job has ended, whatever the reason; an abort cancels the job first. */
  wait(ref: JobRef, signal?: AbortSignal): Promise<JobEnd>;
  files(ref: JobRef): Promise<JobFiles>;
  /** Ends the job's whole process tree. Idempotent. */
  cancel(ref: JobRef): Promise<void>;
  /** Removes every trace of the job. Idempotent; a failure to reach the engine is not thrown. */
  remove(ref: JobRef): Promise<void>;
  /** Removes jobs that earlier processes left behind: own labels only, owner gone or deadline passed. */
  clean(options: CleanOptions): Promise<CleanReport>;
}
