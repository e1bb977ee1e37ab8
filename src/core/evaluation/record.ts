import type { EngineInfo, JobLimits } from '../run/container/engine';
import type { RunItemKey } from '../run/schedule/runProgress';
import type { MeasuredCoverage } from './coverage/measureCoverage';
import type { RunWish } from './evaluationWish';
import type { Optimisation } from './optimisation/optimisation';
import type { Outcome } from './outcome';
import type { EnvironmentSign, InstanceReport, RuleSetName } from './report';
import type { RungName } from './script/applyLadder';

/** Which evaluation: one folder of the SWE-bench layout. Repeats count from 1. */
export interface EvaluationKey extends RunItemKey {
  readonly runId: string;
}

/** What was evaluated: a model's patch, the gold patch, or the base without any. */
export type EvaluationSubject = 'patch' | 'gold' | 'base';

/**
 * `result.json` beside the harness's files: what the report leaves out, and everything that a later reader needs to
 * know under which conditions the outcome came about.
 */
export interface EvaluationRecord extends EvaluationKey {
  readonly schema: 'touchstone-evaluation/1';
  readonly subject: EvaluationSubject;
  readonly rules: RuleSetName;
  /** Lower-case hex SHA-256 of the patch's UTF-8 bytes; null where there was none. */
  readonly patchSha256: string | null;
  /** Of what the dataset's row said about the tests (`gradedText`); left out of records of earlier versions. */
  readonly rowSha256?: string;
  readonly outcome: Outcome;
  /** The rule or fact that decided, in words. */
  readonly reason: string;
  /** Id of the rule that decided (`v5.exit-code`); null or left out where no log was graded. */
  readonly rule?: string | null;
  /** Which tool applied the patch; null where none was needed or none could. */
  readonly rung: RungName | null;
  /** Where the checkout came from; null where the job never got so far. */
  readonly testbed: 'image' | 'bundle' | null;
  readonly baseCommit: string | null;
  readonly evalScript: 'row' | 'table' | 'setting' | null;
  readonly parser: string | null;
  /**
   * `name`: as the engine ran it; `digest`: the engine's content id; `repoDigest`: as its registry knows it; `platform`:
   * `os/arch`. The last two are left out of records of earlier versions, and null where nobody said.
   */
  readonly image: {
    readonly name: string;
    readonly digest: string | null;
    readonly repoDigest?: string | null;
    readonly platform?: string | null;
  } | null;
  readonly engine: EngineInfo | null;
  readonly limits: JobLimits;
  /** Whole seconds that the tests were given. */
  readonly timeoutSeconds: number;
  /** Wall-clock seconds of the whole evaluation, and of the tests alone (whole seconds; null where they never ran). */
  readonly seconds: number;
  readonly testSeconds: number | null;
  readonly signs: readonly EnvironmentSign[];
  readonly warnings: readonly string[];
  /** What the tests left of line coverage; left out or null where it wasn't asked for. */
  readonly coverage?: MeasuredCoverage | null;
  /** The optimisation score; left out where the patch wasn't timed. */
  readonly optimisation?: Optimisation;
  /** Facts of the engine: exit code, memory, what was replaced, what was left out. */
  readonly evidence: readonly string[];
  /** RFC 3339, when it ended. */
  readonly at: string;
}

/** What happened to one evaluation. */
export interface ItemEvent extends RunItemKey {
  /** `failed`: the machinery failed, not the tests, and it is tried again. Each evaluation has one `result` at its end. */
  readonly kind: 'intent' | 'started' | 'adopted' | 'failed' | 'result' | 'removed';
  /** RFC 3339; a result's is its record's. */
  readonly at: string;
  readonly patchSha256?: string | null;
  readonly rules?: RuleSetName;
  readonly job?: string;
  readonly outcome?: Outcome;
  /** Why it failed, in words. */
  readonly detail?: string;
}

/** What happened to the run as a whole. */
export type RunEvent =
  | {
      readonly kind: 'opened';
      readonly at: string;
      /** Null where nobody could resume it: it was asked for by a program. */
      readonly wish: RunWish | null;
      /** All runs of one schedule, this one too; the first one's journal is the one that counts as its own. */
      readonly runs: readonly string[];
      /** Evaluations, repeats counted. */
      readonly total: number;
      /** Of these, what was there already when it began. */
      readonly kept: number;
      /** Whether it goes on with what an earlier process began. */
      readonly resumed: boolean;
    }
  | { readonly kind: 'paused' | 'resumed'; readonly at: string }
  | {
      readonly kind: 'closed';
      readonly at: string;
      /** `fault`: the engine or the disk was given up; whoever resumes goes on from there. */
      readonly reason: 'done' | 'cancelled' | 'fault';
    };

/** A line of the run's journal, written and flushed before the next step. */
export type JournalEvent = ItemEvent | RunEvent;

/** One run's folder while it is being written; one process owns it. */
export interface OwnedRun {
  /** What earlier processes wrote, oldest first; a torn line is left out. */
  readonly earlier: readonly JournalEvent[];
  journal(event: JournalEvent): Promise<void>;
  release(): Promise<void>;
}

/** Writing of the SWE-bench layout, as a port. */
export interface EvaluationStore {
  /** Takes the run; throws EnvironmentFault where another live process has it, or the disk is nearly full. */
  own(runId: string): Promise<OwnedRun>;
  /** Absolute. */
  folderOf(key: EvaluationKey): string;
  /** Null where there is none, or it is no record of ours; the report is null where the harness wrote none. */
  readRecord(
    key: EvaluationKey,
  ): Promise<{ readonly record: EvaluationRecord; readonly report: InstanceReport | null } | null>;
  /** Replaces everything that the folder holds of an earlier evaluation; the record is written last. */
  write(key: EvaluationKey, files: ReadonlyMap<string, Uint8Array | string>, record: EvaluationRecord): Promise<void>;
  /** What evaluations of these instances took before, in milliseconds, by instance; those without any are left out. */
  earlierTimes(instanceIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Writes `<model>.<run>.json` beside the logs; returns its path. */
  writeSummary(model: string, runId: string, summary: unknown): Promise<string>;
}
