import type { ReportFormat } from './foundReport';
import { type Fields, has, isFields, kindWords, outcomeOfFlag, ReportReading, result } from './reportFields';

/** CRUXEval's scored JSON: `raw_scored_generations` by id, a list of true and false; sample n is attempt n. */
export const cruxEvalResults: ReportFormat = {
  name: 'cruxeval-results',
  matches: (document) => has(document, 'raw_scored_generations') && isFields(document['raw_scored_generations']),
  read: (document, place) => {
    const reading = new ReportReading(place.name);
    for (const [id, list] of Object.entries((document as { raw_scored_generations: Fields }).raw_scored_generations)) {
      if (!Array.isArray(list)) {
        reading.skip(id, `a list of true and false expected, ${kindWords(list)} found; no outcome.`);
        continue;
      }
      list.forEach((flag: unknown, n) => {
        const field = `raw_scored_generations["${id}"][${n}]`;
        if (typeof flag === 'boolean') reading.add(result(id, outcomeOfFlag(flag), field, { attempt: n + 1 }));
        else reading.skip(field, `true or false expected, ${kindWords(flag)} found; no outcome.`);
      });
    }
    return reading.done('cruxeval-results', 'CRUXEval', 'instance');
  },
};
