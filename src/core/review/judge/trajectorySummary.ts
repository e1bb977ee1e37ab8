import type { Step } from '../../run/trajectory/step';
import { argumentsOf } from '../../run/trajectory/stepTexts';

/** A trajectory as a judge reads it: its steps under their own numbers, so that an answer can name them. */
export interface TrajectorySummary {
  readonly text: string;
  /** Numbers of the steps that the text holds. */
  readonly shown: readonly number[];
  /** Numbers of all steps. */
  readonly all: readonly number[];
  /** Characters that it would have with nothing shortened. */
  readonly of: number;
}

/** Characters of a thought, of a call's arguments and of an observation at three levels of detail. */
const levels = [
  { thought: 1500, call: 1000, observation: 1000 },
  { thought: 300, call: 240, observation: 200 },
  { thought: 0, call: 120, observation: 0 },
] as const;

interface Level {
  readonly thought: number;
  readonly call: number;
  readonly observation: number;
}

const unshortened: Level = {
  thought: Number.POSITIVE_INFINITY,
  call: Number.POSITIVE_INFINITY,
  observation: Number.POSITIVE_INFINITY,
};

/** Steps at both ends that keep their detail longest: how it began, and how it ended. */
const fullHead = 3;
const fullTail = 6;

/** Beginning and end, with the number of characters that are left out between. */
const cutText = (text: string, most: number): string => {
  const trimmed = text.trim();
  if (trimmed.length <= most) return trimmed;
  if (most === 0) return '';
  const head = Math.ceil((most * 2) / 3);
  return `${trimmed.slice(0, head)} [... ${trimmed.length - most} characters ...] ${trimmed.slice(head - most)}`;
};

const named = (title: string, text: string): readonly string[] => (text === '' ? [] : [`${title}: ${text}`]);

const callText = (call: Step['calls'][number], most: number): string => {
  const args = argumentsOf(call);
  const text = args.length === 1 ? (args[0]?.text ?? '') : args.map((one) => `${one.name}=${one.text}`).join('\n');
  return cutText(text, most);
};

const endWords = ({ exitCode, timedOut, isError }: Step['observations'][number]): string =>
  [exitCode === null ? '' : `exit ${exitCode}`, timedOut ? 'timed out' : '', isError ? 'an error' : '']
    .filter((words) => words !== '')
    .join(', ');

const stepText = (step: Step, level: Level): string => {
  const seen = step.observations.flatMap((one) => {
    const text = cutText(one.text, level.observation);
    const end = endWords(one);
    return text === '' && end === '' ? [] : [`result${end === '' ? '' : ` (${end})`}: ${text}`];
  });
  return [
    `## step ${step.idx}${step.role === 'agent' ? '' : ` (${step.role})`}`,
    ...step.notices.map(({ kind, text }) => `note, ${kind}: ${cutText(text, 200)}`),
    ...named(step.role === 'agent' ? 'thought' : 'message', cutText(step.thought, level.thought)),
    ...step.calls.map((call) => `call ${call.name}: ${callText(call, level.call)}`),
    ...seen,
  ].join('\n');
};

const size = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + text.length + 1, 0);

/** The texts of all steps: those at both ends in full, those between as short as they must be. */
const detailed = (steps: readonly Step[], maxChars: number): readonly string[] => {
  const inner = (at: number): boolean => at >= fullHead && at < steps.length - fullTail;
  const plans = [
    [levels[0], levels[0]],
    [levels[0], levels[1]],
    [levels[1], levels[1]],
    [levels[1], levels[2]],
    [levels[2], levels[2]],
  ] as const;
  let texts: readonly string[] = [];
  for (const [ends, between] of plans) {
    texts = steps.map((step, at) => stepText(step, inner(at) ? between : ends));
    if (size(texts) <= maxChars) return texts;
  }
  return texts;
};

const leftOutWords = (first: number, last: number, count: number): string =>
  `## steps ${first} to ${last} are left out here (${count})`;

/**
 * The steps within so many characters: first and last ones in full, those between shorter, then left out from the middle,
 * which is said. Steps keep their numbers.
 */
export const summariseTrajectory = (steps: readonly Step[], maxChars: number): TrajectorySummary => {
  const all = steps.map(({ idx }) => idx);
  const of = size(steps.map((step) => stepText(step, unshortened))) - 1;
  const texts = detailed(steps, maxChars);
  if (size(texts) <= maxChars) return { text: texts.join('\n'), shown: all, all, of };
  let head = 0;
  let tail = 0;
  let room = maxChars - 80;
  for (let takesHead = true; head + tail < texts.length; takesHead = !takesHead) {
    const length = (texts[takesHead ? head : texts.length - 1 - tail]?.length ?? 0) + 1;
    if (length > room) break;
    room -= length;
    if (takesHead) head += 1;
    else tail += 1;
  }
  const end = texts.length - tail;
  const words = leftOutWords(all[head] ?? 0, all[end - 1] ?? 0, end - head);
  const text = [...texts.slice(0, head), words, ...texts.slice(end)].join('\n');
  return { text, shown: [...all.slice(0, head), ...all.slice(end)], all, of };
};
