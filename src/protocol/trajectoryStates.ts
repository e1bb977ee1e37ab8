import type { Outcome } from '../core/evaluation/outcome';
import type { RuleSetName } from '../core/evaluation/report';
import type { PatchSource } from '../core/run/trajectory/step';
import type { SideFile } from './app';
import type { RunSettings } from './evaluate';
import type { OpenWorkspaceReply } from './openWorkspace';
import type { TrajectoryRef } from './trajectory';

/** Which step of which trajectory, and where the person said that repositories are. */
export interface StepRef extends TrajectoryRef {
  /** From 1. */
  readonly idx: number;
  readonly repositories: Readonly<Record<string, string>>;
}

/** What is known of the files after a step. */
export interface StepState {
  readonly source: PatchSource;
  readonly why: string;
  readonly inexactFrom: number | null;
  /** Names this state: another one, after a replay or of a file that grew, has another. */
  readonly stamp: string;
  readonly instanceId: string | null;
  readonly datasetPath: string | null;
  /** `owner/name`, by which a repository is named in the settings; null: the row has none. */
  readonly repo: string | null;
  /** Why there are no base files; null: they are at hand. */
  readonly baseFault: string | null;
  /** Whether another repository would help. */
  readonly wantsRepository: boolean;
  /** Files of the patch so far (as `inModel`) and of gold. */
  readonly files: readonly SideFile[];
  readonly hasGold: boolean;
}

/** How the tests of the instance came out on the files after a step. */
export interface StepTested {
  /** `unresolved; FAIL_TO_PASS 1 of 2, PASS_TO_PASS 27 of 27`. */
  readonly words: string;
  readonly outcome: Outcome;
  readonly rules: RuleSetName;
  /** What was done with the agent's changes of tests; sentences. */
  readonly notes: readonly string[];
  readonly datasetPath: string;
  readonly instanceId: string;
  readonly runId: string;
  readonly model: string;
  /** Holds `test_output.txt` where the tests ran; in the cache, never in the study. */
  readonly folder: string;
  readonly hasLog: boolean;
}

export type StepSide = 'base' | 'step' | 'gold';

/** What can be done with the files after a step. */
export type StepAction = 'diff' | 'gold' | 'file' | 'workspace' | 'tests' | 'fork';

/** What the extension host offers of them to the page of a trajectory. */
export type TrajectoryStatesHostApi = {
  /** The step that the page shows, for commands of the palette. */
  stepShown(q: { readonly which: number; readonly idx: number }): Promise<null>;
  /** Does it; words to be shown beside the step, or null. */
  atStep(q: { readonly which: number; readonly idx: number; readonly action: StepAction }): Promise<string | null>;
};

/** What the worker offers of the files after a step. */
export type TrajectoryStatesApi = {
  stepState(q: StepRef): Promise<StepState>;
  /** One side of a file; empty where that side has none. */
  stepFile(q: StepRef & { readonly file: string; readonly side: StepSide }): Promise<Uint8Array>;
  /** Paths that a file as of the step may be asked for: those of base and those that the steps made. */
  stepPaths(q: StepRef): Promise<readonly string[]>;
  openStepWorkspace(
    q: StepRef & { readonly task: string; readonly onExisting: 'tell' | 'open' | 'second' },
  ): Promise<OpenWorkspaceReply>;
  testStep(
    q: StepRef & {
      readonly task: string;
      readonly backend: 'docker' | 'local';
      readonly settings: RunSettings;
      /** Leaves the agent's changes of test files out. */
      readonly restoreTests: boolean;
    },
  ): Promise<StepTested>;
};
