import type { LineParser } from '../logs/lineParser';
import { LogReader, type ReadLog } from '../logs/scanner/readLog';
import type { EnvironmentSign } from '../report';
import type { RuleSet } from '../rules/ruleSet';
import { type TestResult, type TestStatus, testStatuses } from '../testResult';
import { warningsOfReading } from './warnings';

/** What one parser reads in a log, without an instance: no test is required, so there is no score. */
export interface ParsedLog {
  readonly parser: string;
  /** In the order of their first lines. */
  readonly results: readonly (TestResult & { readonly id: string })[];
  /** Results by status, without those that none has. */
  readonly counts: Partial<Readonly<Record<TestStatus, number>>>;
  readonly signs: readonly EnvironmentSign[];
  readonly warnings: readonly string[];
}

const nobody = { id: '', repo: null, version: null, failToPass: null, passToPass: null } as const;

const read = async (
  parser: LineParser,
  markers: RuleSet['markers'],
  open: () => AsyncIterable<Uint8Array>,
): Promise<ReadLog> => {
  const instance = { ...nobody, logParser: null, evalType: null };
  const reader = new LogReader({ instance, parser, rules: { markers, keeps: 'all' } });
  do for await (const chunk of open()) reader.push(chunk);
  while (reader.endPass());
  return reader.result();
};

const countsOf = (results: readonly TestResult[]): ParsedLog['counts'] =>
  Object.fromEntries(
    testStatuses
      .map((status) => [status, results.filter((result) => result.status === status).length] as const)
      .filter(([, count]) => count > 0),
  );

const placeNotes = ({ evidence: { whole } }: ReadLog, missing: 'start' | 'end' | null): string[] => {
  if (whole) return ['nothing was read between the markers: the whole log was read instead'];
  return missing === null ? [] : [`the log has no ${missing} marker of the test section: the whole log was read`];
};

/**
 * The results of a parser alone, all of them: of the test section where the log has both markers, else of the whole
 * log, which `warnings` says. `open` is called again for each further pass. Throws what the stream throws.
 */
export const parseLogStream = async (parser: LineParser, open: () => AsyncIterable<Uint8Array>): Promise<ParsedLog> => {
  const section = await read(parser, 'required', open);
  const missing = section.evidence.missingMarker;
  const log = missing === null ? section : await read(parser, 'none', open);
  const results = [...log.evidence.results].map(([id, result]) => ({ id, ...result }));
  return {
    parser: parser.name,
    results,
    counts: countsOf(results),
    signs: log.signs.signs,
    warnings: [...placeNotes(log, missing), ...warningsOfReading(log)],
  };
};
