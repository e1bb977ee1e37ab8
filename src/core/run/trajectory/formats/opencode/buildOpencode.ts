import { blankStep } from '../../blank';
import { callKindOf } from '../../callKind';
import { listAt, numberAt, textAt, timeAt, valueAt } from '../../fields';
import type { Call, Notice, Observation, RecordedEdit, Step } from '../../step';
import type { StepGroup } from '../../trajectoryFormat';
import { jsonText } from '../jsonText';
import { sumKnown } from '../usageSum';
import { addUsage, opencodeCost, opencodeTokens } from './tokens';

const isOf = (type: string) => (part: unknown) => textAt(part, 'type') === type;

const callOf = (part: unknown): Call => {
  const name = textAt(part, 'tool') ?? '';
  const args = valueAt(part, 'state', 'input') ?? null;
  const parseError = args === null ? 'no input' : null;
  return { id: textAt(part, 'callID'), name, kind: callKindOf(name, args), args, rawArgs: jsonText(args), parseError };
};

/** What a tool gave; nothing while it runs. */
const observationsOf = (part: unknown): readonly Observation[] => {
  const status = textAt(part, 'state', 'status');
  const text = textAt(part, 'state', 'output') ?? textAt(part, 'state', 'error');
  if (text === null && status !== 'error') return [];
  const exitCode = numberAt(part, 'state', 'metadata', 'exit');
  const failed = status === 'error' || (exitCode !== null && exitCode !== 0);
  const isError = failed ? true : status === null ? null : false;
  const shown = { shownChars: null, totalChars: null, timedOut: null };
  return [{ callId: textAt(part, 'callID'), text: text ?? '', exitCode, isError, ...shown }];
};

const editOf = (part: unknown): RecordedEdit | null => {
  const diff = valueAt(part, 'state', 'metadata', 'filediff');
  const [path, after] = [textAt(diff, 'file'), textAt(diff, 'after')];
  if (path === null || after === null) return null;
  return { callId: textAt(part, 'callID'), path, before: textAt(diff, 'before'), after, hunks: [] };
};

/** Texts, and the files that were given along. */
const textOfParts = (parts: readonly unknown[]): string =>
  parts
    .filter((part) => isOf('text')(part) || isOf('file')(part))
    .map((part) => textAt(part, 'text') ?? `[file: ${textAt(part, 'filename') ?? textAt(part, 'url') ?? 'unnamed'}]`)
    .join('\n');

/** The words of an error: its name and what it says. */
const errorText = (error: unknown): string =>
  [textAt(error, 'name'), textAt(error, 'data', 'message') ?? textAt(error, 'message')]
    .filter((text) => text !== null)
    .join(': ') || jsonText(error);

const noticesOf = ({ facts }: StepGroup, message: unknown, parts: readonly unknown[]): readonly Notice[] => {
  const words = textAt(facts, 'unread');
  if (words !== null) return [{ kind: 'not-read', text: words }];
  const compacted = parts.some(isOf('compaction')) || valueAt(message, 'summary') === true;
  const error = valueAt(message, 'error') ?? null;
  const errors = [...parts.filter(isOf('retry')).map((part) => valueAt(part, 'error')), ...(error ? [error] : [])];
  return [
    ...(compacted ? [{ kind: 'compaction', text: 'What went before was replaced by a summary' } as const] : []),
    ...errors.map((one): Notice => ({ kind: 'missing-reply', text: errorText(one) })),
  ];
};

/** Milliseconds that tools ran, as far as they say; null where none does. */
const toolTime = (tools: readonly unknown[]): number | null =>
  sumKnown(
    ...tools.map((part) => {
      const [start, end] = [numberAt(part, 'state', 'time', 'start'), numberAt(part, 'state', 'time', 'end')];
      return start === null || end === null ? null : end - start;
    }),
  );

/** A step from the file of a message and those of its parts. */
export const buildOpencode = (group: StepGroup, idx: number): Step => {
  const [message, ...parts] = group.records.map(({ value }) => value);
  const tools = parts.filter(isOf('tool'));
  const finishes = parts.filter(isOf('step-finish'));
  const steps = addUsage(finishes.map(opencodeTokens).filter((usage) => usage !== null));
  const edits = tools.map(editOf).filter((edit) => edit !== null);
  const patched = parts.filter(isOf('patch')).flatMap((part) => listAt(part, 'files'));
  const files = [...patched, ...edits.map(({ path }) => path)].filter((path) => typeof path === 'string');
  const reasoning = parts.filter(isOf('reasoning')).map((part) => textAt(part, 'text') ?? '');
  const times = parts.flatMap((part) => [timeAt(part, 'state', 'time', 'end'), timeAt(part, 'time', 'end')]);
  const ended = times.filter((time) => time !== null).at(-1) ?? null;
  const role = group.facts['role'];
  return {
    ...blankStep(group, idx),
    startedAt: timeAt(message, 'time', 'created'),
    endedAt: timeAt(message, 'time', 'completed') ?? ended,
    environmentMs: toolTime(tools),
    role: role === 'agent' || role === 'user' ? role : 'system',
    thought: textOfParts(parts),
    reasoning: reasoning.length === 0 ? null : { text: reasoning.join('\n'), encrypted: false },
    calls: tools.map(callOf),
    observations: tools.flatMap(observationsOf),
    recordedEdits: edits,
    usage: steps ?? opencodeTokens(message),
    costUsd:
      opencodeCost(message) ?? finishes.reduce<number | null>((sum, each) => sumKnown(sum, opencodeCost(each)), null),
    filesTouched: [...new Set(files)],
    notices: noticesOf(group, message, parts),
  };
};
