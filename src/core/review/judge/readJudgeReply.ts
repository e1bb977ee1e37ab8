import { isFields, listAt, textAt } from '../../run/trajectory/fields';
import { meets, type ValueOf } from '../form/evaluateCondition';
import type { FormContext } from '../form/formContext';
import type { Criterion, OptionValue, Point, Rubric } from '../rubric/rubric';
import { contradictionsOf } from './contradictions';
import { findObject } from './findJson';
import type { JudgedCriterion, JudgedReply } from './judgeAnswer';
import { askedCriteria, judgePoints } from './judgeQuestions';

/** What a reply is read against. */
export interface JudgeContext {
  readonly rubric: Rubric;
  /** The instance's own checklist. */
  readonly points: readonly Point[];
  /** Numbers of the steps that it was shown; null where the unit has none. */
  readonly steps: ReadonlySet<number> | null;
  readonly form: FormContext;
}

const squeezed = (value: unknown): string =>
  String(value)
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');

const yes = new Set(['true', 'yes', 'y']);
const no = new Set(['false', 'no', 'n']);

/** The option that an answer names by its value or its label; null where none does, or two would. */
const optionOf = (given: unknown, { options }: Criterion): OptionValue | null => {
  if (!['string', 'number', 'boolean'].includes(typeof given)) return null;
  const exact = options.find(({ value }) => value === given);
  if (exact) return exact.value;
  const word = squeezed(given);
  const fits = options.filter(
    ({ value, label }) =>
      squeezed(value) === word ||
      squeezed(label) === word ||
      (value === true && yes.has(word)) ||
      (value === false && no.has(word)),
  );
  return fits.length === 1 ? (fits[0]?.value ?? null) : null;
};

type Read = Pick<JudgedCriterion, 'state' | 'value'>;

const unreadable: Read = { state: 'unreadable', value: null };

const several = (given: unknown, asked: Criterion): Read => {
  const list: readonly unknown[] = Array.isArray(given) ? given : typeof given === 'string' ? [given] : [null];
  const values = list.map((one) => optionOf(one, asked));
  return values.includes(null) ? unreadable : { state: 'value', value: [...new Set(values as OptionValue[])] };
};

const pointed = (given: unknown, asked: Criterion, points: readonly Point[]): Read => {
  if (!isFields(given)) return unreadable;
  const values = points.map(({ id }) => [id, optionOf(Object.hasOwn(given, id) ? given[id] : null, asked)] as const);
  return values.some(([, value]) => value === null)
    ? unreadable
    : { state: 'value', value: Object.fromEntries(values) as Readonly<Record<string, OptionValue>> };
};

const readValue = (given: unknown, asked: Criterion, points: readonly Point[]): Read => {
  if (given === undefined) return { state: 'missing', value: null };
  if (given === null) return { state: asked.showIf === null ? 'missing' : 'not_asked', value: null };
  const word = typeof given === 'string' ? squeezed(given) : '';
  if (word === 'cannot_judge') return { state: 'cannot_judge', value: null };
  if (asked.na && (word === 'na' || word === 'n/a' || word === 'not_applicable')) return { state: 'na', value: null };
  if (asked.kind === 'multi') return several(given, asked);
  if (asked.kind === 'checklist') return pointed(given, asked, judgePoints(asked, points));
  if (asked.kind === 'text')
    return typeof given === 'string' || typeof given === 'number'
      ? { state: 'value', value: String(given) }
      : unreadable;
  const value = optionOf(given, asked);
  return value === null ? unreadable : { state: 'value', value };
};

const stepNumber = (one: unknown): number | null => {
  const number =
    typeof one === 'string' ? Number(/^(?:step\s*)?#?(\d{1,9})$/i.exec(one.trim())?.[1] ?? Number.NaN) : one;
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : null;
};

/** Step numbers that an answer names: under `steps`, and for a text answer such as `step 3` there. */
const stepsOf = (given: unknown): readonly number[] => {
  const named = isFields(given) ? [...listAt(given, 'steps').slice(0, 200), given['answer']] : [];
  return [...new Set(named.map(stepNumber).filter((number) => number !== null))];
};

const criterionOf = (given: unknown, asked: Criterion, context: JudgeContext): JudgedCriterion => {
  const answer = isFields(given) ? given[Object.hasOwn(given, 'answer') ? 'answer' : 'value'] : given;
  const has = !isFields(given) || Object.hasOwn(given, 'answer') || Object.hasOwn(given, 'value');
  const read = readValue(has ? answer : undefined, asked, context.points);
  const steps = context.steps === null ? [] : stepsOf(given);
  return {
    id: asked.id,
    ...read,
    reason: textAt(given, 'reason'),
    steps,
    unknownSteps: steps.filter((step) => context.steps?.has(step) === false),
    ...(read.state === 'unreadable' ? { raw: answer } : {}),
  };
};

/** Answers by id: a list of blocks with `id`, or an object by id. The first that names an id counts; a second is unreadable. */
const byId = (found: Readonly<Record<string, unknown>>): ReadonlyMap<string, unknown> => {
  const answers = found['answers'] ?? found['criteria'];
  if (isFields(answers)) return new Map(Object.entries(answers));
  const list = (Array.isArray(answers) ? answers : []).map((one: unknown) => [textAt(one, 'id') ?? '', one] as const);
  const twice = new Set(list.map(([id]) => id).filter((id, at, ids) => ids.indexOf(id) !== at));
  return new Map(list.map(([id, one]) => [id, twice.has(id) ? { answer: { twice: true } } : one]));
};

/** Answers to questions that the rubric would not have asked, given the answers before them, are none. */
const asAsked = (
  answered: readonly JudgedCriterion[],
  asked: readonly Criterion[],
  form: FormContext,
): readonly JudgedCriterion[] => {
  const shown = new Map<string, JudgedCriterion>();
  const valueIn: ValueOf = (id) => shown.get(id)?.value ?? undefined;
  return answered.map((one, at) => {
    const showIf = asked[at]?.showIf ?? null;
    if (showIf !== null && !meets(showIf, valueIn, form)) return { ...one, state: 'not_asked' as const, value: null };
    shown.set(one.id, one);
    return one.state === 'not_asked' ? { ...one, state: 'missing' as const } : one;
  });
};

const fault = (say: string): JudgedReply => ({ criteria: null, overall: null, fault: say, contradictions: [] });

/**
 * Reads one reply of a judge. Tolerates a fence or words around the JSON and values written as labels; what is still no
 * answer is `unreadable` or `missing`, with what stood there. Never throws.
 */
export const readJudgeReply = (reply: string, cut: boolean, context: JudgeContext): JudgedReply => {
  const found = findObject(reply, ['answers', 'criteria', 'overall']);
  if (found === null)
    return fault(
      cut ? 'The reply was cut off by its length before its answer ended.' : 'The reply holds no JSON answer.',
    );
  const asked = askedCriteria(context.rubric, context.points);
  const answers = byId(found);
  const read = asked.map((one) => criterionOf(answers.get(one.id), one, context));
  const criteria = asAsked(read, asked, context.form);
  const overall = criterionOf(found['overall'] ?? answers.get('overall'), context.rubric.overall, context);
  return { criteria, overall, fault: null, contradictions: contradictionsOf(criteria, overall, context) };
};

/** Steps that were named and that the trajectory does not have. */
export const unknownStepsOf = ({ criteria, overall }: JudgedReply): readonly number[] => [
  ...new Set([...(criteria ?? []), ...(overall ? [overall] : [])].flatMap((one) => one.unknownSteps)),
];
