import type { ReportFormat } from './foundReport';
import { type Fields, has, isFields, outcomeOfFlag, ReportReading, result, textOf } from './reportFields';

const isItem = (value: unknown): boolean => has(value, 'instance_id', 'from_fail_to_pass', 'failed_from_pass_to_pass');

const itemsOf = (document: unknown): readonly unknown[] => {
  if (Array.isArray(document)) return document;
  if (!isFields(document)) return [];
  return Object.values(document).find((value) => Array.isArray(value) && value.some(isItem)) as unknown[];
};

/**
 * SWE-rebench V2's one report (a list of items, or an object that holds it). The only yes or no in it is
 * `passed_match`: exactly the expected tests passed. Where that is false a required test may still have passed, so it is
 * shown as the report's own answer, not as ours; an item with `error` has no verdict.
 */
export const rebenchV2Report: ReportFormat = {
  name: 'swe-rebench-v2-report',
  matches: (document) =>
    (Array.isArray(document) && document.slice(0, 20).some(isItem)) ||
    (isFields(document) &&
      Object.values(document).some((value) => Array.isArray(value) && value.slice(0, 20).some(isItem))),
  read: (document, place) => {
    const reading = new ReportReading(place.name);
    itemsOf(document).forEach((item, index) => {
      const id = isFields(item) ? textOf(item['instance_id']) : null;
      const { error, passed_match: match } = (isFields(item) ? item : {}) as Fields;
      const said = textOf(error);
      if (id === null) reading.skip(`[${index}]`, 'No instance_id; the item names no instance.');
      else if (said !== null)
        reading.add(result(id, { kind: 'none', reason: 'error', detail: said.slice(0, 200) }, `[${index}].error`));
      else if (typeof match === 'boolean') reading.add(result(id, outcomeOfFlag(match), `[${index}].passed_match`));
      else reading.skip(`[${index}]`, `${id} has neither passed_match nor error; no outcome.`);
    });
    return reading.done('swe-rebench-v2-report', 'SWE-rebench V2', 'run');
  },
};
