import type { EvaluationEntry } from '../catalogue';
import { type HiddenFromRater, hiddenFacets } from '../hiddenFromRater';
import type { InstanceRun } from '../instanceRuns';
import { blindPath } from './blindPath';

/** An evaluation that may be seen, without whose it is. */
const blindEvaluation = (
  { source: _source, others: _others, contradiction: _contradiction, ...evaluation }: EvaluationEntry,
  letter: string,
  at: number,
): EvaluationEntry => ({
  ...evaluation,
  ...{ runId: letter, model: letter },
  folder: blindPath({ instanceId: evaluation.instanceId, letter, what: 'evaluation', at }),
});

const withoutNames = (row: InstanceRun, letter: string): InstanceRun => {
  const { instanceId, predictionsPath, contradiction: _contradiction, ...rest } = row;
  return {
    ...{ ...rest, instanceId, key: letter, runId: letter, model: null, attempt: 1 },
    predictionsPath: predictionsPath === null ? null : blindPath({ instanceId, letter, what: 'patch', at: 0 }),
    evaluations: row.evaluations.map((each, at) => blindEvaluation(each, letter, at)),
  };
};

const withoutTests = (row: InstanceRun): InstanceRun => {
  const { contradiction: _contradiction, extraction: _extraction, ...rest } = row;
  return { ...rest, evaluations: [], outcome: null };
};

/** That there are trajectories is no secret: they are named so that one can be judged, and open as far as they may. */
const blindTrajectories = ({ trajectories, ...row }: InstanceRun, letter: string): InstanceRun => {
  if (trajectories === undefined) return row;
  const { instanceId } = row;
  const paths = trajectories.map((_, at) => blindPath({ instanceId, letter, what: 'trajectory', at }));
  return { ...row, trajectories: paths };
};

/** A prediction's row as its rater may see it: what is hidden is absent, or a letter in place of a name. */
export const blindRow = (row: InstanceRun, letter: string, hidden: HiddenFromRater): InstanceRun => {
  const ended = hidden.tests ? withoutTests(row) : row;
  const went = hidden.trajectory || hidden.model ? blindTrajectories(ended, letter) : ended;
  const named = hidden.model ? withoutNames(went, letter) : went;
  return { ...named, blind: { letter, hidden: hiddenFacets(hidden) } };
};
