import type { ReportFormat } from './foundReport';
import { type Fields, has, isFields, ReportReading, resolved, result } from './reportFields';
import { idsOf } from './swebenchSummary';

/**
 * `final_report.json` of AutoCodeRover's results: `{ stats: { generated, with_logs, applied, resolved }, resolved: [id] }`.
 * It names the resolved instances alone; which others ran stands nowhere in it, so it says nothing of them.
 */
export const roverSummary: ReportFormat = {
  name: 'auto-code-rover-summary',
  matches: (document) =>
    has(document, 'stats', 'resolved') &&
    Array.isArray(document['resolved']) &&
    isFields(document['stats']) &&
    Object.hasOwn(document['stats'], 'generated'),
  read: (document, place) => {
    const reading = new ReportReading(place.name);
    for (const id of idsOf((document as Fields)['resolved'], 'resolved', reading))
      reading.add(result(id, resolved, 'resolved'));
    return reading.done('auto-code-rover-summary', 'SWE-bench 1', 'run');
  },
};
