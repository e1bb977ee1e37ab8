import type { Instance } from '../instance/instance';
import type { InstanceSummary } from './catalogue';

/** First line of the statement with text in it, uncut; null where there is none. Markdown marks are left as they are. */
export const titleOf = (statement: string | null): string | null => {
  if (statement === null) return null;
  for (let start = 0; start <= statement.length; ) {
    const found = statement.indexOf('\n', start);
    const end = found < 0 ? statement.length : found;
    const line = statement.slice(start, end).trim();
    if (line !== '') return line;
    start = end + 1;
  }
  return null;
};

/** What a list needs of an instance. */
export const summaryOf = (instance: Instance): InstanceSummary => ({
  id: instance.id,
  repo: instance.repo,
  title: titleOf(instance.statement),
  failToPass: instance.failToPass?.length ?? null,
  passToPass: instance.passToPass?.length ?? null,
});
