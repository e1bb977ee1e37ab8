import { titleOf } from '../dataset/summaryRow';
import type { Instance } from '../instance/instance';
import type { InstanceSummary } from './catalogue';

/** What a list needs of an instance. */
export const summaryOf = (instance: Instance): InstanceSummary => ({
  id: instance.id,
  repo: instance.repo,
  title: titleOf(instance.statement),
});
