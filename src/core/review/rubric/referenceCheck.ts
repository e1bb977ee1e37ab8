import { type Condition, conditionsIn } from './condition';
import type { Criterion, OptionValue, Rubric } from './rubric';
import { type Path, problemAt, problemAtKey, type RubricProblem } from './rubricProblem';

/** Figures that a criterion may be paired with, beside `signal.<id>`, `datasetCheck.<defect>` and `judge.<criterion>`. */
export const plainFields: ReadonlySet<string> = new Set([
  'outcome.resolved',
  'tests.f2pShare',
  'tests.p2pBroken',
  'score.optimisation',
  'score.timeRatio',
  'score.lineCoverage',
  'score.checklistShare',
  'build.ok',
  'patch.lines',
  'patch.touchesTests',
  'patch.unaskedFiles',
  'answer.words',
  'comparison.missedGoldFiles',
  'comparison.onlyModelFiles',
  'run.status',
  'label.difficulty',
  'judge.overall',
  'judge.failureMode',
]);

const fieldIsKnown = (field: string, rubric: Rubric): boolean => {
  if (plainFields.has(field)) return true;
  if (/^(signal|datasetCheck)\.[A-Za-z][A-Za-z0-9_]*$/.test(field)) return true;
  return field.startsWith('judge.') && rubric.criteria.some((asked) => `judge.${asked.id}` === field);
};

const valuesIn = (condition: Condition): readonly OptionValue[] => {
  if (condition.kind === 'is' || condition.kind === 'overall') return condition.values;
  return condition.kind === 'has' ? [condition.value] : [];
};

const targetOf = (condition: Condition): string | null => {
  if (condition.kind === 'overall') return 'overall';
  return 'criterion' in condition ? condition.criterion : null;
};

/** R104: a condition that looks at what isn't there yet, isn't there at all, or can never be answered. */
const conditionFaults = (condition: Condition, known: readonly Criterion[], path: Path): readonly RubricProblem[] =>
  conditionsIn(condition).flatMap((inner) => {
    const target = targetOf(inner);
    if (target === null) return [];
    const asked = known.find((one) => one.id === target);
    if (!asked) return [problemAt('R104', path, `looks at "${target}", which is unknown or asked later.`)];
    const values = asked.options.map((option) => option.value);
    const strange = valuesIn(inner).find((value) => !values.includes(value));
    return strange === undefined ? [] : [problemAt('R104', path, `"${strange}" isn't a value of "${target}".`)];
  });

const conditionsOfRubric = (rubric: Rubric): readonly RubricProblem[] => {
  const everything = [...rubric.criteria, rubric.overall];
  const later = (condition: Condition | null, path: Path) =>
    condition ? conditionFaults(condition, everything, path) : [];
  return [
    ...rubric.criteria.flatMap(({ showIf }, index) =>
      showIf ? conditionFaults(showIf, rubric.criteria.slice(0, index), ['criteria', index, 'showIf']) : [],
    ),
    ...(rubric.overall.showIf ? [problemAt('R104', ['overall', 'showIf'], 'the overall answer is always asked.')] : []),
    ...rubric.consistency.flatMap((rule, index) => later(rule.when, ['consistency', index, 'when'])),
    ...later(rubric.failureMode.showIf, ['failureMode', 'showIf']),
    ...later(rubric.note.requiredIf, ['note', 'requiredIf']),
  ];
};

const strangeValues = (asked: Criterion, wanted: readonly OptionValue[], path: Path): readonly RubricProblem[] => {
  const values = asked.options.map((option) => option.value);
  return wanted.flatMap((value, index) =>
    values.includes(value) ? [] : [problemAt('R108', [...path, index], `"${value}" isn't a value of "${asked.id}".`)],
  );
};

const referencesOf = (asked: Criterion, path: Path, rubric: Rubric): readonly RubricProblem[] => [
  ...strangeValues(asked, asked.evidence.when ?? [], [...path, 'evidence', 'when']),
  ...strangeValues(asked, asked.severity?.when ?? [], [...path, 'severity', 'when']),
  ...strangeValues(asked, asked.exclusive, [...path, 'exclusive']),
  ...(asked.stage !== null && !rubric.stages.some((stage) => stage.id === asked.stage)
    ? [problemAt('schema', [...path, 'stage'], `no stage "${asked.stage}" here.`)]
    : []),
  ...asked.pairsWith.flatMap(({ field }, index) =>
    fieldIsKnown(field, rubric)
      ? []
      : [problemAt('R109', [...path, 'pairsWith', index, 'field'], `"${field}" is no figure that Touchstone has.`)],
  ),
];

const panesNeeded = (rubric: Rubric): readonly RubricProblem[] =>
  rubric.needs.flatMap((pane, index) =>
    rubric.panes.includes(pane) ? [] : [problemAt('schema', ['needs', index], `"${pane}" isn't among the panes.`)],
  );

const consensusCriteria = (rubric: Rubric): readonly RubricProblem[] =>
  Object.keys(rubric.consensus.criteria)
    .filter((id) => id !== 'default' && !rubric.criteria.some((asked) => asked.id === id))
    .map((id) => problemAtKey('R104', ['consensus', 'criteria', id], `no criterion "${id}" here.`));

/** R104, R108, R109 and the panes, stages and criteria that must exist. */
export const checkReferences = (rubric: Rubric): readonly RubricProblem[] => [
  ...conditionsOfRubric(rubric),
  ...rubric.criteria.flatMap((asked, index) => referencesOf(asked, ['criteria', index], rubric)),
  ...referencesOf(rubric.overall, ['overall'], rubric),
  ...panesNeeded(rubric),
  ...consensusCriteria(rubric),
];
