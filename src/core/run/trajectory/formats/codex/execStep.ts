import { isFields, listAt, numberAt, textAt, valueAt } from '../../fields';
import type { Call, Notice, Observation, Step } from '../../step';
import type { StepGroup } from '../../trajectoryFormat';
import { callOf, observationOf, shownValue, stepOf } from '../stepParts';

/** The kind of an item; older versions call it `item_type`, and the agent's words `assistant_message`. */
export const itemType = (item: unknown): string => textAt(item, 'type') ?? textAt(item, 'item_type') ?? '';

const words = new Set(['agent_message', 'assistant_message']);
export const isWords = (type: string): boolean => words.has(type) || type === 'reasoning';

/** Fields of an item that are not what was asked for, but its state or its answer. */
const answers = new Set(['id', 'type', 'item_type', 'status', 'aggregated_output', 'exit_code', 'result', 'error']);

const argsOf = (item: unknown): unknown => {
  const given = valueAt(item, 'arguments');
  if (given !== undefined) return given;
  return isFields(item) ? Object.fromEntries(Object.entries(item).filter(([key]) => !answers.has(key))) : null;
};

const callOfItem = (item: unknown): Call => {
  const type = itemType(item);
  const kind = type === 'todo_list' ? 'think' : type === 'collab_tool_call' ? 'spawn' : undefined;
  return callOf(textAt(item, 'id'), textAt(item, 'tool') ?? (type === '' ? 'tool' : type), argsOf(item), kind);
};

const answerText = (item: unknown): string | null => {
  const text = textAt(item, 'aggregated_output') ?? textAt(item, 'error', 'message');
  if (text !== null) return text;
  const result = valueAt(item, 'result', 'content') ?? valueAt(item, 'result');
  return result === undefined || result === null ? null : shownValue(result);
};

const failing: ReadonlyMap<string, boolean> = new Map([
  ['completed', false],
  ['failed', true],
  ['declined', true],
]);

const observationOfItem = (item: unknown): readonly Observation[] => {
  const text = answerText(item);
  const exitCode = numberAt(item, 'exit_code');
  const isError = exitCode === null ? failing.get(textAt(item, 'status') ?? '') : exitCode !== 0;
  if (text === null && exitCode === null && isError === undefined) return [];
  return [observationOf({ callId: textAt(item, 'id'), text: text ?? '', exitCode, isError: isError ?? null })];
};

const filesOf = (item: unknown): readonly string[] =>
  itemType(item) === 'file_change' ? listAt(item, 'changes').flatMap((change) => textAt(change, 'path') ?? []) : [];

const problemOf = (value: unknown): string =>
  textAt(value, 'message') ?? textAt(value, 'error', 'message') ?? textAt(value, 'error') ?? '';

const noticesOf = (events: readonly unknown[]): readonly Notice[] =>
  events.flatMap((event): Notice[] => {
    if (isFields(valueAt(event, 'item'))) return [];
    const type = textAt(event, 'type') ?? 'none';
    if (type === 'error' || type === 'turn.failed') return [];
    return [{ kind: 'not-read', text: `A line of kind "${type}", which is not known; the raw bytes have it.` }];
  });

/** The last state of each item, in the order in which they began. */
const itemsOf = (events: readonly unknown[]): readonly unknown[] => {
  const items = new Map<unknown, unknown>();
  for (const event of events) {
    const item = valueAt(event, 'item');
    if (isFields(item)) items.set(textAt(item, 'id') ?? item, item);
  }
  return [...items.values()];
};

/** A step of `exec --json`: what the agent said, and the items that it then began. */
export const codexExecStep = (group: StepGroup, idx: number): Step => {
  const events = group.records.flatMap(({ broken, value }) => (broken === null ? [value] : []));
  const items = itemsOf(events);
  const texts = (of: (type: string) => boolean): string =>
    items
      .filter((item) => of(itemType(item)))
      .map((item) => textAt(item, 'text') ?? '')
      .join('\n\n');
  const problems = [
    ...items.filter((item) => itemType(item) === 'error'),
    ...events.filter((event) => problemOf(event) !== ''),
  ];
  const calls = items.filter((item) => !isWords(itemType(item)) && itemType(item) !== 'error');
  const reasoning = texts((type) => type === 'reasoning');
  const said = [texts((type) => words.has(type)), ...problems.map(problemOf)].filter((text) => text !== '');
  return stepOf(group, idx, {
    thought: said.join('\n\n'),
    reasoning: reasoning === '' ? null : { text: reasoning, encrypted: false },
    calls: calls.map(callOfItem),
    observations: calls.flatMap(observationOfItem),
    filesTouched: [...new Set(calls.flatMap(filesOf))],
    notices: noticesOf(events),
  });
};
