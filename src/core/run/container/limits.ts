import type { JobLimits } from './engine';

const gibibyte = 1024 ** 3;

/** Defaults of the study file's `backend.limits`. */
export const defaultLimits: JobLimits = {
  memoryBytes: 4 * gibibyte,
  cpus: 2,
  pids: 512,
  fileBytes: 2 * gibibyte,
  diskBytes: 10 * gibibyte,
};

/** The tests' own time-out where nobody says another. */
export const defaultTestTimeoutMs = 1_800_000;

/** How long one way of applying a patch may take, in seconds. */
export const applySeconds = 120;

/** Time for the checkout, which comes before the tests and has no limit of its own. */
const checkoutSeconds = 300;

/**
 * The watchdog's limit for a whole job: checkout, every rung of the ladder, the tests, and the 5 seconds between TERM
 * and KILL; 15 seconds later than all of these, so that the script's own time-out speaks first.
 */
export const jobDeadlineMs = (testTimeoutMs: number, rungs: number): number =>
  testTimeoutMs + (checkoutSeconds + rungs * (applySeconds + 5) + 5 + 15) * 1000;

/** What is kept of one output file; a longer one keeps its head and tail, and that is said. */
export const outputFileBytes = 200 * 1024 ** 2;

/** How many files of a job's output folder are looked at; a longer listing is cut, and that is said. */
export const outputEntries = 1000;

/** How many bytes of a job's output folder are read in all; files full of nothing would keep a reader for hours. */
export const outputFolderBytes = 3 * gibibyte;
