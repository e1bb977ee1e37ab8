import type { Problem } from '../../shared/problem';
import type { ImportedAnswer, ImportedCriterion, JudgeRow } from './importedAnswer';
import { fieldAt, isFields, numberIn, textIn } from './rowFields';

/** A row of `raw_data.jsonl`: `instance_id`, `source`, `score`, `result_details`. */
export const isCompassRow = (row: unknown): boolean =>
  isFields(row) && ['instance_id', 'source', 'score', 'result_details'].every((name) => Object.hasOwn(row, name));

/** Its evaluator writes a call that failed as score 0 with this in the reasoning: no answer of a judge. */
const failed = /^Error: /;

const questionsIn = (details: unknown): readonly ImportedCriterion[] => {
  const scores = fieldAt(details, 'question_scores');
  if (!isFields(scores)) return [];
  return Object.entries(scores).map(([id, one]) => {
    const rationale = textIn(fieldAt(one, 'reasoning'));
    const value = rationale !== null && failed.test(rationale) ? null : numberIn(fieldAt(one, 'score'));
    return { id, value, rationale };
  });
};

const scoreOf = (row: unknown, criteria: readonly ImportedCriterion[]): number | null => {
  if (criteria.length === 0 || criteria.some(({ value }) => value === null)) return null;
  return numberIn(fieldAt(row, 'score'));
};

const reasonOf = (criteria: readonly ImportedCriterion[], details: unknown): string => {
  const unanswered = criteria.filter(({ value }) => value === null).length;
  if (criteria.length === 0) return textIn(fieldAt(details, 'error')) ?? 'the evaluator wrote no answers of the judge';
  if (unanswered > 0) return `${unanswered} of ${criteria.length} questions got no answer; the file counts them as 0`;
  return 'a share of points, neither right nor wrong';
};

/**
 * What a model answered to the checklist of a code understanding task; a problem for rows of other sources, which tests,
 * coverage and times score. The file names neither run nor judge. Null where the row is none of the kind.
 */
export const readCompassRow = ({ value: row, place }: JudgeRow): ImportedAnswer | Problem | null => {
  const instanceId = textIn(fieldAt(row, 'instance_id'));
  if (!isCompassRow(row) || instanceId === null) return null;
  const source = textIn(fieldAt(row, 'source')) ?? 'unknown';
  const where = `${place.file} ${place.words}`;
  if (source !== 'code_understanding')
    return { where, field: 'source', reason: `${instanceId} is scored by ${source}, not by a judge.` };
  const details = fieldAt(row, 'result_details');
  const criteria = questionsIn(details);
  const score = scoreOf(row, criteria);
  return {
    kind: 'answer',
    judge: null,
    rubric: null,
    run: null,
    unit: null,
    instanceId,
    attempt: null,
    patch: null,
    overall: null,
    said: score === null ? null : String(score),
    score,
    reason: reasonOf(criteria, details),
    criteria,
    rationale: null,
    model: null,
    promptSha256: null,
    saw: null,
    contradictions: [],
    place,
  };
};
