import { criteriaNamedBy } from '../rubric/condition';
import type { ConsistencyRule, Criterion, Rubric } from '../rubric/rubric';
import { answerTo, type FormAnswers, replyTo } from './answers';
import { meets, type ValueOf } from './evaluateCondition';
import type { FormContext } from './formContext';
import { faultsOf, isAnswered, type Missing, severityAsked } from './missing';
import { openStage, shownCriteria, valueReader } from './shownCriteria';

export interface FormState {
  /** Criteria asked now, in order; the overall one last, once its stage is open. */
  readonly asked: readonly Criterion[];
  /** Ids of criteria for which severity is asked. */
  readonly severityOf: readonly string[];
  readonly confidenceAsked: boolean;
  readonly taskDefectAsked: boolean;
  readonly failureModeAsked: boolean;
  /** Consistency rules that the answers break. */
  readonly broken: readonly ConsistencyRule[];
  /** Empty if, and only if, the answers can be submitted (or the next stage opened). */
  readonly missing: readonly Missing[];
  /** Of `asked`: "4 of 6 answered". */
  readonly answered: number;
  /** Id of the stage that opens next; null where the open one is the last. */
  readonly nextStage: string | null;
}

const missingCriteria = (asked: readonly Criterion[], answers: FormAnswers, context: FormContext): Missing[] =>
  asked.flatMap((one) =>
    faultsOf(one, answerTo(answers, one.id), context).map((fault) => ({
      at: { kind: 'criterion' as const, id: one.id },
      text: `${one.id}: ${fault}`,
    })),
  );

const missingReplies = (broken: readonly ConsistencyRule[], answers: FormAnswers): Missing[] =>
  broken.flatMap((rule) => {
    if (rule.level === 'ask' && replyTo(answers, rule.id).trim() !== '') return [];
    const way = rule.level === 'ask' ? 'Change an answer, or keep it and say why.' : 'Change an answer.';
    return [{ at: { kind: 'consistency' as const, id: rule.id }, text: `${rule.say} ${way}` }];
  });

const noteFault = (rubric: Rubric, answers: FormAnswers, valueIn: ValueOf, context: FormContext): string | null => {
  const { maxLength, requiredIf } = rubric.note;
  if (answers.note.length > maxLength) return `note: ${answers.note.length} characters; the limit is ${maxLength}.`;
  const blank = answers.note.trim() === '';
  return blank && requiredIf && meets(requiredIf, valueIn, context) ? 'note: needed for this answer.' : null;
};

type Blocks = Pick<FormState, 'confidenceAsked' | 'taskDefectAsked' | 'failureModeAsked'>;

const blocksAsked = (rubric: Rubric, answers: FormAnswers, valueIn: ValueOf, context: FormContext): Blocks => {
  const { taskDefect, failureMode } = rubric;
  return {
    confidenceAsked: answers.overall.given?.kind !== 'cannotJudge',
    taskDefectAsked: taskDefect.ask !== 'never' && taskDefect.options.length > 0,
    failureModeAsked:
      failureMode.ask !== 'never' && (failureMode.showIf === null || meets(failureMode.showIf, valueIn, context)),
  };
};

const blockFaults = (rubric: Rubric, answers: FormAnswers, blocks: Blocks): Missing[] => {
  const faults: Missing[] = [];
  const add = (kind: 'confidence' | 'taskDefect' | 'failureMode', text: string) => faults.push({ at: { kind }, text });
  const { confidence, failureMode, taskDefect } = answers;
  if (blocks.confidenceAsked && rubric.confidence.required && confidence === null)
    add('confidence', 'confidence: not said.');
  if (confidence !== null && !(Number.isInteger(confidence) && confidence >= 1 && confidence <= 5))
    add('confidence', 'confidence: goes from 1 to 5.');
  if (blocks.failureModeAsked && rubric.failureMode.ask === 'required' && failureMode === null)
    add('failureMode', 'failure mode: not answered.');
  if (failureMode !== null && !rubric.failureMode.options.some(({ value }) => value === failureMode))
    add('failureMode', `failure mode: "${failureMode}" isn't one of the answers.`);
  if (rubric.taskDefect.ask === 'required' && taskDefect.length === 0) add('taskDefect', 'task defect: not answered.');
  const strange = taskDefect.find((one) => !rubric.taskDefect.options.some(({ value }) => value === one));
  if (strange !== undefined) add('taskDefect', `task defect: "${strange}" isn't one of the answers.`);
  return faults;
};

const nextStageOf = (rubric: Rubric, answers: FormAnswers): string | null =>
  rubric.stages[openStage(rubric, answers) + 1]?.id ?? null;

/**
 * What a form shows, asks and still lacks. A verdict may be submitted if, and only if, `missing` is empty and no stage
 * is left; the messages name criterion and fix. Pure: the same for view, command line and language-model tools.
 */
export const formState = (rubric: Rubric, answers: FormAnswers, context: FormContext): FormState => {
  const criteria = shownCriteria(rubric, answers, context);
  const valueIn = valueReader(answers, new Set(criteria.map(({ id }) => id)));
  const nextStage = nextStageOf(rubric, answers);
  const last = nextStage === null;
  const asked = last ? [...criteria, rubric.overall] : criteria;
  const blocks = blocksAsked(rubric, answers, valueIn, context);
  const open = new Set(asked.flatMap((one) => (isAnswered(one, answerTo(answers, one.id), context) ? [] : [one.id])));
  // What isn't answered yet contradicts nothing, though it meets a `not`.
  const broken = rubric.consistency.filter(
    ({ when }) => !criteriaNamedBy(when).some((id) => open.has(id)) && meets(when, valueIn, context),
  );
  const note = noteFault(rubric, answers, valueIn, context);
  const ending = last
    ? [...blockFaults(rubric, answers, blocks), ...(note ? [{ at: { kind: 'note' as const }, text: note }] : [])]
    : [];
  return {
    asked,
    severityOf: asked.filter((one) => severityAsked(one, answerTo(answers, one.id))).map(({ id }) => id),
    confidenceAsked: last && blocks.confidenceAsked,
    taskDefectAsked: last && blocks.taskDefectAsked,
    failureModeAsked: last && blocks.failureModeAsked,
    broken,
    missing: [...missingCriteria(asked, answers, context), ...missingReplies(broken, answers), ...ending],
    answered: asked.filter((one) => isAnswered(one, answerTo(answers, one.id), context)).length,
    nextStage,
  };
};
