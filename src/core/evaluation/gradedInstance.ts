import type { Instance } from '../instance/instance';

/** What grading and the choice of a log parser need of an instance. */
export type GradedInstance = Pick<
  Instance,
  'id' | 'repo' | 'version' | 'failToPass' | 'passToPass' | 'logParser' | 'evalType'
>;
