import type { Outcome } from '../outcome';
import type { ReportFormat } from './foundReport';
import {
  type Fields,
  has,
  isFields,
  kindWords,
  ReportReading,
  resolved,
  result,
  textOf,
  unresolved,
} from './reportFields';

const gradeOf = (document: unknown): Fields | null => {
  const grade = isFields(document) && isFields(document['grade']) ? document['grade'] : document;
  return has(grade, 'score', 'earned', 'available') ? grade : null;
};

const outcomeOf = (score: number): Outcome => {
  if (score === 1) return resolved;
  return score === 0 ? unresolved : { kind: 'scored', name: 'score', value: score, max: 1 };
};

/** SWE-Lancer's grade of one issue, `{ score, earned, available, variant }` (dollars). 1 and 0 are its yes and no. */
export const sweLancerGrade: ReportFormat = {
  name: 'swe-lancer-grade',
  matches: (document) => gradeOf(document) !== null,
  read: (document, place) => {
    const reading = new ReportReading(place.name);
    const outer = document as Fields;
    const grade = gradeOf(document) ?? {};
    const id =
      textOf(outer['question_id']) ?? textOf(outer['issue_id']) ?? textOf(outer['instance_id']) ?? place.above[0];
    const score = grade['score'];
    if (id === undefined) reading.skip('issue_id', 'Neither the grade nor a folder names the issue.');
    else if (typeof score === 'number' && Number.isFinite(score)) reading.add(result(id, outcomeOf(score), 'score'));
    else reading.skip('score', `a number expected, ${kindWords(score)} found; no outcome.`);
    return reading.done('swe-lancer-grade', 'SWE-Lancer', 'instance');
  },
};
