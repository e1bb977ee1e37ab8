import { stepWith } from '../../blank';
import { numberAt, textAt, timeAt, valueAt } from '../../fields';
import type { Call, Notice, NoticeKind, Observation, RecordedEdit, Step, Usage } from '../../step';
import type { RawRecord, StepGroup } from '../../trajectoryFormat';
import { jsonText } from '../jsonText';
import { blocksOf, callOf, isCall, isResult, observationOf, reasoningOf, textOf, usageOf } from './content';
import { recordedEditOf } from './recordedEdits';

const roles = new Set<unknown>(['user', 'system']);

const times = (records: readonly RawRecord[]): readonly number[] =>
  records.map(({ value }) => timeAt(value, 'timestamp')).filter((time) => time !== null);

const isSaid = ({ value }: RawRecord): boolean => textAt(value, 'type') === 'assistant';

const blocks = ({ value }: RawRecord): readonly unknown[] => blocksOf(valueAt(value, 'message')) ?? [];

/** What a line holds that answers a call: its results, and texts that came with them. */
const observationsOf = (record: RawRecord): readonly Observation[] => {
  const all = blocks(record);
  const results = all.filter(isResult).map(observationOf);
  if (isSaid(record)) return results;
  const rest = textOf(all);
  if (rest === '') return results;
  const base = { callId: null, shownChars: null, totalChars: null, exitCode: null, isError: null, timedOut: null };
  return [...results, { ...base, text: rest }];
};

const editsOf = (record: RawRecord): readonly RecordedEdit[] => {
  const result = valueAt(record.value, 'toolUseResult') ?? valueAt(record.value, 'tool_use_result');
  const callId = blocks(record)
    .map((block) => textAt(block, 'tool_use_id'))
    .find((id) => id !== null);
  const edit = recordedEditOf(result, callId ?? null);
  return edit === null ? [] : [edit];
};

/** Files that the calls edited and no answer denies. */
const filesOf = (
  calls: readonly Call[],
  observations: readonly Observation[],
  edits: readonly RecordedEdit[],
): string[] => {
  const failed = new Set(observations.filter(({ isError }) => isError === true).map(({ callId }) => callId));
  const named = calls
    .filter(({ id, kind }) => kind === 'edit' && (id === null || !failed.has(id)))
    .map(({ args }) => textAt(args, 'file_path') ?? textAt(args, 'notebook_path'));
  return [...new Set([...named, ...edits.map(({ path }) => path)])].filter((path) => path !== null);
};

const lastUsage = (said: readonly RawRecord[]): Usage | null =>
  said.map(({ value }) => usageOf(valueAt(value, 'message'))).findLast((usage) => usage !== null) ?? null;

/** The words of a line that is no message: what it says, its error, or its attachment's. */
const wordsOf = (value: unknown): string =>
  textAt(value, 'content') ??
  textAt(value, 'attachment', 'content') ??
  textAt(value, 'attachment', 'stderr') ??
  textAt(value, 'attachment', 'prompt') ??
  textAt(value, 'error') ??
  textAt(value, 'error', 'message') ??
  jsonText(valueAt(value, 'error') ?? valueAt(value, 'compactMetadata') ?? '').replace(/^""$/, '');

const noticesOf = ({ facts, records }: StepGroup): readonly Notice[] => {
  const kind = textAt(facts, 'notice') as NoticeKind | null;
  const first = records[0];
  if (kind === null || first === undefined) return [];
  const said = textAt(facts, 'words') ?? (textOf(blocks(first)) || wordsOf(first.value));
  return [{ kind, text: said }];
};

/** What a step that is no turn of the model says. */
const toldBy = (record: RawRecord): string => {
  const found = blocksOf(valueAt(record.value, 'message'));
  if (found !== null) return textOf(found);
  return textAt(record.value, 'type') === null ? '' : wordsOf(record.value);
};

/** A step of a Claude Code session or stream, from its lines: those of one message and the answers to its calls. */
export const buildClaudeStep = (group: StepGroup, idx: number): Step => {
  const { records, facts } = group;
  const spokenIn = records.filter(isSaid);
  const span = times(records);
  const notices = noticesOf(group);
  const parentStep = numberAt(facts, 'parentStep');
  const [startedAt, endedAt] = [span[0] ?? null, span.at(-1) ?? null];
  const role = facts['role'];
  if (roles.has(role)) {
    const answers = facts['answers'] === true;
    const observations = answers ? records.flatMap(observationsOf) : [];
    const inNotice = notices.length > 0 && textAt(facts, 'words') === null;
    const thought = answers || inNotice || facts['notice'] === 'not-read' ? '' : records.map(toldBy).join('\n');
    const edits = answers ? records.flatMap(editsOf) : [];
    const said = role === 'user' ? 'user' : 'system';
    const own = { parentStep, startedAt, endedAt, notices };
    return stepWith(group, idx, { ...own, role: said, thought, observations, recordedEdits: edits });
  }
  const spoken = spokenIn.flatMap(blocks);
  const calls = spoken.filter(isCall).map(callOf);
  const observations = records.flatMap(observationsOf);
  const recordedEdits = records.flatMap(editsOf);
  return stepWith(group, idx, {
    parentStep,
    startedAt,
    endedAt,
    notices,
    thought: textOf(spoken),
    reasoning: reasoningOf(spoken),
    calls,
    observations,
    recordedEdits,
    usage: lastUsage(spokenIn),
    filesTouched: filesOf(calls, observations, recordedEdits),
  });
};
