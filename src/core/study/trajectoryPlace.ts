import type { Outcome } from '../evaluation/outcome';
import type { Instance } from '../instance/instance';

/** What a study knows of a trajectory: its instance, its run, how its patch was evaluated. Null: not known. */
export interface TrajectoryPlace {
  readonly studyFolder: string | null;
  /** Absolute path of the dataset's file; null where the instance is in none. */
  readonly datasetPath: string | null;
  readonly instanceId: string | null;
  /** The whole instance, gold patch and base commit with it; read when the place was asked for. */
  readonly instance: Instance | null;
  /** As the study's catalogue and the matrix name it. */
  readonly runId: string | null;
  readonly model: string | null;
  readonly attempt: number | null;
  /** The predictions file of the run; null where it has none. */
  readonly predictionsPath: string | null;
  readonly outcome: Outcome | null;
  /** Folder of the evaluation that gave the outcome. */
  readonly evaluationFolder: string | null;
}
