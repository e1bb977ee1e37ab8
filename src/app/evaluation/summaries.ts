import type { EvaluatedItem, EvaluatePorts, EvaluateRequest } from './request';
import { runSummary } from './summary';
import type { Task } from './task';

interface Group {
  readonly runId: string;
  readonly model: string;
  readonly items: EvaluatedItem[];
}

const groupsOf = (items: ReadonlyMap<Task, EvaluatedItem>): readonly Group[] => {
  const groups = new Map<string, Group>();
  for (const [{ key }, item] of items) {
    const runId = key.repeat === 1 ? key.runId : `${key.runId}.r${key.repeat}`;
    const name = JSON.stringify([runId, key.model]);
    const group = groups.get(name) ?? { runId, model: key.model, items: [] };
    groups.set(name, group);
    group.items.push(item);
  }
  return [...groups.values()];
};

const isInfrastructure = ({ outcome }: EvaluatedItem): boolean =>
  outcome.kind === 'none' && outcome.reason === 'infrastructure';

/** Writes the summary of every run, model and repeat; gives their paths. */
export const writeSummaries = async (
  { store }: EvaluatePorts,
  request: EvaluateRequest,
  items: ReadonlyMap<Task, EvaluatedItem>,
): Promise<readonly string[]> => {
  const paths: string[] = [];
  for (const { runId, model, items: own } of groupsOf(items)) {
    const submitted = own.filter((item) => !isInfrastructure(item));
    paths.push(await store.writeSummary(model, runId, runSummary(submitted, request.asked)));
  }
  return paths;
};
