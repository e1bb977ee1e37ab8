import type { GradedInstance } from '../../../../../src/core/evaluation/gradedInstance';
import type { LogEvidence } from '../../../../../src/core/evaluation/rules/ruleSet';
import type { TestResult, TestStatus } from '../../../../../src/core/evaluation/testResult';

export const row = (changes: Partial<GradedInstance> = {}): GradedInstance => ({
  id: 'o__r-1',
  repo: 'o/r',
  version: null,
  failToPass: ['f'],
  passToPass: ['p'],
  logParser: 'tap',
  evalType: null,
  ...changes,
});

export const patch = { isNone: false, exists: true };

/** Results in order, one a line of ten bytes. */
const results = (statuses: Readonly<Record<string, TestStatus>>): Map<string, TestResult> =>
  new Map(
    Object.entries(statuses).map(([name, status], index) => [
      name,
      { status, line: index + 1, start: index * 10, end: index * 10 + 9 },
    ]),
  );

/** A log that was read without any obstacle. */
export const evidence = (
  statuses: Readonly<Record<string, TestStatus>>,
  changes: Partial<LogEvidence> = {},
): LogEvidence => {
  const read = results(statuses);
  return {
    parser: 'tap',
    results: read,
    resultCount: read.size,
    anyFailure: Object.values(statuses).some((status) => status === 'FAILED' || status === 'ERROR'),
    missingMarker: null,
    whole: false,
    badCode: null,
    timeOutSeconds: null,
    exitCode: null,
    runnerRan: read.size > 0,
    ...changes,
  };
};
