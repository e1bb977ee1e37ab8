import type { Criterion, Option, Rubric } from './rubric';
import { type Path, problemAt, type RubricProblem } from './rubricProblem';

/** Keys that mean the same in every rubric; none of them may be a rubric's own. */
const fixedKeys: ReadonlySet<string> = new Set('ynx-jkeocdmtsu?0123456789');

const ownKeyProblems = (
  options: readonly Option[],
  kind: Criterion['kind'] | null,
  path: Path,
): readonly RubricProblem[] =>
  options.flatMap((option, index) => {
    if (option.key === null) return [];
    const at = [...path, 'options', index, 'key'];
    if (options.findIndex((other) => other.key === option.key) !== index)
      return [problemAt('R106', at, `"${option.key}" is the key of two options.`)];
    const allowed = /^[0-9]$/.test(option.key) || (kind === 'boolean' && (option.key === 'y' || option.key === 'n'));
    if (fixedKeys.has(option.key) && !allowed)
      return [problemAt('R106', at, `"${option.key}" has a meaning of its own in every rubric.`)];
    return [];
  });

/** Letters that jump to a criterion would shadow option keys of whichever criterion is focused. */
const focusProblems = (rubric: Rubric): readonly RubricProblem[] => {
  const optionKeys = new Set(
    [...rubric.criteria, rubric.overall].flatMap(({ options }) => options.map(({ key }) => key)),
  );
  const letters = rubric.criteria.map((asked) => asked.focusKey);
  return letters.flatMap((letter, index) => {
    if (letter === null) return [];
    const clash = fixedKeys.has(letter) || optionKeys.has(letter) || letters.indexOf(letter) !== index;
    return clash ? [problemAt('R106', ['criteria', index, 'keys', 'focus'], `"${letter}" is taken already.`)] : [];
  });
};

/** R106: two keys clash. */
export const checkKeys = (rubric: Rubric): readonly RubricProblem[] => [
  ...rubric.criteria.flatMap((asked, index) => ownKeyProblems(asked.options, asked.kind, ['criteria', index])),
  ...ownKeyProblems(rubric.overall.options, rubric.overall.kind, ['overall']),
  ...ownKeyProblems(rubric.taskDefect.options, null, ['taskDefect']),
  ...focusProblems(rubric),
];
