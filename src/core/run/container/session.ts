import type { JobLimits } from './engine';

/** A folder or file of the host that a sandbox may read and not change. Local engines only; remote ones refuse it. */
export interface ReadOnlyMount {
  /** Absolute on the host. */
  readonly hostPath: string;
  /** Absolute in the sandbox. */
  readonly path: string;
}

/** A sandbox that waits for commands: for agents, terminals, and for trees that come out of an image. */
export interface SessionSpec {
  /** Labels that make it ours; findable after a crash. */
  readonly labels: Readonly<Record<string, string>>;
  /** Image reference, prepared before; ignored by the local backend. */
  readonly image: string;
  readonly env: Readonly<Record<string, string>>;
  /** Absolute; made where it is missing. */
  readonly workdir: string;
  /** As the engine takes it (`1000:1000`, `root`); null: root. */
  readonly user: string | null;
  readonly limits: JobLimits;
  readonly mounts: readonly ReadOnlyMount[];
  /** After so many milliseconds the sandbox ends by itself, whoever has forgotten it. */
  readonly ttlMs: number;
}

export interface OutputChunk {
  readonly stream: 'stdout' | 'stderr';
  readonly bytes: Uint8Array;
}

/** One command of a session. */
export interface StepSpec {
  /** Program and arguments; no shell in between. */
  readonly command: readonly string[];
  /** Absolute; null: the session's. */
  readonly cwd: string | null;
  readonly env: Readonly<Record<string, string>>;
  /** Null: the session's. */
  readonly user: string | null;
  /** What comes on standard input; null: nothing, and it is closed. */
  readonly input: Uint8Array | null;
  readonly timeoutMs: number;
}

/**
 * How a command ended. `oom`: the engine counted a kill for want of memory meanwhile; `lost`: the engine or the sandbox
 * went away and nobody knows. After a time-out the whole process tree is gone.
 */
export interface StepEnd {
  readonly kind: 'finished' | 'time-out' | 'oom' | 'killed' | 'lost';
  readonly exitCode: number | null;
  readonly evidence: readonly string[];
  /** Wall-clock milliseconds. */
  readonly wallMs: number;
}

export interface Step {
  /**
   * Byte exact, in the order in which the engine gave it. A slow reader slows the command down. Read it, or a command
   * that prints more than a MiB waits until its time is over. One reader; one that leaves throws the rest away.
   */
  readonly output: AsyncIterable<OutputChunk>;
  wait(): Promise<StepEnd>;
  /** Ends every process of the sandbox but its keeper. Idempotent. */
  kill(): Promise<void>;
}

/** A shell on a pseudo terminal. */
export interface Terminal {
  readonly output: AsyncIterable<Uint8Array>;
  write(bytes: Uint8Array): void;
  resize(columns: number, rows: number): Promise<void>;
  /** Exit code; null where it was lost. */
  wait(): Promise<number | null>;
  close(): Promise<void>;
}

/** Bounds of a tree that comes out of a sandbox. */
export interface TreeLimits {
  readonly entries: number;
  readonly bytes: number;
}

export interface TreeOptions {
  readonly limits: TreeLimits;
  /** Top level names that are not copied. */
  readonly leaveOut: readonly string[];
  /** Bytes that came so far, a few times a second. */
  readonly onBytes?: (bytes: number) => void;
}

export interface TreeReport {
  readonly files: number;
  readonly bytes: number;
  /** What was refused or cut, and why, one line each. */
  readonly skipped: readonly string[];
}

/** A sandbox that lives until it is closed. Errors of the engine are EnvironmentFault; a command's own are a StepEnd. */
export interface Session {
  readonly id: string;
  /** One at a time. */
  start(step: StepSpec, signal?: AbortSignal): Promise<Step>;
  terminal(options: {
    readonly command: readonly string[];
    readonly cwd: string | null;
    readonly env: Readonly<Record<string, string>>;
    readonly columns: number;
    readonly rows: number;
  }): Promise<Terminal>;
  /** Copies what a host folder holds into a folder of the sandbox. Links are copied as links. */
  upload(hostFolder: string, to: string, signal?: AbortSignal): Promise<void>;
  /**
   * Copies a folder of the sandbox into an empty host folder. Nothing is written outside of it: absolute names, `..`,
   * devices, case collisions, names that the disk can't keep and links that leave it are refused and said; a hard link
   * inside the tree becomes a copy. `leaveOut`: top level names that are not copied, such as `.git`; where that is one of
   * them, folders of that name further down are left out too, and said. Throws InputFault where there is no such folder.
   */
  download(from: string, hostFolder: string, options: TreeOptions, signal?: AbortSignal): Promise<TreeReport>;
  /** Ends every process but the keeper; the files stay. */
  killAll(): Promise<void>;
  /** Removes the sandbox. Idempotent; a failure to reach the engine is not thrown. */
  close(): Promise<void>;
}

/** The port by which sessions are opened. */
export interface Sessions {
  openSession(spec: SessionSpec, signal?: AbortSignal): Promise<Session>;
}
