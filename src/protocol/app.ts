import type { Outcome } from '../core/evaluation/outcome';
import type { RuleSetName } from '../core/evaluation/report';
import type { Instance } from '../core/instance/instance';
import type { ActivitySegment } from '../core/review/events/activity';
import type { FormAnswers } from '../core/review/form/answers';
import type { InstancePage } from '../core/study/page/instancePage';
import type { QueueId } from '../core/study/queues/queueFacts';
import type { AssistantApi } from './assistant';
import type { CleanUpApi } from './cleanUp';
import type { ContainerTerminalApi, ContainerTerminalHost } from './containerTerminal';
import type { DatasetCheckApi } from './datasetCheck';
import type { EquivalenceApi } from './equivalence';
import type { EvaluatedItem, EvaluateRequest } from './evaluate';
import type { EvaluationRun, EvaluationRunsApi } from './evaluationRuns';
import type { ExplorerApi } from './explorer';
import type { GradedEvaluation } from './gradedEvaluation';
import type { HunkMapApi } from './hunkMap';
import type { InstanceRef, PredictionRef } from './instanceRef';
import type { JudgesApi } from './judges';
import type { JudgingApi } from './judging';
import type { LabelApi } from './labels';
import type { MatrixApi } from './matrix';
import type { ModelRunsApi, ModelRunsHost } from './modelRuns';
import type { OpenWorkspaceReply, OpenWorkspaceRequest } from './openWorkspace';
import type { QueuesApi } from './queues';
import type { RegradeApi } from './regrade';
import type { ReviewStoreApi } from './reviewStore';
import type { Api } from './rpc';
import type { JudgedUnit, RubricsApi } from './rubrics';
import type { DatasetOverview, StudyOverview } from './studyOverview';
import type { StudyRowsApi } from './studyRows';
import type { TrajectoryApi } from './trajectory';
import type { TrajectoryAlignmentApi } from './trajectoryAlignment';
import type { TrajectoryFindApi } from './trajectoryFind';
import type { TrajectoryListApi } from './trajectoryList';
import type { TrajectoryMarksApi } from './trajectoryMarks';
import type { TrajectoryNotesApi } from './trajectoryNotes';
import type { TrajectoryPlaceApi } from './trajectoryPlace';
import type { TrajectoryReplayApi } from './trajectoryReplay';
import type { TrajectorySignalsApi } from './trajectorySignals';
import type { TrajectoryStatesApi } from './trajectoryStates';
import type { TrajectoryStepApi } from './trajectoryStep';
import type { TrajectoryTableApi } from './trajectoryTable';
import type { TrajectoryTimelineApi } from './trajectoryTimeline';
import type { Submission, SubmitResult, VerdictItem } from './verdict';

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
  /** Gold is kept from who judges: `files` say nothing of it. Absent: it isn't. */
  readonly isGoldHidden?: true;
}

export interface SideRequest extends InstanceRef {
  readonly predictionsPath: string | null;
  readonly path: string;
  readonly side: Side;
  readonly studyFolder: string;
}

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
  /** The queue out of which it was opened; absent: out of none. */
  readonly drawnFrom?: { readonly queue: QueueId; readonly mix: number };
  /** Items that still wait, this one included, for the time left. */
  readonly waiting: number;
  /** Absent: the prediction. */
  readonly unit?: JudgedUnit;
  /** What the head of the form says first, for example why this rubric and no other; absent: nothing. */
  readonly notice?: string;
}

export interface EngineAnswer {
  readonly ok: boolean;
  /** One line: version and endpoint, or why it does not answer. */
  readonly text: string;
}

/** What the app (a worker thread) offers to the extension host. Long calls report by `HostApi.progress`. */
export interface AppApi
  extends Api,
    AssistantApi,
    CleanUpApi,
    ContainerTerminalApi,
    DatasetCheckApi,
    EquivalenceApi,
    EvaluationRunsApi,
    ExplorerApi,
    HunkMapApi,
    JudgesApi,
    JudgingApi,
    LabelApi,
    ReviewStoreApi,
    MatrixApi,
    ModelRunsApi,
    QueuesApi,
    RegradeApi,
    RubricsApi,
    StudyRowsApi,
    TrajectoryApi,
    TrajectoryFindApi,
    TrajectoryStatesApi,
    TrajectoryStepApi,
    TrajectoryNotesApi,
    TrajectoryListApi,
    TrajectoryMarksApi,
    TrajectorySignalsApi,
    TrajectoryTimelineApi,
    TrajectoryPlaceApi,
    TrajectoryReplayApi,
    TrajectoryAlignmentApi,
    TrajectoryTableApi {
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
  /** Test output of an evaluation; of a very large one both ends. Rejects where there is none. */
  readOutput(q: InstanceRef & { readonly folder: string }): Promise<Uint8Array>;
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
export interface HostApi extends Api, ContainerTerminalHost, ModelRunsHost {
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
