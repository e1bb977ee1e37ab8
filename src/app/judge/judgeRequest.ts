import type { JudgeHead, JudgeLine, JudgeSettings, PairLine } from '../../core/review/judge/judgeLine';
import type { JudgePane } from '../../core/review/judge/judgeSees';
import type { Rubric } from '../../core/review/rubric/rubric';
import type { Models } from '../../core/run/model/askModel';
import type { KeySource, ModelEntry } from '../../core/run/model/modelEntry';
import type { OpenTrajectoryFiles } from '../../core/run/trajectory/trajectoryFiles';
import type { Clock } from '../../core/shared/clock';
import type { FilePort } from '../../core/shared/files';
import type { Sha256 } from '../../core/shared/hash';
import type { Problem } from '../../core/shared/problem';
import type { StudyCatalogue } from '../../core/study/catalogue';
import type { HashPieces } from '../trajectory/trajectoryHash';

/** Where a judge's answers are written: `judge/<id>.jsonl` and, beside it, its settings. */
export interface JudgeStore {
  /** Lines that are there, parsed; those that are no JSON (the last may be cut) are left out. */
  read(): Promise<readonly unknown[]>;
  /** Null: nothing was asked before. */
  head(): Promise<JudgeHead | null>;
  writeHead(head: JudgeHead): Promise<void>;
  /** On the disk before it resolves. */
  append(line: JudgeLine | PairLine): Promise<void>;
  /** Absolute path of the answers, for people, and of the record of requests and replies. */
  readonly path: string;
  readonly recordFile: string;
}

export interface JudgePorts {
  readonly files: FilePort;
  readonly models: Models;
  readonly keys: KeySource;
  readonly sha256: Sha256;
  readonly hashPieces: HashPieces;
  readonly clock: Clock;
  readonly openTrajectory: OpenTrajectoryFiles;
  readonly store: JudgeStore;
  /** Name and version of the program, for the settings file. */
  readonly tool: string;
}

export interface JudgeRequest {
  readonly catalogue: StudyCatalogue;
  readonly judge: string;
  readonly rubric: Rubric;
  readonly rubricHash: string;
  readonly model: ModelEntry;
  /** Fields of each request over those of the model's entry (`temperature`). */
  readonly params: Readonly<Record<string, unknown>>;
  readonly samples: number;
  readonly swap: boolean;
  readonly sees: readonly JudgePane[];
  /** Characters of material that a question may hold. */
  readonly maxChars: number;
  /** `run/instance`, an instance, or a run; null: all that the rubric rates. */
  readonly items: readonly string[] | null;
  /** Two runs whose answers to one instance are put side by side; null: each is judged by itself. */
  readonly pair: readonly [string, string] | null;
  readonly budgetUsd: number | null;
  readonly workers: number;
}

export interface JudgeHooks {
  /** An item was answered or kept from before. */
  done(label: string, line: JudgeLine | PairLine, done: number, total: number): void;
  retrying(fault: string, attempt: number, waitMs: number): void;
}

/** What a run of a judge came to. Every item is in one of the lists. */
export interface JudgeRunEnd {
  readonly lines: readonly (JudgeLine | PairLine)[];
  /** How many of them were there before. */
  readonly kept: number;
  /** What was not asked, and why. */
  readonly leftOut: readonly Problem[];
  /** Items whose questions brought no reply, with the model's words. */
  readonly failed: readonly Problem[];
  /** Null: it came to its end. */
  readonly stopped: string | null;
  readonly spentUsd: number | null;
  readonly settings: JudgeSettings;
}
