import { parsePatch } from '../../core/patch/parsePatch';
import { pathOf } from '../../core/patch/patch';
import { sourceLines } from '../../core/patch/sourceLines';
import type { ComparedFacts, EvaluationFacts, TestCounts } from '../../core/run/trajectory/signals/signal';
import type { FilePort } from '../../core/shared/files';
import type { TrajectoryPlace } from '../../core/study/trajectoryPlace';
import { evidenceIn } from '../gradeEvaluation';
import { gradeFound } from '../gradeFound';

interface Listed {
  readonly success: readonly string[];
  readonly failure: readonly string[];
}

const counts = (listed: Listed | undefined): TestCounts | null =>
  listed === undefined ? null : { success: listed.success.length, failure: listed.failure.length };

/** Whether the patch applied, by the study's own outcome; the tests by the evaluation's evidence, where that gives them. */
const evaluationOf = async (
  files: FilePort,
  { outcome, evaluationFolder, instance }: TrajectoryPlace,
): Promise<EvaluationFacts | null> => {
  if (outcome === null) return null;
  const isVerdict = outcome.kind === 'resolved' || outcome.kind === 'unresolved';
  const isApplied = outcome.kind === 'none' && outcome.reason === 'not-applied' ? false : isVerdict ? true : null;
  const without = { isApplied, failToPass: null, passToPass: null };
  if (!isVerdict || evaluationFolder === null || instance === null) return without;
  const found = await evidenceIn(files, instance.id, evaluationFolder);
  const tests = found && (await gradeFound(files, instance, found, null)).grade.report?.tests_status;
  if (!tests) return without;
  return { isApplied, failToPass: counts(tests.FAIL_TO_PASS), passToPass: counts(tests.PASS_TO_PASS) };
};

/** What the place of a trajectory gives its signals to compare with. Evidence that can't be read counts as unknown. */
export const comparedFacts = async (files: FilePort, place: TrajectoryPlace): Promise<ComparedFacts> => {
  const gold = place.instance?.goldPatch ?? null;
  const patch = gold === null ? null : parsePatch(gold);
  return {
    goldFiles: patch?.files.map(pathOf) ?? null,
    goldLines: patch && sourceLines(patch),
    evaluation: await evaluationOf(files, place).catch(() => null),
    statement: place.instance?.statement ?? null,
  };
};
