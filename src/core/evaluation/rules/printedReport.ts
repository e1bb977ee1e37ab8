import { parsePythonLiteral } from '../../shared/pythonLiteral';
import { err, ok, type Result } from '../../shared/result';

export interface PrintedReport {
  readonly document: unknown;
  /** 1-based line on which it is printed. */
  readonly line: number;
}

const MARK = ' - INFO - report: {';

/**
 * The report that a harness of the SWE-bench family prints into `run_instance.log` as a Python dict, the last one
 * where there are several. It is read by our own grammar of literals, never evaluated. An error says what is wrong.
 */
export const printedReport = (log: string): Result<PrintedReport, string> => {
  const at = log.lastIndexOf(MARK);
  if (at === -1) return err('it prints no report');
  const from = at + MARK.length - 1;
  const end = log.indexOf('\n', from);
  const literal = parsePythonLiteral(log.slice(from, end === -1 ? undefined : end).replace(/\r$/, ''));
  if (!literal.ok) return err(`the report that it prints can't be read: ${literal.error}`);
  return ok({ document: literal.value, line: log.slice(0, at).split('\n').length });
};
