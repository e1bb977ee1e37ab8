import { parsePythonLiteral } from '../../shared/pythonLiteral';
import { printedReportAt } from '../rules/printedReport';
import type { FoundReport, ReportPlace } from './foundReport';
import { outcomeOfFlag, ReportReading, result } from './reportFields';
import { swebenchReport } from './swebenchReport';

const format = 'swebench-printed-report';

/** The report dict as the harness prints it on one line, `... - INFO - report: {...}`; null where there is none whole. */
/** Not after a CR or another separator, which a patch that the log quotes may hold. */
const RESULT = /(?<=^|\n)Result for (.{1,400}): resolved: (True|False)\r?(?=\n|$)/g;

const dictIn = (text: string): unknown => {
  const at = printedReportAt(text);
  if (at < 0) return null;
  const end = text.indexOf('\n', at);
  const parsed = parsePythonLiteral(text.slice(at, end < 0 ? text.length : end).trimEnd());
  return parsed.ok ? parsed.value : null;
};

/**
 * `run_instance.log` of SWE-bench 2 and of its Java kin: the report is printed as a Python literal (read by a grammar,
 * never evaluated), then `Result for <id>: resolved: True`. `text` may be the log's end alone. Null where neither stands.
 */
export const readPrintedReport = (text: string, place: ReportPlace): FoundReport | null => {
  const document = dictIn(text);
  if (swebenchReport.matches(document, place)) return { ...swebenchReport.read(document, place), format };
  const line = [...text.matchAll(RESULT)].at(-1);
  if (line?.[1] === undefined) return null;
  const reading = new ReportReading(place.name);
  reading.add(result(line[1], outcomeOfFlag(line[2] === 'True'), 'Result for'));
  return reading.done(format, 'SWE-bench', 'instance');
};
