import type { Instance } from '../../src/core/instance/instance';

/** An instance of the SWE-bench family that has nothing but its id. */
export const blankInstance = (id: string, changes: Partial<Instance> = {}): Instance => ({
  id,
  benchmark: 'swe-bench',
  format: 'swebench-jsonl',
  repo: null,
  baseCommit: null,
  statement: null,
  hints: null,
  goldPatch: null,
  testPatch: null,
  failToPass: null,
  passToPass: null,
  version: null,
  createdAt: null,
  image: null,
  evalScript: null,
  logParser: null,
  evalType: null,
  labels: {},
  extra: {},
  ...changes,
});
