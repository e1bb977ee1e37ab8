import { isFields, listAt, numberAt, textAt, timeAt, valueAt } from '../../fields';
import type { Notice, NoticeKind, Observation, Step } from '../../step';
import type { StepGroup } from '../../trajectoryFormat';
import { stepOf } from '../stepParts';
import { sumKnown } from '../usageSum';
import { withAttachments } from './attachments';
import { answerObservation, callOfMessage, messageParts, toolObservation } from './inspectMessage';
import { inspectUsage } from './inspectUsage';

/** The values of the records that are a part of this kind, each attachment in its place. */
class GroupValues {
  constructor(private readonly group: StepGroup) {}

  all(part: string): readonly unknown[] {
    const parts = listAt(this.group.facts, 'parts');
    return this.group.records.flatMap((record, index) =>
      parts[index] === part && record.broken === null ? [withAttachments(record.value, this.find)] : [],
    );
  }

  private readonly find = (key: string): string | null => {
    const [index, ...path] = listAt(this.group.facts, 'attachments', key);
    if (typeof index !== 'number') return null;
    return textAt(
      this.group.records[index]?.value,
      ...path.map((part) => (typeof part === 'number' ? part : `${part}`)),
    );
  };
}

const seconds = (value: unknown, ...keys: readonly string[]): number | null => {
  const found = numberAt(value, ...keys);
  return found === null ? null : Math.round(found * 1000);
};

const took = (event: unknown): number | null => {
  const [start, end] = [timeAt(event, 'timestamp'), timeAt(event, 'completed')];
  return seconds(event, 'working_time') ?? (start === null || end === null ? null : Math.max(0, end - start));
};

const missing = (event: unknown, hasMessage: boolean): readonly Notice[] => {
  const error = valueAt(event, 'error') ?? valueAt(event, 'output', 'error');
  const text = typeof error === 'string' ? error : textAt(error, 'message');
  if (text !== null) return [{ kind: 'missing-reply', text }];
  return hasMessage ? [] : [{ kind: 'missing-reply', text: 'The log has no reply of the model here.' }];
};

const modelParts = (event: unknown): Partial<Step> => {
  const message = valueAt(event, 'output', 'choices', 0, 'message');
  const parts = messageParts(message);
  const usage = valueAt(event, 'output', 'usage');
  return {
    ...parts,
    startedAt: timeAt(event, 'timestamp'),
    endedAt: timeAt(event, 'completed'),
    modelMs: seconds(event, 'working_time') ?? seconds(event, 'output', 'time') ?? took(event),
    usage: inspectUsage(usage),
    costUsd: numberAt(usage, 'total_cost'),
    notices: [...missing(event, isFields(message)), ...parts.notices],
  };
};

const kinds: ReadonlySet<string> = new Set<NoticeKind>(['compaction', 'hook', 'not-read']);

const notedIn = (group: StepGroup): readonly Notice[] =>
  listAt(group.facts, 'notices').flatMap((notice) => {
    const [kind, text] = [textAt(notice, 'kind'), textAt(notice, 'text')];
    return kind !== null && text !== null && kinds.has(kind) ? [{ kind: kind as NoticeKind, text }] : [];
  });

const lastEnd = (events: readonly unknown[]): number | null =>
  events.reduce<number | null>((last, event) => {
    const end = timeAt(event, 'completed') ?? timeAt(event, 'timestamp');
    return end !== null && (last === null || end > last) ? end : last;
  }, null);

/** Builds a step of a sample: one call of the model with the calls of tools it made, or what the model was told. */
export const inspectStep = (group: StepGroup, idx: number): Step => {
  const values = new GroupValues(group);
  const [model] = values.all('model');
  const [message] = [...values.all('message'), ...values.all('reply')];
  const tools = values.all('tool');
  const base: Partial<Step> = model === undefined ? messageParts(message) : modelParts(model);
  const observations: readonly Observation[] = [
    ...(base.observations ?? []),
    ...tools.map(toolObservation),
    ...values.all('answer').map(answerObservation),
  ];
  const isAlone = model === undefined && message === undefined;
  return stepOf(group, idx, {
    ...base,
    ...(isAlone ? { calls: tools.map(callOfMessage), startedAt: timeAt(tools[0], 'timestamp') } : {}),
    endedAt: lastEnd(tools) ?? base.endedAt ?? null,
    environmentMs: tools.reduce<number | null>((sum, tool) => sumKnown(sum, took(tool)), null),
    observations,
    notices: [...(base.notices ?? []), ...notedIn(group)],
  });
};
