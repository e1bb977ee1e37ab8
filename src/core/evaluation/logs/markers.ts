/** The harness's own marks around the test section; they stand in the shell's trace (`+ : '>>>>> Start Test Output'`). */
export const START_MARKER = '>>>>> Start Test Output';
export const END_MARKER = '>>>>> End Test Output';

/** What all marks and codes of the harness begin with. */
export const HARNESS_MARK = '>>>>> ';
