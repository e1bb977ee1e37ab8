import { blankTrajectory, stepWith, unknownTotals } from '../blank';
import { callKindOf } from '../callKind';
import { isFields, textAt } from '../fields';
import type { Call, CallKind, Notice, Observation, Step } from '../step';
import type { AgentLane, Totals, Trajectory } from '../trajectory';
import type { StepGroup } from '../trajectoryFormat';
import { jsonText } from './jsonText';

const brokenNotices = (group: StepGroup): readonly Notice[] =>
  group.records.flatMap(({ broken }) => (broken === null ? [] : [{ kind: 'not-read', text: broken } as const]));

const roleOf = (group: StepGroup): Step['role'] => {
  const role = textAt(group.facts, 'role');
  return role === 'user' || role === 'system' ? role : 'agent';
};

/** A step of what is known; all else not recorded. Its role is the fact `role`; broken records become notices. */
export const stepOf = (group: StepGroup, idx: number, known: Partial<Step>): Step => {
  const step = stepWith(group, idx, known, roleOf(group));
  const broken = brokenNotices(group);
  return broken.length === 0 ? step : { ...step, notices: [...broken, ...step.notices] };
};

export const totalsOf = (visibleSteps: number, known: Partial<Totals>): Totals => ({
  ...unknownTotals,
  visibleSteps,
  ...known,
});

const mainLane: AgentLane = { agentId: 'main', parentCallId: null, depth: 0, kind: 'main', name: null };

/** A trajectory of what is known, with one agent where nothing else is said. */
export const trajectoryOf = (known: Partial<Trajectory> & Pick<Trajectory, 'format'>): Trajectory => ({
  ...blankTrajectory(known.format),
  agents: [mainLane],
  ...known,
});

const readArgs = (raw: string): Pick<Call, 'args' | 'rawArgs' | 'parseError'> => {
  try {
    const args: unknown = JSON.parse(raw);
    return { args, rawArgs: raw, parseError: null };
  } catch (error) {
    return { args: null, rawArgs: raw, parseError: error instanceof Error ? error.message : 'not JSON' };
  }
};

/** A call whose arguments are a JSON value, or the text of one as providers write them. */
export const callOf = (id: string | null, name: string, args: unknown, kind?: CallKind): Call => {
  const read =
    typeof args === 'string' ? readArgs(args) : { args: args ?? null, rawArgs: jsonText(args), parseError: null };
  return { id, name, kind: kind ?? callKindOf(name, read.args), ...read };
};

/** A call whose argument is free text (a patch, a program). */
export const textCallOf = (id: string | null, name: string, text: string, kind?: CallKind): Call => ({
  id,
  name,
  kind: kind ?? callKindOf(name, text),
  args: text,
  rawArgs: text,
  parseError: null,
});

export const observationOf = (known: Partial<Observation>): Observation => ({
  callId: null,
  text: '',
  shownChars: null,
  totalChars: null,
  exitCode: null,
  isError: null,
  timedOut: null,
  ...known,
});

const partText = (part: unknown): string | null => {
  if (typeof part === 'string') return part;
  return textAt(part, 'text') ?? textAt(part, 'content');
};

/** The text of a message's content: a text, one part, or a list of parts of which those without text are left out. */
export const contentText = (content: unknown): string => {
  if (Array.isArray(content)) return content.flatMap((part: unknown) => partText(part) ?? []).join('\n');
  return partText(content) ?? '';
};

/** A value as text to be shown: itself, its parts, or its JSON. */
export const shownValue = (value: unknown): string => {
  const text = contentText(value);
  if (text !== '' || typeof value === 'string') return text;
  return isFields(value) || Array.isArray(value)
    ? jsonText(value)
    : value === null || value === undefined
      ? ''
      : `${value}`;
};
