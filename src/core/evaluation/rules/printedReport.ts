import { parsePythonLiteral } from '../../shared/pythonLiteral';
import { err, ok, type Result } from '../../shared/result';

export interface PrintedReport {
  readonly document: unknown;
  /** 1-based line on which it is printed. */
  readonly line: number;
}

const MARK = ' - INFO - report: {';
const LONGEST_STAMP = 40;
const STAMP = /\n\d{4}-\d\d-\d\d[\d :.,TZ]*$/;

/**
 * Where the last report begins that the harness itself prints, at its brace; -1 where there is none. Its line begins with
 * the time: the log quotes the patch too, and a line of a patch may hold a report of its own.
 */
export const printedReportAt = (log: string): number => {
  for (let at = log.lastIndexOf(MARK); at > 0; at = log.lastIndexOf(MARK, at - 1)) {
    const before = at > LONGEST_STAMP ? log.slice(at - LONGEST_STAMP - 1, at) : `\n${log.slice(0, at)}`;
    if (STAMP.test(before)) return at + MARK.length - 1;
  }
  return -1;
};

/**
 * The report that a harness of the SWE-bench family prints into `run_instance.log` as a Python dict, the last one
 * where there are several. It is read by our own grammar of literals, never evaluated. An error says what is wrong.
 */
export const printedReport = (log: string): Result<PrintedReport, string> => {
  const from = printedReportAt(log);
  if (from === -1) return err('it prints no report');
  const end = log.indexOf('\n', from);
  const literal = parsePythonLiteral(log.slice(from, end === -1 ? undefined : end).replace(/\r$/, ''));
  if (!literal.ok) return err(`the report that it prints can't be read: ${literal.error}`);
  return ok({ document: literal.value, line: log.slice(0, from).split('\n').length });
};
