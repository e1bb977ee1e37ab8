import { buildRubric } from './buildRubric';
import { checkRubric } from './checkRubric';
import type { Rubric } from './rubric';
import { knownFields, rubricDocument } from './rubricDocument';
import { problemsOfIssue, type RubricProblem } from './rubricProblem';
import { checkTraining } from './trainingCheck';

/** Depth at which a document is no rubric but an attack on the stack. */
const deepest = 40;

/** Own fields (`x-...`) say nothing to us, at any depth. */
const withoutOwnFields = (value: unknown, depth: number): unknown => {
  if (typeof value !== 'object' || value === null || depth > deepest) return value;
  if (Array.isArray(value)) return value.map((item) => withoutOwnFields(item, depth + 1));
  const kept = Object.entries(value).filter(([key]) => !key.startsWith('x-'));
  return Object.fromEntries(kept.map(([key, item]) => [key, withoutOwnFields(item, depth + 1)]));
};

/**
 * Reads one rubric of the format `touchstone-rubric/1` from the values of a YAML document. `rubric` is null where any
 * problem is an error; warnings (R111, R112) come beside a usable rubric.
 */
export const parseRubric = (
  document: unknown,
): { readonly rubric: Rubric | null; readonly problems: readonly RubricProblem[] } => {
  const own = withoutOwnFields(document, 0);
  const shape = rubricDocument.safeParse(own);
  if (!shape.success)
    return { rubric: null, problems: shape.error.issues.flatMap((issue) => problemsOfIssue(issue, own, knownFields)) };
  const problems: RubricProblem[] = [];
  const rubric = buildRubric(shape.data, (problem) => problems.push(problem));
  if (problems.length === 0) problems.push(...checkRubric(rubric), ...checkTraining(rubric));
  const failed = problems.some((problem) => problem.severity === 'error');
  return { rubric: failed ? null : rubric, problems };
};
