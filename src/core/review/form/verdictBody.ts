import type { EventBodies, StoredAnswer, StoredEvidence, TextRef, VerdictBody } from '../events/bodies';
import type { Criterion, Rubric } from '../rubric/rubric';
import { type Answer, type AnswerValue, answerTo, type Evidence, type FormAnswers, noAnswer } from './answers';
import type { FormContext } from './formContext';
import { formState } from './formState';

/** Puts a free text aside and gives the reference that the event holds in its place. */
export type PutText = (text: string) => TextRef;
/** The text behind a reference; null where it was erased. */
export type GetText = (ref: TextRef) => string | null;

const storedEvidence = (evidence: Evidence, put: PutText): StoredEvidence => {
  if (evidence.kind !== 'text') return evidence;
  const { input, expected, got } = evidence;
  return { kind: 'text', input: put(JSON.stringify({ input, expected, got })) };
};

const givenFields = (asked: Criterion, answer: Answer, put: PutText): Partial<StoredAnswer> => {
  const { given } = answer;
  if (given === null) return {};
  if (given.kind === 'na') return { na: true };
  if (given.kind === 'cannotJudge') return { cannot_judge: true };
  return { value: asked.kind === 'text' ? put(String(given.value)) : given.value };
};

const storedAnswer = (asked: Criterion, answer: Answer, severity: boolean, put: PutText): StoredAnswer => ({
  id: asked.id,
  ...givenFields(asked, answer, put),
  ...(severity && answer.severity !== null ? { severity: answer.severity } : {}),
  ...(asked.confidence && answer.confidence !== null ? { confidence: answer.confidence } : {}),
  evidence: answer.evidence.map((one) => storedEvidence(one, put)),
});

/** The answers of a verdict: what the rater said, without where, when and on what. */
export type JudgedPart = Pick<
  VerdictBody,
  'criteria' | 'overall' | 'confidence' | 'taskDefect' | 'failureMode' | 'note' | 'replies'
>;

/**
 * The answers as they are stored: only criteria that are shown, only blocks that are asked. Free text goes through
 * `put`. Call it for answers that `formState` lets through.
 */
export const judgedPart = (rubric: Rubric, answers: FormAnswers, context: FormContext, put: PutText): JudgedPart => {
  const state = formState(rubric, answers, context);
  const store = (asked: Criterion) =>
    storedAnswer(asked, answerTo(answers, asked.id), state.severityOf.includes(asked.id), put);
  const criteria = state.asked.filter(({ id }) => id !== 'overall');
  const broken = new Set(state.broken.map(({ id }) => id));
  const replies = Object.entries(answers.replies).filter(([id, words]) => broken.has(id) && words.trim() !== '');
  return {
    criteria: criteria.map(store),
    overall: store(rubric.overall),
    confidence: state.confidenceAsked ? answers.confidence : null,
    taskDefect: state.taskDefectAsked ? answers.taskDefect : [],
    failureMode: state.failureModeAsked ? answers.failureMode : null,
    note: answers.note.trim() === '' ? null : put(answers.note),
    replies: Object.fromEntries(replies.map(([id, words]) => [id, put(words)])),
  };
};

const erased = '(erased)';

const isRef = (value: unknown): value is TextRef =>
  typeof value === 'object' && value !== null && 'text' in value && typeof value.text === 'string';

/** Outside data: a side file may hold anything under a name that fits it. */
const textFields = (words: string): { readonly input: string; readonly expected: string; readonly got: string } => {
  try {
    const { input, expected, got } = JSON.parse(words) as Readonly<Record<string, unknown>>;
    return { input: String(input ?? ''), expected: String(expected ?? ''), got: String(got ?? '') };
  } catch {
    return { input: words, expected: '', got: '' };
  }
};

const readEvidence = (stored: StoredEvidence, get: GetText): Evidence => {
  if (stored.kind !== 'text') return stored;
  const words = get(stored.input);
  const read = words === null ? null : textFields(words);
  return { kind: 'text', input: read?.input ?? erased, expected: read?.expected ?? '', got: read?.got ?? '' };
};

const readGiven = (stored: StoredAnswer, get: GetText): Answer['given'] => {
  if (stored.na) return { kind: 'na' };
  if (stored.cannot_judge) return { kind: 'cannotJudge' };
  if (stored.value === undefined) return null;
  const value = isRef(stored.value) ? (get(stored.value) ?? erased) : (stored.value as AnswerValue);
  return { kind: 'value', value };
};

const readAnswer = (stored: StoredAnswer, get: GetText): Answer => ({
  given: readGiven(stored, get),
  evidence: stored.evidence.map((one) => readEvidence(one, get)),
  severity: stored.severity ?? null,
  confidence: stored.confidence ?? null,
});

/** The form's answers out of a stored verdict, to show or amend it. `stages` are those that the verdict had passed. */
export const answersOfBody = (body: EventBodies['verdict'], stages: readonly string[], get: GetText): FormAnswers => ({
  criteria: Object.fromEntries(body.criteria.map((stored) => [stored.id, readAnswer(stored, get)])),
  overall: body.overall ? readAnswer(body.overall, get) : noAnswer,
  confidence: body.confidence,
  taskDefect: body.taskDefect,
  failureMode: body.failureMode,
  note: body.note === null ? '' : (get(body.note) ?? erased),
  replies: Object.fromEntries(Object.entries(body.replies).map(([id, ref]) => [id, get(ref) ?? erased])),
  lockedStages: stages,
});
