import type { EvaluationWish, WishSettings } from '../../core/evaluation/evaluationWish';
import type { RuleSetName } from '../../core/evaluation/ruleSetName';
import type { Instance } from '../../core/instance/instance';
import { formatPatch } from '../../core/patch/formatPatch';
import { parsePatch } from '../../core/patch/parsePatch';
import { pathOf } from '../../core/patch/patch';
import { isTestPath } from '../../core/patch/pathRules';
import type { PatchSoFar } from '../../core/run/trajectory/patchSoFar/statesSoFar';
import type { FilePort } from '../../core/shared/files';
import { InputFault } from '../../core/shared/problem';
import type { TrajectoryPlace } from '../../core/study/trajectoryPlace';
import { type EvaluationPlan, planEvaluation, type UsualEvaluation } from '../planEvaluation';

/** A patch as it goes to the tests, and what was done with its changes of tests. */
export interface TestedPatch {
  readonly patch: string;
  /** Sentences. */
  readonly notes: readonly string[];
}

const listed = (paths: readonly string[]): string =>
  paths.length > 3 ? `${paths.slice(0, 3).join(', ')} and ${paths.length - 3} more` : paths.join(', ');

/**
 * The patch so far as it is tested. Files of the instance's own test patch are restored by the harness whatever the patch
 * makes of them; `restoreTests` leaves the agent's changes of other test files out too.
 */
export const testedPatch = (text: string, instance: Instance, restoreTests: boolean): TestedPatch => {
  const patch = parsePatch(text);
  const ofInstance = new Set(parsePatch(instance.testPatch ?? '').files.map(pathOf));
  const paths = patch.files.map(pathOf);
  const replaced = paths.filter((path) => ofInstance.has(path));
  const others = paths.filter((path) => !ofInstance.has(path) && isTestPath(path));
  const notes = [
    ...(replaced.length > 0 ? [`The instance's own ${listed(replaced)} takes the place of the agent's.`] : []),
    ...(others.length > 0
      ? [
          restoreTests
            ? `${listed(others)}: as in base, not as the agent left it.`
            : `The agent's ${listed(others)} is used.`,
        ]
      : []),
  ];
  if (!restoreTests || others.length === 0) return { patch: text, notes };
  const left = new Set(others);
  return { patch: formatPatch({ ...patch, files: patch.files.filter((file) => !left.has(pathOf(file))) }), notes };
};

export interface StepTest {
  readonly place: TrajectoryPlace;
  readonly idx: number;
  readonly state: PatchSoFar;
  readonly restoreTests: boolean;
  readonly rules: RuleSetName | null;
  readonly timeoutMs: number | null;
  readonly settings: WishSettings;
}

const instanceOf = ({ instance, datasetPath, instanceId }: TrajectoryPlace) => {
  if (instance === null || datasetPath === null)
    throw new InputFault(
      `No dataset at hand holds ${instanceId ?? "this trajectory's instance"}, so there are no tests to run. Name one.`,
    );
  return { instance, datasetPath };
};

/**
 * Plans the tests of the instance on the files after a step, as an evaluation of a prediction that is nobody's: its run
 * is `step-<idx>`. Throws InputFault where the instance or the patch isn't known, or there is nothing to test.
 */
export const planStepTest = async (
  files: FilePort,
  { place, idx, state, restoreTests, ...wanted }: StepTest,
  usual: UsualEvaluation,
  signal?: AbortSignal,
): Promise<EvaluationPlan & { readonly notes: readonly string[] }> => {
  const { instance, datasetPath } = instanceOf(place);
  if (state.source === 'unknown') throw new InputFault(`The files after step ${idx} are not known: ${state.why}`);
  const { patch, notes } = testedPatch(state.patch, instance, restoreTests);
  const name = `step-${idx}`;
  const wish: EvaluationWish = {
    ...wanted,
    datasetPath,
    predictions: patch.trim() === '' ? { kind: 'base' } : { kind: 'patch', model: name, patch },
    instanceIds: [instance.id],
    runId: name,
    workers: 1,
    repeats: 1,
    again: true,
  };
  const plan = await planEvaluation(files, wish, usual, signal);
  const from = patch.trim() === '' ? ['Nothing was changed by then: base is tested.'] : [];
  return { ...plan, notes: [...from, ...notes] };
};
