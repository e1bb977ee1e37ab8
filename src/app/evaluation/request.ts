import type { CoverageWish } from '../../core/evaluation/coverage/coverageWish';
import type { MeasuredCoverage } from '../../core/evaluation/coverage/measureCoverage';
import type { RunWish } from '../../core/evaluation/evaluationWish';
import type { GradedInstance } from '../../core/evaluation/gradedInstance';
import type { Optimisation, OptimisationSettings } from '../../core/evaluation/optimisation/optimisation';
import type { Outcome } from '../../core/evaluation/outcome';
import type { EvaluationStore, EvaluationSubject } from '../../core/evaluation/record';
import type { InstanceReport, RuleSetName } from '../../core/evaluation/report';
import type { Instance } from '../../core/instance/instance';
import type { Engine, ImageHooks, ImageRequest, JobLimits } from '../../core/run/container/engine';
import type { JobFinder } from '../../core/run/container/foundJob';
import type { RunControl, RunProgress } from '../../core/run/schedule/runProgress';
import type { Clock } from '../../core/shared/clock';
import type { Sha256 } from '../../core/shared/hash';
import type { RepositorySource } from '../../core/workspace/repositorySource';

export interface EvaluatePorts {
  readonly engine: Engine & JobFinder;
  readonly store: EvaluationStore;
  /** A bundle of base's ancestry alone, cached. Throws EnvironmentFault. */
  exportBase(
    source: RepositorySource,
    baseCommit: string,
    signal?: AbortSignal,
  ): Promise<{ readonly bundlePath: string }>;
  readonly sha256: Sha256;
  readonly clock: Clock;
}

/** Where and how an instance is run; from its row, the study file and the person's settings. */
export interface EvaluationTarget {
  /** Null where nothing names one; the local engine needs none. */
  readonly image: ImageRequest | null;
  readonly repository: RepositorySource | null;
  readonly testbed: string;
  readonly env: Readonly<Record<string, string>>;
  readonly testCommand: string | null;
  /** Parser for rows that name none. */
  readonly parser: string | null;
  /** Coverage reports and files for rows that name none; left out: none. */
  readonly coverage?: CoverageWish | null;
}

export interface EvaluationItem {
  readonly instance: Instance;
  /** As it will stand in the path; `gold` and `base` for these two. */
  readonly model: string;
  readonly subject: EvaluationSubject;
  /** Null for the base, and where a prediction says null. */
  readonly patch: string | null;
  /** By which it is graded; left out: as the request says. */
  readonly rules?: RuleSetName;
  /** The run that it belongs to; left out: the request's. */
  readonly runId?: string;
}

export interface EvaluateRequest {
  readonly runId: string;
  readonly items: readonly EvaluationItem[];
  /** Ids of all instances that were to be evaluated, also of those without a prediction. */
  readonly asked: readonly string[];
  /** For items that name no rule set of their own. */
  readonly rules: RuleSetName;
  readonly repeats: number;
  readonly timeoutMs: number;
  /** At the same time; null: as many as the engine's cores and memory hold. Memory holds it back in any case. */
  readonly workers: number | null;
  readonly limits: JobLimits;
  /** Evaluates also what is there already: all of it, or what has no verdict. */
  readonly again: boolean | 'no-verdict';
  /** Goes on with what an earlier process began: what it did since then is kept, in spite of `again`. */
  readonly resume?: boolean;
  /** How patches of instances about speed are timed once their tests pass; left out or null: they aren't. */
  readonly optimisation?: OptimisationSettings | null;
  /** Tries after a failure of the machinery, not of the tests; left out: 2. */
  readonly retryInfrastructure?: number;
  /** How long an engine that went away is waited for, in milliseconds; left out: a minute. */
  readonly patienceMs?: number;
  /** For the journal, so that the run can be resumed; left out: it can't. */
  readonly wish?: RunWish;
  /** Whether the run is written down as a whole; not where some instances were picked: it would hide the others. */
  readonly summary: boolean;
  targetOf(instance: Instance): EvaluationTarget;
}

export interface EvaluateHooks extends Pick<ImageHooks, 'confirmPull' | 'confirmBuild' | 'budget'> {
  /** What is being done for one item, or for all (null). */
  progress(
    item: { readonly instanceId: string; readonly model: string; readonly repeat: number } | null,
    text: string,
  ): void;
  /** Each item as it ends. */
  evaluated(item: EvaluatedItem): void;
  /** The tests' output as it comes; a live view. Absent: nobody looks. */
  output?(instanceId: string, bytes: Uint8Array): void;
  /** Once, before anything starts: the handle by which the run is steered. */
  started?(control: RunControl): void;
  /** Where the run stands, ten times a second at the most, and once at its end. */
  changed?(progress: RunProgress): void;
}

/** The hooks by which an image is prepared, with where its progress is said. */
export const imageHooksOf = (
  { confirmPull, confirmBuild, budget }: EvaluateHooks,
  onProgress: (text: string) => void,
): ImageHooks => ({
  onProgress,
  confirmPull,
  ...(confirmBuild === undefined ? {} : { confirmBuild }),
  ...(budget === undefined ? {} : { budget }),
});

export interface EvaluatedItem {
  readonly instanceId: string;
  readonly model: string;
  readonly repeat: number;
  readonly rules: RuleSetName;
  readonly outcome: Outcome;
  readonly report: InstanceReport | null;
  readonly reason: string;
  readonly folder: string;
  /** Wall-clock seconds; of the earlier evaluation where `kept`. */
  readonly seconds: number;
  /** Left out where the patch wasn't timed. */
  readonly optimisation?: Optimisation;
  /** Left out where no coverage was asked for. */
  readonly coverage?: MeasuredCoverage;
  /** Whether it was there already and was not run again. */
  readonly kept: boolean;
}

export interface EvaluateResult {
  readonly items: readonly EvaluatedItem[];
  /** Path of each summary, one per model and repeat. */
  readonly summaries: readonly string[];
  /** Why the engine was given up before the end; null where it held. */
  readonly fault: Error | null;
}

export const rulesOfItem = (request: Pick<EvaluateRequest, 'rules'>, item: EvaluationItem): RuleSetName =>
  item.rules ?? request.rules;

/** The instance as it is graded: with the target's parser where its row names none. */
export const gradedInstance = (instance: Instance, target: EvaluationTarget): GradedInstance =>
  instance.logParser === null && target.parser !== null ? { ...instance, logParser: target.parser } : instance;
