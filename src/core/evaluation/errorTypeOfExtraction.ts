import { extractedIndentation, extractionFailure } from '../run/agent/singleTurn/answerRecord';
import type { ErrorFinding } from './errorType';
import type { Outcome } from './outcome';

/** How the rule of such a finding begins. */
export const extractionRule = 'extraction failed';

/** What a prediction's row says of how its answer was taken out of a reply. */
export type ExtractionFinding =
  /** Nothing could be taken: there is no answer that could be right or wrong. */
  | { readonly kind: 'failed'; readonly fault: string; readonly say: string }
  /** Code that Python refuses before it runs anything. */
  | { readonly kind: 'indentation'; readonly line: number; readonly say: string };

/** Null: the row says nothing of it, or that all went well. */
export const extractionFinding = (row: unknown): ExtractionFinding | null => {
  const failure = extractionFailure(row);
  if (failure !== null) return { kind: 'failed', ...failure };
  const indentation = extractedIndentation(row);
  return indentation === null ? null : { kind: 'indentation', ...indentation };
};

/**
 * The error type that the extraction alone decides, before outcome and log: where nothing could be taken, "not run"; where
 * the tests did not pass and Python would have refused the code for its indentation, that. Null: ask outcome and log.
 */
export const errorTypeByExtraction = (
  finding: ExtractionFinding | undefined,
  outcome: Outcome | null,
): ErrorFinding | null => {
  if (finding?.kind === 'failed')
    return { type: 'not-run', rule: `${extractionRule} (${finding.fault}): ${finding.say}`, line: null, text: null };
  if (finding?.kind !== 'indentation' || outcome?.kind === 'resolved' || outcome?.kind === 'scored') return null;
  const rule = `the shape of the code, line ${finding.line}: ${finding.say}`;
  return outcome === null ? null : { type: 'indentation', rule, line: null, text: null };
};

/** How many answers failed at the extraction, by why: told apart from wrong ones and from empty patches. */
export const countExtractionFailures = (
  findings: readonly (ExtractionFinding | null | undefined)[],
): { readonly failed: number; readonly byFault: Readonly<Record<string, number>> } => {
  const byFault: Record<string, number> = {};
  for (const finding of findings)
    if (finding?.kind === 'failed') byFault[finding.fault] = (byFault[finding.fault] ?? 0) + 1;
  return { failed: Object.values(byFault).reduce((sum, count) => sum + count, 0), byFault };
};
