import type { Usage } from '../trajectory/step';
import type { TrajectoryStatus } from '../trajectory/trajectory';
import type { ForkParent, ScrubbedHistory } from './runRecord';

/** What a prediction is made of. */
export interface AttemptAnswer {
  readonly instanceId: string;
  readonly model: string;
  readonly agent: string;
  readonly runId: string;
  readonly attempt: number;
  readonly status: TrajectoryStatus;
  readonly rawStatus: string;
  /** What the repository differed by, taken by the engine; null: it could not be. */
  readonly patch: string | null;
  /** What the agent handed in. */
  readonly submission: string | null;
  readonly calls: number;
  readonly costUsd: number | null;
  readonly usage: Usage | null;
  readonly seconds: number;
  readonly fault: string | null;
  readonly history: ScrubbedHistory | null;
  readonly parent: ForkParent | null;
  /** Further fields, over the usual ones. */
  readonly row: Readonly<Record<string, unknown>>;
}

/** Patches that differ by the newline at their end are the same. */
const isSame = (a: string, b: string): boolean => a.replace(/\n+$/, '') === b.replace(/\n+$/, '');

/** Whether the agent's own word and the repository say different things; null: there is only one of them. */
export const submissionDiffers = ({
  patch,
  submission,
}: Pick<AttemptAnswer, 'patch' | 'submission'>): boolean | null =>
  patch === null || submission === null ? null : !isSame(patch, submission);

/** The patch that counts: what was taken of the repository; what the agent handed in where nothing could be. */
export const patchOf = ({ patch, submission }: Pick<AttemptAnswer, 'patch' | 'submission'>): string | null =>
  patch ?? submission;

/** A row of `predictions.jsonl`, as evaluation harnesses read it; what is ours stands below `touchstone`. */
export const predictionRow = (
  answer: AttemptAnswer,
): { readonly instance_id: string; readonly [field: string]: unknown } => {
  const { instanceId, model, row, patch, submission, parent, ...rest } = answer;
  const { agent, runId, attempt, status, rawStatus, calls, costUsd, usage, seconds, fault, history } = rest;
  const isCode = typeof row['task_id'] === 'string';
  return {
    instance_id: instanceId,
    model_name_or_path: model,
    ...(isCode ? {} : { model_patch: patchOf({ patch, submission }) }),
    touchstone: {
      ...{ run: runId, attempt, agent, status, rawStatus, calls, costUsd, usage, seconds, fault },
      patchFrom: patch !== null ? 'repository' : submission !== null ? 'submission' : null,
      submissionDiffers: submissionDiffers({ patch, submission }),
      history,
      ...(parent === null ? {} : { parent }),
    },
    ...row,
  };
};
