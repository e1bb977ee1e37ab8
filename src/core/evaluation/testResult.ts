/** All of them, in the order in which counts name them. */
export const testStatuses = ['PASSED', 'FAILED', 'SKIPPED', 'ERROR', 'XFAIL', 'OTHER'] as const;

/**
 * Status of one test as its framework printed it. `OTHER`: a word that only begins with a status (`ERROR:` in pytest's
 * `ERROR: file or directory not found`). The harness counts such a line as a result and then puts the test into
 * neither list, so it is kept. XPASS and others that a parser does not know are left out.
 */
export type TestStatus = (typeof testStatuses)[number];

/** One result read from a log, with its evidence. */
export interface TestResult {
  readonly status: TestStatus;
  /** 1-based line of the log that decided it. */
  readonly line: number;
  /** Half-open byte range of that line in the log, without its line end. */
  readonly start: number;
  readonly end: number;
}

/** Results by test id (the id's own bytes; a later result of the same id replaces an earlier one, as in the harness). */
export type TestResults = ReadonlyMap<string, TestResult>;
