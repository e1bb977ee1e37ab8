import type { ReportFormat } from './foundReport';
import { type Fields, has, kindWords, outcomeOfFlag, ReportReading, result, textOf } from './reportFields';

/** Aider `.aider.results.json` of one exercise: resolved where the last of `tests_outcomes` (two tries) is true. */
export const aiderResults: ReportFormat = {
  name: 'aider-results',
  matches: (document) => has(document, 'testcase', 'tests_outcomes'),
  read: (document, place) => {
    const reading = new ReportReading(place.name);
    const { testcase, tests_outcomes: outcomes, model } = document as Fields;
    const id = textOf(testcase) ?? place.above[0];
    const last: unknown = Array.isArray(outcomes) ? outcomes.at(-1) : undefined;
    if (id === undefined) reading.skip('testcase', 'Neither the report nor a folder names the exercise.');
    else if (typeof last === 'boolean')
      reading.add(result(id, outcomeOfFlag(last), 'tests_outcomes', { model: textOf(model) }));
    else if (Array.isArray(outcomes) && outcomes.length === 0)
      reading.add(
        result(id, { kind: 'none', reason: 'error', detail: 'no tests ran' }, 'tests_outcomes', {
          model: textOf(model),
        }),
      );
    else reading.skip('tests_outcomes', `a list of true and false expected, ${kindWords(last ?? outcomes)} found.`);
    return reading.done('aider-results', 'Aider polyglot', 'instance');
  },
};
