import type { Instance } from '../instance/instance';

/** What grading and the choice of a log parser need of an instance; some rule sets look into `extra` as well. */
export type GradedInstance = Pick<
  Instance,
  'id' | 'repo' | 'version' | 'failToPass' | 'passToPass' | 'logParser' | 'evalType'
> &
  Partial<Pick<Instance, 'benchmark' | 'extra' | 'labels'>>;
