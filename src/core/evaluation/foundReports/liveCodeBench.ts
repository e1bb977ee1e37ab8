import type { ReportFormat } from './foundReport';
import { has, isFields, kindWords, outcomeOfFlag, ReportReading, result, textOf } from './reportFields';

/**
 * LiveCodeBench `<scenario>_<n>_<t>_eval_all.json`: a list of questions with `code_list` and `graded_list`, true or false
 * for each sample; sample n is attempt n.
 */
export const liveCodeBenchResults: ReportFormat = {
  name: 'livecodebench-results',
  matches: (document) =>
    Array.isArray(document) && document.slice(0, 5).some((item) => has(item, 'question_id', 'graded_list')),
  read: (document, place) => {
    const reading = new ReportReading(place.name);
    (document as readonly unknown[]).forEach((item, at) => {
      const id = isFields(item) ? textOf(item['question_id']) : null;
      const graded = isFields(item) ? item['graded_list'] : undefined;
      if (id === null) reading.skip(`[${at}]`, 'No question_id; the item names no question.');
      else if (!Array.isArray(graded))
        reading.skip(`[${at}].graded_list`, `a list expected, ${kindWords(graded)} found; no outcome for ${id}.`);
      else
        graded.forEach((flag: unknown, n) => {
          const field = `[${at}].graded_list[${n}]`;
          if (typeof flag === 'boolean') reading.add(result(id, outcomeOfFlag(flag), field, { attempt: n + 1 }));
          else reading.skip(field, `true or false expected, ${kindWords(flag)} found; no outcome.`);
        });
    });
    return reading.done('livecodebench-results', 'LiveCodeBench', 'instance');
  },
};
