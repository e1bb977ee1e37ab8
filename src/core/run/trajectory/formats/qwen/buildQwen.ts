import { blankStep } from '../../blank';
import { fieldsAt, numberAt, textAt, timeAt, valueAt } from '../../fields';
import type { Call, Notice, NoticeKind, Observation, RecordedEdit, Step } from '../../step';
import type { RawRecord, StepGroup } from '../../trajectoryFormat';
import {
  editedFiles,
  geminiCall,
  isCallPart,
  isThought,
  observation,
  partsOf,
  responsesOf,
  textOfParts,
  usageMetadataOf,
} from '../gemini/parts';

const parts = ({ value }: RawRecord): readonly unknown[] => partsOf(valueAt(value, 'message', 'parts'));

const isAnswer = ({ value }: RawRecord): boolean => textAt(value, 'type') === 'tool_result';

const failures = new Set<string | null>(['error', 'cancelled']);

const answersOf = (record: RawRecord): readonly Observation[] => {
  const status = textAt(record.value, 'toolCallResult', 'status');
  const isError = status === null ? null : failures.has(status);
  const responses = responsesOf(parts(record), isError);
  if (responses.length > 0) return responses;
  return [observation(textAt(record.value, 'toolCallResult', 'callId'), textOfParts(parts(record)), isError)];
};

/** The file before and after, unless it was cut to keep the session small. */
const editOf = ({ value }: RawRecord): RecordedEdit | null => {
  const display = fieldsAt(value, 'toolCallResult', 'resultDisplay');
  const path = textAt(display, 'filePath') ?? textAt(display, 'fileName');
  const after = textAt(display, 'newContent');
  if (display === null || path === null || after === null) return null;
  if (Object.entries(display).some(([key, is]) => is === true && /truncated/i.test(key))) return null;
  const callId = textAt(value, 'toolCallResult', 'callId');
  return { callId, path, before: textAt(display, 'originalContent'), after, hunks: [] };
};

const noticesOf = (facts: StepGroup['facts']): readonly Notice[] => {
  const [kind, text] = [textAt(facts, 'notice'), textAt(facts, 'words')];
  return kind === null ? [] : [{ kind: kind as NoticeKind, text: text ?? '' }];
};

const reasoningOf = (said: readonly unknown[]): Step['reasoning'] => {
  const text = textOfParts(said.filter(isThought));
  return text === '' ? null : { text, encrypted: false };
};

/** A step from the lines of one message of the model and the answers to its calls. */
export const buildQwen = (group: StepGroup, idx: number): Step => {
  const { records, facts } = group;
  const times = records.map(({ value }) => timeAt(value, 'timestamp')).filter((time) => time !== null);
  const said = records.filter((record) => !isAnswer(record)).flatMap(parts);
  const answers = records.filter(isAnswer);
  const observations = answers.flatMap(answersOf);
  const calls: readonly Call[] = said.filter(isCallPart).map((part) => geminiCall(valueAt(part, 'functionCall')));
  const failed = new Set(observations.filter(({ isError }) => isError === true).map(({ callId }) => callId));
  const usages = records.map(({ value }) => usageMetadataOf(valueAt(value, 'usageMetadata')));
  const role = facts['role'] === 'user' ? 'user' : facts['role'] === 'system' ? 'system' : 'agent';
  return {
    ...blankStep(group, idx),
    parentStep: numberAt(facts, 'parentStep'),
    startedAt: times[0] ?? null,
    endedAt: times.at(-1) ?? null,
    role,
    thought: textAt(facts, 'command') ?? textOfParts(said.filter((part) => !isThought(part))),
    reasoning: reasoningOf(said),
    calls,
    observations,
    recordedEdits: answers.map(editOf).filter((edit) => edit !== null),
    usage: usages.findLast((usage) => usage !== null) ?? null,
    filesTouched: editedFiles(calls, failed),
    notices: noticesOf(facts),
  };
};
