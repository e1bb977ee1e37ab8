import type { CallKind, Notice, Observation, RawRef, Step } from '../core/run/trajectory/step';
import type { TextPart } from '../core/run/trajectory/stepTexts';
import type { Trajectory } from '../core/run/trajectory/trajectory';

/** Which trajectory: its file (a folder for some formats) and its place among those that the file holds, from 0. */
export interface TrajectoryRef {
  readonly path: string;
  readonly which: number;
}

/** Everything of a trajectory but its steps. `version` names this reading of the file: pages of another are refused. */
export interface TrajectoryShape {
  readonly version: number;
  readonly head: Trajectory;
  readonly steps: number;
  /** Rows and bodies of the steps up to this one stay as they are in this version; those after it may get more. */
  readonly settled: number;
  /**
   * `indexing`: more steps are coming, ask again soon; `whole`: the end of the file was read. A file that only grew keeps
   * its version, so rows that are known stay; head and steps are those known so far.
   */
  readonly state: 'indexing' | 'whole';
  /** The trajectories of the file by instance, or by number where none is said; one alone: empty. */
  readonly several: readonly string[];
}

/** What a row of the list says of a step. Null: not recorded. */
export interface ListedStep {
  readonly idx: number;
  readonly agentId: string;
  readonly role: Step['role'];
  /** What its calls do, the weightiest first; `text`: it calls nothing. */
  readonly kind: CallKind | 'text';
  /** One line: the call, else the beginning of the thought, else of what came. */
  readonly preview: string;
  readonly startedAt: number | null;
  /** Milliseconds of model and environment together, as far as recorded. */
  readonly durationMs: number | null;
  /** Tokens that the model wrote. */
  readonly completion: number | null;
  readonly costUsd: number | null;
  /** An observation says that it failed, or a part could not be read. */
  readonly failed: boolean;
  readonly exitCode: number | null;
}

/** The beginning of a text; where `total` (characters) is more, the rest is asked for by `trajectoryText`. */
export interface LongText {
  readonly text: string;
  readonly total: number;
}

export interface ShownCall {
  readonly id: string | null;
  readonly name: string;
  readonly kind: CallKind;
  /** One by one where they are an object; else all of them as they stood, under the name ''. */
  readonly args: readonly { readonly name: string; readonly value: LongText }[];
  readonly parseError: string | null;
}

export type ShownObservation = Omit<Observation, 'text'> & { readonly text: LongText };

/** A step as the page shows it: long texts begin here and go on by `trajectoryText`. */
export interface ShownStep
  extends Omit<Step, 'thought' | 'reasoning' | 'calls' | 'observations' | 'givenPatch' | 'recordedEdits' | 'notices'> {
  readonly thought: LongText;
  readonly reasoning: { readonly text: LongText | null; readonly encrypted: boolean } | null;
  readonly calls: readonly ShownCall[];
  readonly observations: readonly ShownObservation[];
  readonly givenPatch: LongText | null;
  /** Edits as diffs: recorded by the agent's tool, else as the call asked for them. */
  readonly edits: readonly { readonly path: string; readonly diff: LongText; readonly isRecorded: boolean }[];
  readonly notices: readonly Notice[];
}

/** Bytes of the file as text; invalid UTF-8 shows as U+FFFD. */
export interface RawText {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

type At = TrajectoryRef & { readonly version: number };

/** What the worker offers for trajectories. Null of a call with `version`: it was read anew, ask for its shape. */
export type TrajectoryApi = {
  trajectoryShape(q: TrajectoryRef & { readonly task?: string }): Promise<TrajectoryShape>;
  trajectoryStep(q: At & { readonly idx: number }): Promise<ShownStep | null>;
  trajectoryText(
    q: At & { readonly idx: number; readonly part: TextPart; readonly from: number; readonly count: number },
  ): Promise<string | null>;
  /** The bytes of one raw reference of a step, from `start` of it on, at most 256 KiB. */
  trajectoryRaw(q: At & { readonly ref: RawRef; readonly start: number }): Promise<RawText | null>;
  /** The page of a file is closed: what is still indexed for it is not read on. */
  trajectoryClose(q: { readonly path: string }): Promise<null>;
};
