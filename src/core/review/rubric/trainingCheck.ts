import { type Answer, answerTo, emptyAnswers, type FormAnswers, type Given, noAnswer } from '../form/answers';
import type { FormContext } from '../form/formContext';
import { formState } from '../form/formState';
import { faultsOf } from '../form/missing';
import type { Criterion, Rubric, TrainingExample } from './rubric';
import { type Path, problemAt, type RubricProblem } from './rubricProblem';

/** An example writes `na` and `cannot_judge` where an answer would stand. */
const givenOf = (value: unknown): Given | null => {
  if (value === 'na') return { kind: 'na' };
  if (value === 'cannot_judge') return { kind: 'cannotJudge' };
  return value === null || value === undefined ? null : ({ kind: 'value', value } as Given);
};

const answerOf = (value: unknown): Answer => ({ ...noAnswer, given: givenOf(value) });

const answersOf = (example: TrainingExample): FormAnswers => ({
  ...emptyAnswers,
  criteria: Object.fromEntries(Object.entries(example.answers).map(([id, value]) => [id, answerOf(value)])),
  overall: answerOf(example.overall),
  taskDefect: example.taskDefect,
  failureMode: example.failureMode,
});

/** An example says neither evidence nor severity nor confidence: only its answers are checked. */
const bare = (asked: Criterion): Criterion => ({
  ...asked,
  evidence: { ...asked.evidence, min: 0, max: null },
  severity: null,
  confidence: false,
});

const unstaged = (rubric: Rubric): Rubric => ({
  ...rubric,
  stages: [],
  criteria: rubric.criteria.map((asked) => ({ ...bare(asked), stage: null })),
  overall: { ...bare(rubric.overall), stage: null },
});

const contextOf = (rubric: Rubric, example: TrainingExample): FormContext => {
  const checklist = rubric.criteria.find((asked) => asked.kind === 'checklist');
  const value = checklist ? example.answers[checklist.id] : undefined;
  const points = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  return { visible: Object.keys(example.given), unit: {}, points: points.map((id) => ({ id, text: id })) };
};

const checkExample = (rubric: Rubric, example: TrainingExample, path: Path): readonly RubricProblem[] => {
  const context = contextOf(rubric, example);
  const answers = answersOf(example);
  const state = formState(rubric, answers, context);
  const shown = new Set(state.asked.map(({ id }) => id));
  const fault = (at: Path, reason: string) => problemAt('R107', [...path, ...at], `example "${example.id}": ${reason}`);
  const unshown = Object.keys(example.answers).filter((id) => !shown.has(id));
  return [
    ...unshown.map((id) => ({
      ...fault(['answers', id], `"${id}" is not asked there, or unknown.`),
      atKey: true as const,
    })),
    ...state.asked.flatMap((asked) =>
      faultsOf(asked, answerTo(answers, asked.id), context).map((reason) =>
        fault(asked.id === 'overall' ? ['overall'] : ['answers', asked.id], `${asked.id}: ${reason}`),
      ),
    ),
    ...state.broken.filter(({ level }) => level === 'block').map((rule) => fault([], `breaks ${rule.id}: ${rule.say}`)),
    ...state.missing
      .filter(({ at }) => at.kind === 'taskDefect' || at.kind === 'failureMode')
      .map(({ text }) => fault([], text)),
  ];
};

/** R107: an example that breaks the rubric's own rules would train raters to break them. */
export const checkTraining = (rubric: Rubric): readonly RubricProblem[] => {
  const plain = unstaged(rubric);
  return rubric.training.flatMap((example, index) => checkExample(plain, example, ['training', 'examples', index]));
};
