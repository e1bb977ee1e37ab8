import { booleanAt, isFields, numberAt, textAt, timeAt, valueAt } from '../../fields';
import type { Call, Notice, Observation, Step } from '../../step';
import type { StepGroup } from '../../trajectoryFormat';
import { callOf, contentText, observationOf, shownValue, stepOf } from '../stepParts';

export const kindOfEvent = (event: unknown): string => textAt(event, 'kind') ?? '';

const observing = new Set(['ObservationEvent', 'AgentErrorEvent', 'UserRejectObservation']);
export const isObservation = (event: unknown): boolean => observing.has(kindOfEvent(event));

const noticeKinds: ReadonlyMap<string, Notice['kind']> = new Map([
  ['Condensation', 'condensation'],
  ['CondensationRequest', 'condensation'],
  ['CondensationSummaryEvent', 'condensation'],
  ['HookExecutionEvent', 'hook'],
]);

const spoken = new Set([
  'SystemPromptEvent',
  'MessageEvent',
  'ActionEvent',
  'ACPToolCallEvent',
  'ConversationErrorEvent',
]);
/** Whether an event is one that a step can be made of. */
const isShown = (event: unknown): boolean =>
  spoken.has(kindOfEvent(event)) || isObservation(event) || noticeKinds.has(kindOfEvent(event));

const thoughtOf = (event: unknown): string => {
  switch (kindOfEvent(event)) {
    case 'ActionEvent':
      return contentText(valueAt(event, 'thought'));
    case 'MessageEvent':
      return contentText(valueAt(event, 'llm_message', 'content'));
    case 'SystemPromptEvent':
      return contentText(valueAt(event, 'system_prompt'));
    case 'ConversationErrorEvent':
      return [textAt(event, 'code'), textAt(event, 'detail')].filter((text) => text !== null).join(': ');
    default:
      return '';
  }
};

const reasoningOf = (event: unknown): Step['reasoning'] => {
  const from = kindOfEvent(event) === 'MessageEvent' ? valueAt(event, 'llm_message') : event;
  const text = textAt(from, 'reasoning_content');
  const encrypted = textAt(from, 'responses_reasoning_item', 'encrypted_content') !== null;
  return text === null && !encrypted ? null : { text, encrypted };
};

const callOfEvent = (event: unknown): Call | null => {
  const id = textAt(event, 'tool_call_id');
  if (kindOfEvent(event) === 'ACPToolCallEvent') {
    return callOf(id, textAt(event, 'title') ?? 'tool', shownValue(valueAt(event, 'raw_input')) || null);
  }
  if (kindOfEvent(event) !== 'ActionEvent') return null;
  const args = textAt(event, 'tool_call', 'arguments') ?? valueAt(event, 'action') ?? null;
  return callOf(id, textAt(event, 'tool_name') ?? textAt(event, 'action', 'kind') ?? 'tool', args);
};

const editing = new Set(['create', 'str_replace', 'insert', 'undo_edit']);
const fileOf = (event: unknown): readonly string[] => {
  const path = editing.has(textAt(event, 'action', 'command') ?? '') ? textAt(event, 'action', 'path') : null;
  return path === null ? [] : [path];
};

/** Code -1 stands for a command that had not ended. */
const exitOf = (observation: unknown): number | null => {
  const code = numberAt(observation, 'exit_code') ?? numberAt(observation, 'metadata', 'exit_code');
  return code === -1 ? null : code;
};

const observationOfEvent = (event: unknown): Observation => {
  const callId = textAt(event, 'tool_call_id');
  const refused = textAt(event, 'error') ?? textAt(event, 'rejection_reason');
  if (refused !== null) return observationOf({ callId, text: refused, isError: true });
  const observation = valueAt(event, 'observation');
  const exitCode = exitOf(observation);
  const isError = booleanAt(observation, 'is_error');
  return observationOf({
    callId,
    text: contentText(valueAt(observation, 'content') ?? valueAt(observation, 'output')),
    exitCode,
    isError: isError === true || exitCode === null ? isError : exitCode !== 0,
    timedOut: booleanAt(observation, 'timeout'),
  });
};

const acpObservation = (event: unknown): readonly Observation[] => {
  if (kindOfEvent(event) !== 'ACPToolCallEvent') return [];
  const text = shownValue(valueAt(event, 'raw_output') ?? valueAt(event, 'content'));
  return [observationOf({ callId: textAt(event, 'tool_call_id'), text, isError: booleanAt(event, 'is_error') })];
};

const noticeOf = (event: unknown): readonly Notice[] => {
  const kind = kindOfEvent(event);
  const notice = noticeKinds.get(kind);
  if (notice !== undefined)
    return [{ kind: notice, text: textAt(event, 'summary') ?? textAt(event, 'hook_event_type') ?? kind }];
  if (kind === 'AgentErrorEvent') return [{ kind: 'format-error', text: textAt(event, 'error') ?? '' }];
  if (isShown(event)) return [];
  return [
    { kind: 'not-read', text: `An event of kind "${kind || 'none'}", which is not known; the raw bytes have it.` },
  ];
};

/** A step of events of one reply, and of what came back. */
export const openHandsV1Step = (group: StepGroup, idx: number): Step => {
  const events = group.records.flatMap(({ broken, value }) => (broken === null ? [value] : []));
  const own = events.filter((event) => !isObservation(event));
  const times = events.map((event) => timeAt(event, 'timestamp')).filter((time) => time !== null);
  return stepOf(group, idx, {
    startedAt: times[0] ?? null,
    endedAt: times.at(-1) ?? null,
    thought: own
      .map(thoughtOf)
      .filter((text, at, all) => text !== '' && all.indexOf(text) === at)
      .join('\n\n'),
    reasoning: own.map(reasoningOf).find((reasoning) => reasoning !== null) ?? null,
    calls: own.flatMap((event) => callOfEvent(event) ?? []),
    observations: [...own.flatMap(acpObservation), ...events.filter(isObservation).map(observationOfEvent)],
    filesTouched: [...new Set(own.flatMap(fileOf))],
    notices: events.flatMap(noticeOf),
  });
};

/** Whether a value is an event of the SDK: tagged by kind, with an id. */
export const isV1Event = (value: unknown): boolean =>
  isFields(value) &&
  textAt(value, 'id') !== null &&
  textAt(value, 'source') !== null &&
  /^(?:[A-Za-z]+Event|Condensation\w*|UserRejectObservation)$/.test(kindOfEvent(value));
