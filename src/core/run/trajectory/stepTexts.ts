import { isFields } from './fields';
import type { Call, Step } from './step';
import { editDiffs } from './stepEdits';

/** A text of a step: its kind, and which of them, from 0. */
export interface TextPart {
  readonly kind: 'notice' | 'thought' | 'reasoning' | 'argument' | 'observation' | 'edit' | 'patch';
  /** Of the notice, call, observation or edit. */
  readonly at: number;
  /** Of the argument in its call; 0 elsewhere. */
  readonly argument: number;
}

export interface StepText {
  readonly part: TextPart;
  readonly text: string;
}

const argumentText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? 'undefined');

/** Words of a line that the agent wrote for one of its shell's own tools: the line says it as it was. */
const isCommandLine = (args: Readonly<Record<string, unknown>>, rawArgs: string): boolean =>
  Array.isArray(args['arguments']) && Object.keys(args).length === 1 && !/^\s*(?:\{|$)/.test(rawArgs);

/** The arguments by name where they are an object with any; else all of them as they stood, under ''. */
export const argumentsOf = ({ args, rawArgs }: Call): readonly { readonly name: string; readonly text: string }[] => {
  const whole = rawArgs === '' ? [] : [{ name: '', text: rawArgs }];
  if (!isFields(args) || isCommandLine(args, rawArgs)) return whole;
  try {
    const named = Object.entries(args).map(([name, value]) => ({ name, text: argumentText(value) }));
    return named.length > 0 ? named : whole;
  } catch {
    // Nested deeper than JSON.stringify goes.
    return whole;
  }
};

/** Every text of a step, in the order in which a step is shown; empty ones too. */
export const stepTexts = (step: Step): readonly StepText[] => {
  const put = (kind: TextPart['kind'], text: string, at = 0, argument = 0): StepText => ({
    part: { kind, at, argument },
    text,
  });
  const { reasoning, givenPatch } = step;
  return [
    ...step.notices.map(({ text }, at) => put('notice', text, at)),
    ...(reasoning?.text == null ? [] : [put('reasoning', reasoning.text)]),
    put('thought', step.thought),
    ...step.calls.flatMap((call, at) => argumentsOf(call).map(({ text }, nth) => put('argument', text, at, nth))),
    ...editDiffs(step).map(({ diff }, at) => put('edit', diff, at)),
    ...step.observations.map(({ text }, at) => put('observation', text, at)),
    ...(givenPatch === null ? [] : [put('patch', givenPatch)]),
  ];
};

/** The whole text of a part of a step; null where the step has no such part. */
export const textOfStep = (step: Step, { kind, at, argument }: TextPart): string | null => {
  switch (kind) {
    case 'notice':
      return step.notices[at]?.text ?? null;
    case 'thought':
      return step.thought;
    case 'reasoning':
      return step.reasoning?.text ?? null;
    case 'patch':
      return step.givenPatch;
    case 'observation':
      return step.observations[at]?.text ?? null;
    case 'edit':
      return editDiffs(step)[at]?.diff ?? null;
    case 'argument': {
      const call = step.calls[at];
      return call ? (argumentsOf(call)[argument]?.text ?? null) : null;
    }
  }
};
