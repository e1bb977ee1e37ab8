/** Ids of the rubrics that come with Touchstone, for study files. */
export const shippedRubrics: readonly string[] = [
  'code-understanding-checklist',
  'configuration-deployment',
  'failure-analysis',
  'patch-review',
  'performance',
  'refactoring',
  'task-quality',
  'test-quality',
];

/** Major version of all of them; a test holds it against the files. */
export const shippedMajor = 1;
