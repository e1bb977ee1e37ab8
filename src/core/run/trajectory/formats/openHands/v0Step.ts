import { numberAt, textAt, timeAt, valueAt } from '../../fields';
import type { Call, Notice, Observation, Step } from '../../step';
import type { StepGroup } from '../../trajectoryFormat';
import { stepOf } from '../stepParts';
import {
  actionOf,
  argsOf,
  callOfAction,
  eventsOf,
  observationKind,
  observationOfEvent,
  reasoningOf,
  responseUsage,
  thoughtOf,
} from './v0Event';

const editing = new Set(['edit', 'write']);

const filesOf = (actions: readonly unknown[]): readonly string[] => [
  ...new Set(
    actions
      .filter((event) => editing.has(actionOf(event) ?? '') && textAt(argsOf(event), 'command') !== 'view')
      .flatMap((event) => textAt(argsOf(event), 'path') ?? []),
  ),
];

const noticesOf = (group: StepGroup, events: readonly unknown[]): readonly Notice[] => [
  ...(group.facts['formatError'] === true
    ? [{ kind: 'format-error', text: 'The reply that this answers was not kept, nor its tokens.' } as const]
    : []),
  ...events.flatMap((event): Notice[] => {
    if (actionOf(event) === 'condensation') {
      return [
        { kind: 'condensation', text: textAt(argsOf(event), 'summary') ?? 'Events were left out of the context.' },
      ];
    }
    if (actionOf(event) !== null || observationKind(event) !== null) return [];
    return [{ kind: 'not-read', text: 'Neither an action nor an observation; the raw bytes have it.' }];
  }),
];

/** Time between the action and its observation, where there is one of each. */
const environmentMs = (actions: readonly unknown[], observations: readonly unknown[]): number | null => {
  if (actions.length !== 1 || observations.length !== 1) return null;
  const from = timeAt(actions[0], 'timestamp');
  const to = timeAt(observations[0], 'timestamp');
  return from === null || to === null || to < from ? null : to - from;
};

/** Several actions of one reply hold that reply each: its text and tokens are taken once. */
export const openHandsV0Step = (group: StepGroup, idx: number): Step => {
  const events = group.records.flatMap((record) => (record.broken === null ? eventsOf(record.value) : []));
  const actions = events.filter((event) => actionOf(event) !== null);
  const seen = events.filter((event) => actionOf(event) === null && observationKind(event) !== null);
  const times = events.map((event) => timeAt(event, 'timestamp')).filter((time) => time !== null);
  const reasoning = reasoningOf(actions[0]);
  return stepOf(group, idx, {
    startedAt: times[0] ?? null,
    endedAt: times.at(-1) ?? null,
    modelMs: numberAt(valueAt(group.facts, 'modelMs')),
    environmentMs: environmentMs(actions, seen),
    thought: actions
      .map(thoughtOf)
      .filter((text, at, all) => text !== '' && all.indexOf(text) === at)
      .join('\n\n'),
    reasoning: reasoning === null ? null : { text: reasoning, encrypted: false },
    calls: actions.flatMap((event): Call[] => {
      const call = group.facts['role'] === 'agent' ? callOfAction(event) : null;
      return call === null ? [] : [call];
    }),
    observations: seen.map((event): Observation => observationOfEvent(event)),
    usage: responseUsage(actions[0]),
    filesTouched: filesOf(actions),
    notices: noticesOf(group, events),
  });
};
