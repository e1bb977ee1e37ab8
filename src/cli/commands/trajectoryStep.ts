import type { PatchSoFar } from '../../core/run/trajectory/patchSoFar/statesSoFar';
import type { Call, Observation, Step } from '../../core/run/trajectory/step';
import { jsonText } from '../jsonText';
import { printable } from '../printable';
import { say } from '../say';
import { writeLine, writeText } from './writeLine';

/** Text of many lines for a terminal: lines and tabs stay, whatever else could steer it is shown as an escape. */
const block = (text: string): readonly string[] =>
  text.split('\n').map((line) => `    ${line.split('\t').map(printable).join('\t')}`);

const callLines = ({ name, args, rawArgs, parseError }: Call): readonly string[] => {
  const command = typeof args === 'object' && args !== null && 'command' in args ? args.command : null;
  return [
    `  call ${printable(name)}:`,
    ...(parseError === null ? [] : [`    (its arguments could not be read: ${printable(parseError)})`]),
    ...block(typeof command === 'string' ? command : rawArgs),
  ];
};

const observationLines = ({ text, exitCode, timedOut, isError }: Observation): readonly string[] => {
  const words = [
    exitCode === null ? '' : `exit ${exitCode}`,
    timedOut === true ? 'timed out' : '',
    isError === true ? 'an error' : '',
  ];
  const said = words.filter((word) => word !== '').join(', ');
  return [`  observation${said === '' ? '' : `, ${said}`}:`, ...block(text)];
};

const partLines = (title: string, text: string | null): readonly string[] =>
  text === null || text === '' ? [] : [`  ${title}:`, ...block(text)];

/** A step in full, for people: what was thought, called and seen, and what was noted of it. */
const stepLines = (step: Step): readonly string[] => [
  `step ${step.idx}, ${printable(step.agentId)}, ${step.role}`,
  ...step.notices.map(({ kind, text }) => `  note, ${kind}: ${printable(text)}`),
  ...partLines('reasoning', step.reasoning?.text ?? null),
  ...partLines(step.role === 'agent' ? 'thought' : 'message', step.thought),
  ...step.calls.flatMap(callLines),
  ...step.observations.flatMap(observationLines),
];

/** The patch alone on stdout, byte for byte; where it comes from on stderr. Exit code 1 where nothing is known. */
export const printPatch = async ({ patch, source, why }: PatchSoFar): Promise<void> => {
  say(`${source}: ${why}`);
  if (patch !== '') await writeText(patch);
  if (source === 'unknown') process.exitCode = 1;
};

export const printStep = async (step: Step): Promise<void> => {
  for (const line of stepLines(step)) if (!(await writeLine(line))) return;
};

export const printStepJson = async (step: Step, { patch, source, why }: PatchSoFar): Promise<void> => {
  const known = source === 'unknown' ? null : patch;
  await writeLine(jsonText({ step, patch: known, source, why }, 2));
};
