import { blankStep } from '../../blank';
import { booleanAt, isFields, listAt, textAt, timeAt, valueAt } from '../../fields';
import type { Call, Notice, Observation, Step } from '../../step';
import type { RawRecord, StepGroup } from '../../trajectoryFormat';
import { observationOf } from '../stepParts';
import { functionTextCalls, nativeCalls } from './calls';
import { contentOf } from './content';

const resultOf = (record: RawRecord): Observation =>
  observationOf({
    callId: textAt(record.value, 'tool_call_id') ?? textAt(record.value, 'tool_call_ids', 0),
    text: contentOf(valueAt(record.value, 'content')).text,
  });

const reasoningOf = (message: unknown): Step['reasoning'] => {
  const plain = textAt(message, 'reasoning_content') ?? textAt(message, 'reasoning');
  const blocks = listAt(message, 'thinking_blocks');
  const text = plain ?? (blocks.length > 0 ? blocks.map((block) => textAt(block, 'thinking') ?? '').join('') : null);
  const encrypted = blocks.some((block) => textAt(block, 'type') === 'redacted_thinking');
  return text === null ? null : { text, encrypted };
};

const roleOf = (message: unknown): Step['role'] => {
  const role = textAt(message, 'role');
  if (role === 'system' || role === 'developer') return 'system';
  return role === 'assistant' ? 'agent' : 'user';
};

const demo: Notice = {
  kind: 'copied-context',
  text: 'A demonstration that the model was shown; nothing of it was run here.',
};

/** Whether a message is what a call gave back by its role alone. */
export const isResult = (message: unknown): boolean => {
  const role = textAt(message, 'role');
  return role === 'tool' || role === 'function';
};

const unreadNotice = (record: RawRecord): readonly Notice[] => {
  if (record.broken !== null) return [{ kind: 'not-read', text: record.broken }];
  return isFields(record.value) ? [] : [{ kind: 'not-read', text: 'This element is no message.' }];
};

/** Calls of a message: its own, else those that stand in its text. */
export const callsOfMessage = (message: unknown): readonly Call[] => {
  const calls = nativeCalls(message);
  return calls.length > 0 ? calls : functionTextCalls(contentOf(valueAt(message, 'content')).text);
};

/**
 * A step of messages with `role` and `content`: the first is what was said, those after it what its calls gave back.
 * `callsOf` reads the calls of an assistant's message.
 */
export const buildMessageStep = (
  group: StepGroup,
  idx: number,
  callsOf: (message: unknown) => readonly Call[] = callsOfMessage,
): Step => {
  const step = blankStep(group, idx);
  const [first, ...results] = group.records;
  if (first === undefined) return step;
  const message = first.value;
  const content = contentOf(valueAt(message, 'content'));
  const role = roleOf(message);
  const result = isResult(message);
  return {
    ...step,
    role,
    startedAt: timeAt(message, 'timestamp'),
    thought: result ? '' : content.text,
    reasoning: role === 'agent' ? reasoningOf(message) : null,
    calls: role === 'agent' ? callsOf(message) : [],
    observations: (result ? group.records : results).map(resultOf),
    notices: [
      ...(booleanAt(message, 'is_demo') ? [demo] : []),
      ...group.records.flatMap(unreadNotice),
      ...content.notices,
    ],
  };
};
