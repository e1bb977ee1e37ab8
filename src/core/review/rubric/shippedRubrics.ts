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
