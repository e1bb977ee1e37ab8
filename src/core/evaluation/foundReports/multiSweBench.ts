import type { Outcome } from '../outcome';
import type { ReportFormat } from './foundReport';
import { type Fields, has, kindWords, ReportReading, resolved, result, unresolved } from './reportFields';

/**
 * Multi-SWE-bench `report.json` of one pull request: `{ org, repo, number, valid, error_msg, ..._result }`. `valid` is
 * its answer; `org/repo:pr-N` its id. Without any test result of the fix it is unresolved all the same, by its rules.
 */
export const multiSweBenchReport: ReportFormat = {
  name: 'multi-swe-bench-report',
  matches: (document) => has(document, 'org', 'repo', 'number', 'valid', 'fix_patch_result'),
  read: (document, place) => {
    const reading = new ReportReading(place.name);
    const { org, repo, number, valid } = document as Fields;
    const id = `${String(org)}/${String(repo)}:pr-${String(number)}`;
    const outcome: Outcome = valid === true ? resolved : unresolved;
    if (typeof valid === 'boolean') reading.add(result(id, outcome, 'valid'));
    else reading.skip('valid', `true or false expected, ${kindWords(valid)} found; no outcome.`);
    return reading.done('multi-swe-bench-report', 'Multi-SWE-bench', 'instance');
  },
};
