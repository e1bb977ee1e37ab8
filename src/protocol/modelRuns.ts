import type { TrajectoryStatus } from '../core/run/trajectory/trajectory';
import type { RunSettings } from './evaluate';
import type { Api } from './rpc';

/** What can be picked; read anew each time, for the models file may have been edited. */
export interface RunChoices {
  readonly models: readonly {
    readonly id: string;
    /** `gpt-5-mini at api.openai.com, $0.25 in, $2.00 out`, `price unknown`. */
    readonly description: string;
    /** Whether its tokens have a price, so that a budget can be kept. */
    readonly hasPrice: boolean;
    /** Why it can't be asked now (`key OPENAI_API_KEY is not set`); null: it can. */
    readonly lack: string | null;
    /** Name of the key that is to be asked for; null: none is missing. */
    readonly missingKey: string | null;
  }[];
  readonly agents: readonly { readonly id: string; readonly title: string; readonly description: string }[];
  /** Where the models file is, to be opened; it may not be there yet. */
  readonly modelsFile: string;
  /** What is wrong in it, for people; empty: nothing. */
  readonly faults: readonly string[];
}

export interface StartModelRun {
  readonly studyFolder: string;
  readonly datasetPath: string;
  /** Null: all of the dataset. */
  readonly instanceIds: readonly string[] | null;
  readonly agent: string;
  readonly model: string;
  /** Attempts 1 to n, each a run of its own. */
  readonly attempts: number;
  readonly budgetUsd: number | null;
  readonly workers: number | null;
  readonly backend: 'docker' | 'local';
  /** Whether the predictions are evaluated when the run has ended. */
  readonly evaluates: boolean;
  readonly settings: RunSettings;
}

/** A run that begins after a step of another. */
export interface ForkRun extends Omit<StartModelRun, 'instanceIds' | 'attempts' | 'agent' | 'datasetPath'> {
  readonly trajectoryPath: string;
  /** Which of the file's trajectories, from 0. */
  readonly which: number;
  /** Its steps up to this one are taken over, from 1. */
  readonly step: number;
  /** Said to the model after that step; null: nothing. */
  readonly hint: string | null;
  /** The reply of that step, edited; null: as it was. */
  readonly editedReply: string | null;
}

export interface ModelRunItem {
  readonly instanceId: string;
  /** Of the attempt's run. */
  readonly runId: string;
  readonly attempt: number;
  readonly state: 'waiting' | 'running' | 'ended' | 'kept';
  readonly doing: string;
  readonly calls: number;
  readonly costUsd: number | null;
  readonly status: TrajectoryStatus | null;
  readonly rawStatus: string | null;
  readonly fault: string | null;
  readonly trajectory: string | null;
}

/** A run of this window, while it goes on and after its end. */
export interface ModelRun {
  /** Of this window. */
  readonly id: string;
  /** Folders below `runs/`, one an attempt. */
  readonly runIds: readonly string[];
  readonly title: string;
  readonly studyFolder: string;
  readonly datasetPath: string;
  readonly items: readonly ModelRunItem[];
  /** Dollars so far; null: a price is unknown. */
  readonly spentUsd: number | null;
  readonly budgetUsd: number | null;
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
  /** Null while it goes on. */
  readonly end:
    | null
    | { readonly kind: 'done' }
    | { readonly kind: 'stopped'; readonly text: string }
    | { readonly kind: 'failed'; readonly message: string };
}

/** A trajectory's place among those that it came from and that came from it. */
export interface TrajectoryForks {
  /** Null: it is no fork, as far as its run says. `path` is null where the parent's file is not in the study. */
  readonly parent: { readonly path: string | null; readonly name: string; readonly step: number } | null;
  readonly forks: readonly {
    readonly path: string;
    readonly runId: string;
    readonly model: string;
    /** The parent's steps up to this one were taken over. */
    readonly step: number;
  }[];
}

/** Runs of models over instances; they report by `ModelRunsHost.modelRunChanged`. */
export interface ModelRunsApi extends Api {
  runChoices(q: { readonly studyFolder: string }): Promise<RunChoices>;
  /** Plans the run and starts it; what can't be planned fails the call, all else is told by `modelRunChanged`. */
  startModelRun(q: StartModelRun): Promise<ModelRun>;
  forkRun(q: ForkRun): Promise<ModelRun>;
  /** The reply of a step as a fork takes it edited: what the model wrote, with its commands. */
  forkReply(q: Pick<ForkRun, 'trajectoryPath' | 'which' | 'step'>): Promise<string>;
  modelRuns(q: Record<string, never>): Promise<readonly ModelRun[]>;
  /** Without an instance the whole run. What was done is kept. */
  stopModelRun(q: { readonly id: string; readonly instanceId: string | null }): Promise<void>;
  /** Once more, what has no submission or ended in a fault; under the same run's id. */
  rerunFailed(q: { readonly id: string }): Promise<ModelRun>;
  /** Runs of a study that no live process has and that didn't come to their end. */
  unfinishedModelRuns(q: { readonly studyFolder: string }): Promise<
    readonly {
      readonly runId: string;
      readonly done: number;
      readonly total: number;
      /** RFC 3339, when it began. */
      readonly at: string;
      readonly backend: 'docker' | 'local';
    }[]
  >;
  /** By the records of the study's runs. */
  trajectoryForks(q: { readonly studyFolder: string; readonly path: string }): Promise<TrajectoryForks>;
  resumeModelRun(q: {
    readonly studyFolder: string;
    readonly runId: string;
    readonly settings: RunSettings;
  }): Promise<ModelRun>;
}

/** A model of the editor (`vscode.lm`). */
export interface EditorModel {
  readonly id: string;
  readonly vendor: string;
  readonly family: string;
  readonly name: string;
  readonly maxInputTokens: number;
}

/** What the extension host offers for runs. */
export interface ModelRunsHost extends Api {
  /** At most four times a second, and once when it ends. */
  modelRunChanged(run: ModelRun): void;
  /** A key out of SecretStorage; null: it is not set. It is never logged. */
  modelKey(q: { readonly name: string }): Promise<string | null>;
  editorModels(q: Record<string, never>): Promise<readonly EditorModel[]>;
  /** Asks a model of the editor. `messages` and `tools` and the answer: JSON of `core/run/model/chat.ts`. */
  askEditorModel(q: { readonly call: string; readonly request: string }): Promise<string>;
  cancelEditorModel(q: { readonly call: string }): Promise<void>;
}
