import { parserFor } from '../logs/registry';
import { LogReader, type ReadLog } from '../logs/scanner/readLog';
import { ruleSetOf } from '../rules/registry';
import type { Grade, GradeInput, GradeRequest } from './grade';
import { withNearResults } from './nearResults';
import { withoutRepeats } from './requiredTests';
import { warningsOf } from './warnings';

const readerFor = ({ instance, rules }: GradeRequest): LogReader =>
  new LogReader({ instance, parser: parserFor(instance, rules), rules: ruleSetOf(rules) });

const gradeOf = ({ instance, rules, patch }: GradeRequest, read: ReadLog): Grade => {
  const { evidence, signs } = read;
  const ruling = ruleSetOf(rules).decide(instance, evidence, patch ?? { isNone: false, exists: true });
  const tests = withNearResults(withoutRepeats(ruling.tests), evidence.results, read.plain);
  return {
    id: instance.id,
    rules,
    parser: evidence.parser,
    outcome: ruling.outcome,
    resolved: ruling.resolved,
    score: ruling.score,
    report: ruling.report,
    tests,
    signs: signs.signs,
    results: ruling.outcome.kind === 'none' ? new Map() : evidence.results,
    rule: ruling.rule,
    reason: ruling.reason,
    warnings: warningsOf({ instance, rules, outcome: ruling.outcome, tests, read }),
  };
};

const piecesOf = (log: GradeInput['log']): readonly Uint8Array[] => {
  if (typeof log === 'string') return [new TextEncoder().encode(log)];
  return log instanceof Uint8Array ? [log] : log;
};

/**
 * Grades an evaluation log in memory by a rule set (`formats.md` B). Never throws, whatever the log holds. Work grows
 * with the log's length.
 */
export const gradeLog = (input: GradeInput): Grade => {
  const reader = readerFor(input);
  const pieces = piecesOf(input.log);
  do for (const piece of pieces) reader.push(piece);
  while (reader.endPass());
  return gradeOf(input, reader.result());
};

/**
 * The same for a log that comes as a stream, however long: memory does not grow with it. `open` is called a second time
 * where the test section gives nothing and the whole log is read. Throws what the stream throws.
 */
export const gradeLogStream = async (request: GradeRequest, open: () => AsyncIterable<Uint8Array>): Promise<Grade> => {
  const reader = readerFor(request);
  do for await (const chunk of open()) reader.push(chunk);
  while (reader.endPass());
  return gradeOf(request, reader.result());
};
