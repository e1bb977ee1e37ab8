/** Every field of an instance that a benchmark may lack, as unknown. */
export const emptyInstance = {
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
} as const;
