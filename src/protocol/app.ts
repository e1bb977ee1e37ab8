import type { Repeats } from '../core/evaluation/grade/repeats';
import type { Outcome } from '../core/evaluation/outcome';
import type { EnvironmentSign, InstanceReport, RequiredTest, RuleSetName } from '../core/evaluation/report';
import type { Score } from '../core/evaluation/rules/ruleSet';
import type { Instance } from '../core/instance/instance';
import type { ActivitySegment } from '../core/review/events/activity';
import type { FormAnswers } from '../core/review/form/answers';
import type { InstancePage } from '../core/study/page/instancePage';
import type { TreeHistory } from '../core/workspace/imageOrigin';
import type { CleanUpApi } from './cleanUp';
import type { ContainerTerminalApi, ContainerTerminalHost } from './containerTerminal';
import type { DatasetCheckApi } from './datasetCheck';
import type { EvaluationRun, EvaluationRunsApi } from './evaluationRuns';
import type { ExplorerApi } from './explorer';
import type { LabelApi } from './labels';
import type { MatrixApi } from './matrix';
import type { RegradeApi } from './regrade';
import type { Api } from './rpc';
import type { DatasetOverview, StudyOverview } from './studyOverview';
import type { StudyRowsApi } from './studyRows';
import type { Submission, SubmitResult, VerdictItem } from './verdict';

/** Which instance is meant: the file it stands in and its id. */
export interface InstanceRef {
  readonly datasetPath: string;
  readonly instanceId: string;
}

/** Which prediction on an instance: the predictions file of its run; null for gold. */
export interface PredictionRef extends InstanceRef {
  readonly predictionsPath: string;
}

/** One side of a comparison: the file as at the base commit, with the gold patch, or with the model patch. */
export type Side = 'base' | 'gold' | 'model';

export interface SideFile {
  /** Path in the repository (the new one where a patch renames). */
  readonly path: string;
  readonly inGold: boolean;
  readonly inModel: boolean;
  readonly gold: { readonly added: number; readonly removed: number };
  readonly model: { readonly added: number; readonly removed: number };
}

/** What can be compared, and how the sides are made. */
export interface ComparisonPlan {
  readonly files: readonly SideFile[];
  /** `repository`: whole files at the base commit; `hunks`: only what the patches show, gaps marked. */
  readonly source: 'repository' | 'hunks';
  /** Said above the comparison: why the sides are made of hunks, prose instead of a patch, unsafe paths. */
  readonly notes: readonly string[];
  readonly goldIsPatch: boolean;
  readonly modelIsPatch: boolean | null;
}

export interface SideRequest extends InstanceRef {
  readonly predictionsPath: string | null;
  readonly path: string;
  readonly side: Side;
  readonly studyFolder: string;
}

export interface GradedEvaluation {
  readonly rules: RuleSetName;
  readonly parser: string | null;
  readonly outcome: Outcome;
  /** The rule set's own answer; null where it gives none. */
  readonly resolved: boolean | null;
  readonly score: Score | null;
  readonly report: InstanceReport | null;
  readonly tests: readonly RequiredTest[];
  readonly signs: readonly EnvironmentSign[];
  /** Results of tests that the instance does not require, in log order; line 1-based, byte range half-open. */
  readonly others: readonly OtherResult[];
  /** Id of the rule that decided, and its words. */
  readonly rule: string;
  readonly reason: string;
  readonly warnings: readonly string[];
  /** What the repeats of the evaluation say of its tests; null where there are fewer than two. */
  readonly repeats?: Repeats | null;
}

