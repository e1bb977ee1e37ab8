import { blankStep } from '../../blank';
import { listAt, numberAt, textAt, timeAt, valueAt } from '../../fields';
import type { Notice, NoticeKind, Observation, RecordedEdit, Step } from '../../step';
import type { StepGroup } from '../../trajectoryFormat';
import {
  editedFiles,
  geminiCall,
  observation,
  partsOf,
  responsesOf,
  textOfParts,
  thoughtsText,
  tokensOf,
} from './parts';

const failures = new Set<string | null>(['error', 'cancelled']);

/** What a call of a message gave: its function responses, else what was shown of it. */
const answersOf = (call: unknown): readonly Observation[] => {
  const id = textAt(call, 'id');
  const status = textAt(call, 'status');
  const isError = status === null ? null : failures.has(status);
  const parts = partsOf(valueAt(call, 'result'));
  const responses = responsesOf(parts, isError).map((response) => ({ ...response, callId: id }));
  if (responses.length > 0) return responses;
  const text = textOfParts(parts) || textAt(call, 'resultDisplay');
  return text === null && status !== 'cancelled' ? [] : [observation(id, text ?? '', isError)];
};

/** The edit that a call shows: the file before and after. */
const editOf = (call: unknown): RecordedEdit | null => {
  const display = valueAt(call, 'resultDisplay');
  const path = textAt(display, 'filePath') ?? textAt(call, 'args', 'file_path') ?? textAt(display, 'fileName');
  const after = textAt(display, 'newContent');
  if (path === null || after === null) return null;
  return { callId: textAt(call, 'id'), path, before: textAt(display, 'originalContent'), after, hunks: [] };
};

const noticesOf = (facts: StepGroup['facts']): readonly Notice[] => {
  const [kind, text] = [textAt(facts, 'notice'), textAt(facts, 'words')];
  return kind === null ? [] : [{ kind: kind as NoticeKind, text: text ?? '' }];
};

/** A step from the lines of one message, of which the last one counts. */
export const buildGemini = (group: StepGroup, idx: number): Step => {
  const message = group.records.at(-1)?.value;
  const { facts } = group;
  const blank = blankStep(group, idx);
  const startedAt = timeAt(message, 'timestamp');
  const own = { ...blank, parentStep: numberAt(facts, 'parentStep'), startedAt, notices: noticesOf(facts) };
  const thought = textOfParts(partsOf(valueAt(message, 'content')));
  if (facts['role'] !== 'agent')
    return { ...own, endedAt: startedAt, role: facts['role'] === 'user' ? 'user' : 'system', thought };
  const said = listAt(message, 'toolCalls');
  const calls = said.map(geminiCall);
  const observations = said.flatMap(answersOf);
  const failed = new Set(observations.filter(({ isError }) => isError === true).map(({ callId }) => callId));
  const reasoning = thoughtsText(message);
  return {
    ...own,
    endedAt: timeAt(said.at(-1), 'timestamp') ?? startedAt,
    thought,
    reasoning: reasoning === null ? null : { text: reasoning, encrypted: false },
    calls,
    observations,
    recordedEdits: said.map(editOf).filter((edit) => edit !== null),
    usage: tokensOf(valueAt(message, 'tokens')),
    filesTouched: editedFiles(calls, failed),
  };
};
