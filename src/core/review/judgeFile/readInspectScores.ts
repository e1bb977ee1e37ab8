import type { AnswerValue } from '../form/answers';
import type { ImportedAnswer, JudgePlace } from './importedAnswer';
import { fieldAt, hashIn, isFields, numberIn, textIn } from './rowFields';

/** One score as Inspect keeps it. */
export interface InspectScore {
  /** Of the scorer. */
  readonly name: string;
  readonly value: unknown;
  readonly answer: string | null;
  readonly explanation: string | null;
  /** The scorer's own notes; a model that graded leaves its talk there. */
  readonly metadata: unknown;
}

export interface InspectSample {
  readonly instanceId: string | null;
  /** From 1. */
  readonly epoch: number | null;
  /** The model whose answers were scored. */
  readonly model: string | null;
  readonly scores: readonly InspectScore[];
  readonly place: JudgePlace;
}

/** C and I are right and wrong; P (partly) and N (no answer) are neither, and say so. */
const labels: Readonly<Record<string, AnswerValue>> = { C: 'right', I: 'wrong' };
const others: Readonly<Record<string, string>> = {
  P: 'scored as partly right (P)',
  N: 'scored as no answer (N)',
};

const labelOf = (value: unknown): Pick<ImportedAnswer, 'overall' | 'reason' | 'score' | 'said'> => {
  const said = textIn(value) ?? (value === null || value === undefined ? null : JSON.stringify(value).slice(0, 200));
  const plain = { said, score: null, reason: null };
  if (typeof value === 'boolean') return { ...plain, overall: value ? 'right' : 'wrong' };
  const label = typeof value === 'string' && Object.hasOwn(labels, value) ? labels[value] : undefined;
  if (label !== undefined) return { ...plain, overall: label };
  const number = numberIn(value);
  if (number === 1 || number === 0) return { ...plain, overall: number === 1 ? 'right' : 'wrong', score: number };
  if (number !== null) return { said, overall: null, score: number, reason: 'a number between right and wrong' };
  const word = typeof value === 'string' && Object.hasOwn(others, value) ? others[value] : undefined;
  return {
    said,
    overall: null,
    score: null,
    reason: word ?? (said === null ? 'no score' : 'a score of a kind that is no label'),
  };
};

/** The judge's model, where a scorer that asked one says so. */
const graderOf = ({ metadata }: InspectScore): string | null =>
  textIn(fieldAt(metadata, 'grader_model')) ?? textIn(fieldAt(metadata, 'model'));

const answerOf = (sample: InspectSample, instanceId: string, score: InspectScore): ImportedAnswer => ({
  kind: 'answer',
  judge: score.name,
  rubric: null,
  run: sample.model,
  unit: null,
  instanceId,
  attempt: sample.epoch,
  patch: null,
  ...labelOf(score.value),
  criteria: [],
  rationale: score.explanation,
  model: graderOf(score),
  promptSha256: hashIn(fieldAt(score.metadata, 'prompt_sha256')),
  saw: null,
  contradictions: [],
  place: { ...sample.place, words: `${sample.place.words}.scores.${score.name}` },
});

/** Each score of each sample as an answer of its scorer; a sample without an id names no item and gives none. */
export const answersOfSample = (sample: InspectSample): readonly ImportedAnswer[] =>
  sample.instanceId === null ? [] : sample.scores.map((score) => answerOf(sample, sample.instanceId ?? '', score));

const scoresOf = (value: unknown): readonly InspectScore[] => {
  const all = fieldAt(value, 'scores');
  const old = fieldAt(value, 'score');
  const entries = isFields(all) ? Object.entries(all) : isFields(old) ? [['score', old] as const] : [];
  return entries.map(([name, score]) => ({
    name,
    value: isFields(score) ? score['value'] : score,
    answer: textIn(fieldAt(score, 'answer')),
    explanation: textIn(fieldAt(score, 'explanation')),
    metadata: fieldAt(score, 'metadata') ?? null,
  }));
};

/** A log of Inspect as one JSON document; null where it is none. */
export const inspectSamples = (document: unknown, file: string): readonly InspectSample[] | null => {
  const samples = fieldAt(document, 'samples');
  if (!isFields(document) || textIn(fieldAt(document, 'eval.task')) === null || !Array.isArray(samples)) return null;
  const model = textIn(fieldAt(document, 'eval.model'));
  return samples.map((sample, at) => inspectSample(sample, model, { file, line: null, words: `samples[${at}]` }));
};

/** A sample, of a document or of a file of its own. */
export const inspectSample = (sample: unknown, model: string | null, place: JudgePlace): InspectSample => ({
  instanceId: textIn(fieldAt(sample, 'id')),
  epoch: numberIn(fieldAt(sample, 'epoch')),
  model,
  scores: scoresOf(sample),
  place,
});
