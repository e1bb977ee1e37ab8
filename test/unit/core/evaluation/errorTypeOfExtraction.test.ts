import { expect, test } from 'vitest';
import {
  countExtractionFailures,
  errorTypeByExtraction,
  extractionFinding,
} from '../../../../src/core/evaluation/errorTypeOfExtraction';

const row = (extraction: unknown) => ({ instance_id: 'i', extraction });
const noBlock = row({ extractor: 'last-fence', version: 1, status: 'failed', fault: 'no-block', say: 'No block.' });
const indented = row({ status: 'extracted', indentation: { line: 2, say: 'unexpected indent' } });

test('a reply without an answer is not run, whatever its empty patch says', () => {
  const finding = extractionFinding(noBlock) ?? undefined;
  const found = errorTypeByExtraction(finding, { kind: 'none', reason: 'empty' });
  expect(found).toMatchObject({ type: 'not-run', rule: 'extraction failed (no-block): No block.' });
});

test('code that Python refuses is of the type indentation once it did not pass', () => {
  const finding = extractionFinding(indented) ?? undefined;
  expect(errorTypeByExtraction(finding, { kind: 'unresolved', reason: 'tests' })?.type).toBe('indentation');
  expect(errorTypeByExtraction(finding, { kind: 'resolved' })).toBeNull();
  expect(errorTypeByExtraction(finding, null)).toBeNull();
});

test('rows of others say nothing, and are never counted', () => {
  const rows = [noBlock, indented, {}, { extraction: 'x' }, { extraction: { status: 'failed' } }, null];
  expect(countExtractionFailures(rows.map(extractionFinding))).toEqual({
    failed: 2,
    byFault: { 'no-block': 1, unknown: 1 },
  });
});
