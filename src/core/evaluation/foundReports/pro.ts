import type { ReportFormat } from './foundReport';
import { type Fields, has, isFields, kindWords, outcomeOfFlag, ReportReading, result } from './reportFields';

const proId = /^instance_.+__.+-[0-9a-f]{40}/;

/** SWE-bench Pro `eval_results.json`: instance id to true or false, nothing else. */
export const proResults: ReportFormat = {
  name: 'swebench-pro-results',
  matches: (document, place) => {
    if (!isFields(document)) return false;
    const entries = Object.entries(document);
    const flags = entries.filter(([, value]) => typeof value === 'boolean').length;
    const named = entries.some(([id]) => proId.test(id)) || place.name === 'eval_results.json';
    return entries.length > 0 && flags > 0 && flags * 2 >= entries.length && named;
  },
  read: (document, place) => {
    const reading = new ReportReading(place.name);
    for (const [id, value] of Object.entries(document as Fields)) {
      if (typeof value === 'boolean') reading.add(result(id, outcomeOfFlag(value), id));
      else reading.skip(id, `true or false expected, ${kindWords(value)} found; no outcome.`);
    }
    return reading.done('swebench-pro-results', 'SWE-bench Pro', 'run');
  },
};

const namedTest = (test: unknown): boolean => has(test, 'name', 'status');

/**
 * SWE-bench Pro `<out>/<id>/<prefix>_output.json`: `{ tests: [{ name, status }] }`. Results of tests without a verdict,
 * which needs the instance's lists; so the attempt is named (the prefix is the model) and its outcome left open.
 */
export const proOutput: ReportFormat = {
  name: 'swebench-pro-output',
  matches: (document) =>
    has(document, 'tests') && Array.isArray(document['tests']) && document['tests'].slice(0, 20).every(namedTest),
  read: (_document, place) => {
    const reading = new ReportReading(place.name);
    const id = place.above[0];
    const model = /^(.+)_output\.json$/.exec(place.name)?.[1] ?? null;
    if (id !== undefined && proId.test(id)) reading.add(result(id, null, 'tests', { model }));
    return reading.done('swebench-pro-output', 'SWE-bench Pro', 'instance');
  },
};
