import { textAt, valueAt } from '../../fields';
import type { Call, Observation, Step } from '../../step';
import type { RawRecord, StepGroup } from '../../trajectoryFormat';
import { callOf, observationOf, shownValue, stepOf } from '../stepParts';
import {
  type Attributes,
  attributesOf,
  costOfSpan,
  firstText,
  spanError,
  spanKind,
  spanMs,
  spanTimes,
  usageOfSpan,
} from './span';
import { callsOfMessages, inputMessages, outputMessages, responsesOf, textOfParts } from './spanMessages';

const toolCall = (attributes: Attributes): Call =>
  callOf(
    firstText(attributes, 'gen_ai.tool.call.id'),
    firstText(attributes, 'gen_ai.tool.name') ?? 'tool',
    attributes.get('gen_ai.tool.call.arguments') ?? null,
  );

const toolObservation = (span: unknown, attributes: Attributes): Observation => {
  const error = spanError(span, attributes);
  return observationOf({
    callId: firstText(attributes, 'gen_ai.tool.call.id'),
    text: shownValue(attributes.get('gen_ai.tool.call.result') ?? error ?? ''),
    isError: error !== null,
  });
};

/** Answers that a later call of the model was given, where the tool has no span of its own. */
const laterAnswers = (calls: readonly Call[], record: RawRecord): readonly Observation[] => {
  const asked = new Set(calls.map(({ id }) => id));
  return responsesOf(inputMessages(record.value, attributesOf(record.value)))
    .filter(({ id }) => asked.has(id))
    .map(({ id, text }) => observationOf({ callId: id, text }));
};

const modelStep = (first: RawRecord, attributes: Attributes, rest: readonly RawRecord[]): Partial<Step> => {
  const messages = outputMessages(first.value, attributes);
  const calls = callsOfMessages(messages);
  const tools = rest.filter((record) => spanKind(attributesOf(record.value)) === 'tool');
  const seen = tools.map((record) => toolObservation(record.value, attributesOf(record.value)));
  const answered = new Set(seen.map(({ callId }) => callId));
  const later = rest.filter((record) => !tools.includes(record)).flatMap((record) => laterAnswers(calls, record));
  const reasoning = textOfParts(messages, /^(?:reasoning|thinking)$/);
  const error = spanError(first.value, attributes);
  const times = tools.map((record) => spanMs(record.value)).filter((ms) => ms !== null);
  return {
    thought: [textOfParts(messages, /^text$/), error ?? ''].filter((text) => text !== '').join('\n\n'),
    reasoning: reasoning === '' ? null : { text: reasoning, encrypted: false },
    calls,
    observations: [...seen, ...later.filter(({ callId }) => !answered.has(callId))],
    usage: usageOfSpan(attributes),
    costUsd: costOfSpan(attributes),
    modelMs: spanMs(first.value),
    environmentMs: times.length === 0 ? null : times.reduce((sum, ms) => sum + ms, 0),
  };
};

const listed = (attributes: Attributes): string =>
  [...attributes].map(([key, value]) => `${key}: ${shownValue(value)}`).join('\n');

/** A span of something else: its name, and what it carries. */
const otherStep = (span: unknown, attributes: Attributes): Partial<Step> => {
  const error = spanError(span, attributes);
  const events = valueAt(span, 'events');
  const told = Array.isArray(events)
    ? events.map((event) => [textAt(event, 'name') ?? '', listed(attributesOf(event))])
    : [];
  const text = [listed(attributes), ...told.flat(), error ?? ''].filter((part) => part !== '').join('\n');
  return {
    thought: textAt(span, 'name') ?? '',
    observations: text === '' ? [] : [observationOf({ text, isError: error === null ? null : true })],
  };
};

const inputText = (span: unknown, attributes: Attributes): string => {
  const system = shownValue(attributes.get('gen_ai.system_instructions') ?? '');
  return [system, textOfParts(inputMessages(span, attributes), /^text$/)].filter((text) => text !== '').join('\n\n');
};

const partOf = (group: StepGroup, first: RawRecord, rest: readonly RawRecord[]): Partial<Step> => {
  const attributes = attributesOf(first.value);
  if (group.facts['input'] === true) return { thought: inputText(first.value, attributes) };
  const kind = spanKind(attributes);
  if (kind === 'model') return modelStep(first, attributes, rest);
  if (kind !== 'tool') return otherStep(first.value, attributes);
  return {
    calls: [toolCall(attributes)],
    observations: [toolObservation(first.value, attributes)],
    environmentMs: spanMs(first.value),
  };
};

/** A step of a span of the model and those of its tools, or of a span by itself. */
export const otelStep = (group: StepGroup, idx: number): Step => {
  const [first, ...rest] = group.records;
  if (first === undefined || first.broken !== null) return stepOf(group, idx, {});
  const { from } = spanTimes(first.value);
  const to = spanTimes((rest.at(-1) ?? first).value).to;
  return stepOf(group, idx, { startedAt: from, endedAt: to, ...partOf(group, first, rest) });
};
