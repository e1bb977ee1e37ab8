import { blankStep } from '../../blank';
import { callKindOf } from '../../callKind';
import { numberAt, textAt } from '../../fields';
import type { Call, Notice, Observation, Step } from '../../step';
import type { RawRecord, StepGroup } from '../../trajectoryFormat';
import { type CastEvent, castEvent, jsonLine } from './castLines';

const shown = (text: string, exitCode: number | null = null): Observation => ({
  callId: null,
  text,
  shownChars: null,
  totalChars: null,
  exitCode,
  isError: null,
  timedOut: null,
});

const typedCall = (typed: string): Call => {
  const kind = callKindOf('terminal', { keystrokes: typed.replaceAll('\r', '\n') });
  return { id: null, name: 'terminal', kind, args: { keystrokes: typed }, rawArgs: typed, parseError: null };
};

const partOf = (events: readonly CastEvent[], code: string): string =>
  events
    .filter((event) => event.code === code)
    .map((event) => event.data)
    .join('');

const ofCast = (text: string): Partial<Step> => {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const events = lines.map((line) => castEvent(jsonLine(line)));
  const known = events.filter((event) => event !== null);
  const typed = partOf(known, 'i');
  const output = partOf(known, 'o');
  const exit = partOf(known, 'x');
  const lost = events.length - known.length;
  return {
    calls: typed === '' ? [] : [typedCall(typed)],
    observations: output === '' && exit === '' ? [] : [shown(output, /^\d{1,9}$/.test(exit) ? Number(exit) : null)],
    notices: lost === 0 ? [] : [{ kind: 'not-read', text: `Lines that are no event of a recording: ${lost}.` }],
  };
};

const contentOf = (group: StepGroup, record: RawRecord | undefined): Partial<Step> => {
  const kind = textAt(group.facts, 'kind');
  const text = typeof record?.value === 'string' ? record.value : '';
  if (kind === 'cast') return ofCast(text);
  if (kind === 'screen') return { observations: [shown(text)] };
  return kind === 'task' ? { thought: textAt(record?.value, 'instruction') ?? '' } : {};
};

/** A step of a trial or of a recorded terminal; its fact `kind` says which: task, trial, cast or screen. */
export const buildTerminalStep = (group: StepGroup, idx: number): Step => {
  const [record] = group.records;
  const role = textAt(group.facts, 'role');
  const known = contentOf(group, record);
  const said = [record?.broken ?? null, record?.note ?? null].filter((text) => text !== null);
  const notices: readonly Notice[] = said.map((text) => ({ kind: 'not-read', text }));
  return {
    ...blankStep(group, idx),
    ...known,
    role: role === 'user' || role === 'system' ? role : 'agent',
    startedAt: numberAt(group.facts, 'startedAt'),
    endedAt: numberAt(group.facts, 'endedAt'),
    notices: [...notices, ...(known.notices ?? [])],
  };
};
