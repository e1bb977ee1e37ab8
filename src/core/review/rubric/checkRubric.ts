import { checkKeys } from './keyCheck';
import { checkReferences } from './referenceCheck';
import type { Criterion, Option, Rubric } from './rubric';
import { type Path, problemAt, problemAtKey, type RubricProblem } from './rubricProblem';

/** Every question of a rubric with its place in the file. */
const questionsOf = (rubric: Rubric): readonly { readonly asked: Criterion; readonly path: Path }[] => [
  ...rubric.criteria.map((asked, index) => ({ asked, path: ['criteria', index] as Path })),
  { asked: rubric.overall, path: ['overall'] },
];

const duplicateIds = (rubric: Rubric): readonly RubricProblem[] =>
  rubric.criteria.flatMap(({ id }, index) => {
    const first = rubric.criteria.findIndex((other) => other.id === id);
    if (id === 'overall') return [problemAt('R101', ['criteria', index, 'id'], '"overall" names the overall answer.')];
    if (first === index) return [];
    return [problemAt('R101', ['criteria', index, 'id'], `"${id}" is used twice; first in criteria[${first}].`)];
  });

const anchorless = (options: readonly Option[], path: Path): readonly RubricProblem[] =>
  options.flatMap((option, index) =>
    option.anchor.trim() === ''
      ? [
          problemAt(
            'R102',
            [...path, 'options', index],
            `option "${option.value}" has no anchor: say what must be seen.`,
          ),
        ]
      : [],
  );

const missingAnchors = (rubric: Rubric): readonly RubricProblem[] => [
  ...questionsOf(rubric).flatMap(({ asked, path }) => anchorless(asked.options, path)),
  ...anchorless(rubric.taskDefect.options, ['taskDefect']),
  ...anchorless(rubric.failureMode.options, ['failureMode']),
];

const wrongValueOf = (asked: Criterion, option: Option): boolean => {
  if (asked.kind === 'boolean') return typeof option.value !== 'boolean';
  if (asked.kind === 'scale') return typeof option.value !== 'number';
  return typeof option.value !== 'string' || !/^[a-zA-Z0-9][a-zA-Z0-9_]*$/.test(option.value);
};

const optionProblems = ({ asked, path }: { asked: Criterion; path: Path }): readonly RubricProblem[] => {
  const values = asked.options.map((option) => option.value);
  if (asked.kind === 'boolean' && !(values.length === 2 && values.includes(true) && values.includes(false)))
    return [problemAt('R103', [...path, 'options'], 'a boolean has exactly the values true and false.')];
  if (asked.kind !== 'text' && values.length < 2)
    return [problemAt('schema', [...path, 'options'], `a ${asked.kind} needs at least two options.`)];
  return asked.options.flatMap((option, index) => {
    const at = [...path, 'options', index, 'value'];
    if (wrongValueOf(asked, option))
      return [problemAt('schema', at, `"${option.value}" can't be a value of a ${asked.kind}.`)];
    return values.indexOf(option.value) === index ? [] : [problemAt('schema', at, `"${option.value}" is used twice.`)];
  });
};

const shapeOfKind = (rubric: Rubric): readonly RubricProblem[] =>
  questionsOf(rubric).flatMap(({ asked, path }) => {
    const lacksPoints = asked.kind === 'checklist' && asked.points === null;
    const says = 'a checklist says where its points come from.';
    return [
      ...optionProblems({ asked, path }),
      ...(lacksPoints ? [problemAt('schema', [...path, 'points'], says)] : []),
    ];
  });

const countless = (rubric: Rubric): readonly RubricProblem[] =>
  rubric.overall.options.flatMap((option, index) =>
    option.counts === null
      ? [problemAt('R105', ['overall', 'options', index], `"${option.value}" needs counts: pass, fail or exclude.`)]
      : [],
  );

const orderOfConsensus = (rubric: Rubric): readonly RubricProblem[] => {
  const values = rubric.overall.options.map((option) => option.value);
  const { order } = rubric.consensus;
  const same = order.length === values.length && values.every((value) => order.includes(value));
  return same
    ? []
    : [problemAt('R110', ['consensus', 'order'], `must hold each overall value once: ${values.join(', ')}.`)];
};

/** Two verbs joined, as far as words tell: a conjunction followed by a verb form, or by "n't"-like negations. */
const joined = /\b(and|or)\b[^?]*\b(is|are|was|were|does|do|did|has|have|can|will|would|should|could|must)\b/i;

const questionWarnings = (rubric: Rubric): readonly RubricProblem[] =>
  questionsOf(rubric).flatMap(({ asked, path }) => [
    ...(joined.test(asked.question)
      ? [problemAt('R111', [...path, 'question'], 'joins two questions: ask one thing, or split it.')]
      : []),
    ...(asked.seconds > 20
      ? [problemAt('R111', [...path, 'seconds'], `aims at ${asked.seconds} s; above 20 split the question.`)]
      : []),
  ]);

const tooManyAtOnce = (rubric: Rubric): readonly RubricProblem[] => {
  const stages = new Set(rubric.criteria.map((asked) => asked.stage));
  return [...stages].flatMap((stage) => {
    const shown = rubric.criteria.filter((asked) => asked.stage === stage).length;
    return shown > 9
      ? [problemAtKey('R112', ['criteria'], `${shown} criteria may be shown at once; more than 9 tire.`)]
      : [];
  });
};

/** The rules R101 to R112 that need no training example (R107 has its own file). R113 needs a study's events. */
export const checkRubric = (rubric: Rubric): readonly RubricProblem[] => [
  ...duplicateIds(rubric),
  ...missingAnchors(rubric),
  ...shapeOfKind(rubric),
  ...checkReferences(rubric),
  ...countless(rubric),
  ...checkKeys(rubric),
  ...orderOfConsensus(rubric),
  ...questionWarnings(rubric),
  ...tooManyAtOnce(rubric),
];
