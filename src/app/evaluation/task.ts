import type { EvaluationKey } from '../../core/evaluation/record';
import type { JobRef } from '../../core/run/container/engine';
import type { FoundJob } from '../../core/run/container/foundJob';
import { itemName } from '../../core/run/schedule/runBoard';
import type { RunItemKey } from '../../core/run/schedule/runProgress';
import type { ScheduledItem } from '../../core/run/schedule/schedule';
import type { EvaluateRequest, EvaluationItem } from './request';

/** One evaluation of a run: an item in one of its repeats. */
export interface Task extends ScheduledItem {
  readonly key: EvaluationKey;
  readonly item: EvaluationItem;
  /** Unique among those of the call. */
  readonly name: string;
  /** How often it was tried and the machinery failed. */
  failures: number;
  /** Jobs of it that the engine still has from an earlier process, or from before the engine went away. */
  found: readonly FoundJob[];
  /** Its job of this process, where it was not removed. */
  left: JobRef | null;
}

const runIdOfItem = (request: Pick<EvaluateRequest, 'runId'>, item: EvaluationItem): string =>
  item.runId ?? request.runId;

/** All evaluations that are asked for, first repeats first. */
export const tasksOf = (request: EvaluateRequest): Task[] => {
  const { cpus, memoryBytes } = request.limits;
  return Array.from({ length: Math.max(1, request.repeats) }, (_, index) => index + 1).flatMap((repeat) =>
    request.items.map((item): Task => {
      const key = { runId: runIdOfItem(request, item), model: item.model, instanceId: item.instance.id, repeat };
      return {
        key,
        item,
        name: `${key.runId} ${itemName(key)}`,
        instanceId: key.instanceId,
        repeat,
        cost: { cpus, memoryBytes },
        failures: 0,
        found: [],
        left: null,
      };
    }),
  );
};

/** Every run that the call writes, its own first. */
export const runIdsOf = (request: EvaluateRequest): readonly string[] => {
  const ids = new Set(request.items.map((item) => runIdOfItem(request, item)));
  return [...ids].sort((a, b) => Number(b === request.runId) - Number(a === request.runId));
};

export const isKeyOf = (key: RunItemKey, { key: own }: Task): boolean =>
  own.instanceId === key.instanceId && own.model === key.model && own.repeat === key.repeat;