export interface OtherResult {
  readonly name: string;
  readonly status: string;
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

export interface EvaluateRequest {
  /** The call's own name, for progress and cancel. */
  readonly task: string;
  readonly studyFolder: string;
  readonly datasetPath: string;
  /** Empty: all that the predictions file is of. */
  readonly instanceIds: readonly string[];
  readonly predictions:
    | { readonly kind: 'gold' }
    | { readonly kind: 'base' }
    | { readonly kind: 'file'; readonly path: string }
    | { readonly kind: 'patch'; readonly model: string; readonly patch: string };
  readonly runId: string;
  readonly backend: 'docker' | 'local';
  readonly settings: RunSettings;
  readonly again: boolean;
  /** Whether patches of instances about speed are timed once their tests pass; left out: no. */
  readonly optimisation?: boolean;
}

/** The person's settings that reach the app, with the same meaning as in package.json. */
export interface RunSettings {
  readonly endpoint: string | null;
  readonly workers: number;
  readonly images: Readonly<Record<string, string>>;
  readonly testCommands: Readonly<Record<string, string>>;
  readonly repositories: Readonly<Record<string, string>>;
  readonly ruleSet: RuleSetName;
  readonly timeoutSeconds: number;
  /** What images of ours may take, in bytes; 0: any. Absent: nothing is looked at. */
  readonly imageBudget?: number;
}

export interface EvaluatedItem {
  readonly instanceId: string;
  readonly model: string;
  readonly repeat: number;
  readonly rules: RuleSetName;
  readonly outcome: Outcome;
  readonly folder: string;
  readonly seconds: number;
  /** Left out where the patch wasn't timed. */
  readonly optimisation?: { readonly score: 0 | 1 | null; readonly reason: string };
}

export interface OpenWorkspaceRequest extends InstanceRef {
  readonly task: string;
  readonly studyFolder: string;
  readonly withTestPatch: boolean;
  readonly repositories: Readonly<Record<string, string>>;
  /** What to do where a workspace with uncommitted work stands: tell, open it as it is, or make a second one. */
  readonly onExisting: 'tell' | 'open' | 'second';
  /** Takes the files out of the instance's image; absent: a checkout of its repository. */
  readonly fromImage?: TreeHistory;
  readonly images: Readonly<Record<string, string>>;
  readonly endpoint: string | null;
  /** As in `RunSettings`. */
  readonly imageBudget?: number;
}

/** `notes`: what a person should know of what was made. `image`: what it could be opened from instead. */
export type OpenWorkspaceReply =
  | { readonly kind: 'opened'; readonly folder: string; readonly reused: boolean; readonly notes: readonly string[] }
  | { readonly kind: 'dirty'; readonly folder: string }
  | { readonly kind: 'no-source'; readonly repo: string | null; readonly image: string | null };

export interface VerdictSummary {
  readonly instanceId: string;
  readonly patchHash: string | null;
  readonly rater: string;
  readonly overall: string | null;
  readonly at: string;
  readonly eventId: string;
}

/** What is to be judged, by whom; everything that the form needs beyond the rubric and the instance. */
export interface VerdictRequest extends InstanceRef {
  readonly studyFolder: string;
  readonly studyId: string;
  /** Built-in id or path below the study's folder. */
  readonly rubric: string;
  readonly rater: string;
  readonly predictionsPath: string;
  readonly patchHash: string | null;
  readonly runId: string;
  /** Folder of the evaluation whose log is on screen; null where there is none. */
  readonly evaluationFolder: string | null;
  readonly outcome: Outcome | null;
  /** Whose rules gave the outcome; null where unknown. */
  readonly rules: string | null;
  readonly label: string;
  readonly queue: string;
  readonly position: { readonly index: number; readonly total: number } | null;
  /** Items that still wait, this one included, for the time left. */
  readonly waiting: number;
}

export interface EngineAnswer {
  readonly ok: boolean;
  /** One line: version and endpoint, or why it does not answer. */
  readonly text: string;
}

/** What the app (a worker thread) offers to the extension host. Long calls report by `HostApi.progress`. */
export interface AppApi
  extends Api,
    CleanUpApi,
    ContainerTerminalApi,
    DatasetCheckApi,
    EvaluationRunsApi,
    ExplorerApi,
    LabelApi,
    MatrixApi,
    RegradeApi,
    StudyRowsApi {
  /**
   * Reads a folder anew, with datasets from elsewhere beside it; without a folder those alone. The answer has the
   * datasets: `readRuns` of its `opening` gives everything.
   */
  openStudy(q: { readonly folder: string | null; readonly beside: readonly string[] }): Promise<StudyOverview>;
  /** The study with its runs and evaluations, or why those can't be read; null where another opening came after. */
  readRuns(q: {
    readonly opening: number;
  }): Promise<{ readonly overview: StudyOverview; readonly fault: string | null } | null>;
  /** One dataset from elsewhere, to see whether it opens. */
  listDataset(q: { readonly path: string }): Promise<DatasetOverview>;
  readInstance(q: InstanceRef): Promise<Instance | null>;
  /** The row as its file has it, as a JSON document; null where no row has the id. */
  readRow(q: InstanceRef): Promise<string | null>;
  /** The page of an instance over the study as it was last opened; null where the dataset has no such id. */
  instancePage(
    q: InstanceRef & { readonly studyFolder: string; readonly rules: RuleSetName },
  ): Promise<InstancePage | null>;
  /** The model patch's own text; null where the file says null or has no such row. */
  readPatch(q: PredictionRef): Promise<string | null>;
  /** A solution that is code and no patch; `attempt` counts from 1 among the samples of the file. */
  readCode(q: PredictionRef & { readonly attempt: number }): Promise<string | null>;
  gradeEvaluation(
    q: InstanceRef & { readonly folder: string; readonly rules: RuleSetName },
  ): Promise<GradedEvaluation | null>;
  planComparison(
    q: InstanceRef & {
      readonly predictionsPath: string | null;
      readonly studyFolder: string;
      readonly repositories: Readonly<Record<string, string>>;
    },
  ): Promise<ComparisonPlan>;
  readSide(q: SideRequest & { readonly repositories: Readonly<Record<string, string>> }): Promise<Uint8Array>;
  openWorkspace(q: OpenWorkspaceRequest): Promise<OpenWorkspaceReply>;
  workspaceDiff(q: { readonly folder: string }): Promise<string>;
  /** The study that an opened workspace belongs to; null where the folder is none of ours. */
  workspaceTie(q: {
    readonly folder: string;
  }): Promise<{ readonly studyFolder: string; readonly datasetPath: string; readonly instanceId: string } | null>;
  pingEngine(q: { readonly backend: 'docker' | 'local'; readonly endpoint: string | null }): Promise<EngineAnswer>;
  /** What was evaluated, also where the engine went away before the end; `fault` says so then. */
  evaluate(q: EvaluateRequest): Promise<{ readonly items: readonly EvaluatedItem[]; readonly fault: string | null }>;
  verdicts(q: { readonly studyFolder: string; readonly studyId: string }): Promise<readonly VerdictSummary[]>;
  openVerdict(q: VerdictRequest): Promise<VerdictItem>;
  saveDraft(q: {
    readonly presentation: string;
    readonly answers: FormAnswers;
    readonly activity: readonly ActivitySegment[];
  }): Promise<{ readonly at: string }>;
  submitVerdict(q: Submission): Promise<SubmitResult>;
  skipItem(q: {
    readonly presentation: string;
    readonly reason: string;
    readonly activity: readonly ActivitySegment[];
  }): Promise<SubmitResult>;
  retractVerdict(q: {
    readonly presentation: string;
    readonly event: string;
    readonly reason: string;
  }): Promise<SubmitResult>;
  doctor(q: { readonly endpoint: string | null }): Promise<string>;
  cancel(q: { readonly task: string }): Promise<void>;
}

/** What the extension host offers to the app. */
export interface HostApi extends Api, ContainerTerminalHost {
  progress(q: {
    readonly task: string;
    readonly text: string;
    readonly done?: number;
    readonly total?: number;
    readonly item?: EvaluatedItem;
  }): void;
  log(q: { readonly level: 'debug' | 'info' | 'warn' | 'error'; readonly text: string }): void;
  /** Asks the person once per registry and namespace before an image that a row names is pulled. */
  confirmPull(q: { readonly image: string; readonly namespace: string }): Promise<boolean>;
  /** Asks once per recipe before an image is built by what a study file or a task says. */
  confirmBuild(q: { readonly image: string; readonly what: string }): Promise<boolean>;
  /** Asks before images of ours that are over the budget are removed; `over` says in words why. */
  confirmRemoval(q: {
    readonly over: string;
    readonly names: readonly string[];
    readonly bytes: number;
  }): Promise<boolean>;
  /** Where a run that was started stands; at most four times a second, and once when it ends. */
  runChanged(run: EvaluationRun): void;
}
