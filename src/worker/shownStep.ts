import type { Call, RecordedEdit, Step } from '../core/run/trajectory/step';
import type { LongText, ShownCall, ShownStep, TextPart } from '../protocol/trajectory';

/** Characters of a text that come with its step; the rest is asked for. */
const atFirst = 65_536;

const long = (text: string): LongText => ({ text: text.slice(0, atFirst), total: text.length });

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The arguments by name where they are an object with any; else all of them as they stood, under ''. */
const argumentsOf = ({ args, rawArgs }: Call): readonly { readonly name: string; readonly text: string }[] => {
  const whole = rawArgs === '' ? [] : [{ name: '', text: rawArgs }];
  if (!isObject(args)) return whole;
  try {
    const named = Object.entries(args).map(([name, value]) => ({ name, text: argumentText(value) }));
    return named.length > 0 ? named : whole;
  } catch {
    // Nested deeper than JSON.stringify goes.
    return whole;
  }
};

const argumentText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? 'undefined');

const shownCall = (call: Call): ShownCall => ({
  id: call.id,
  name: call.name,
  kind: call.kind,
  args: argumentsOf(call).map(({ name, text }) => ({ name, value: long(text) })),
  parseError: call.parseError,
});

/** Hunks as a unified diff has them; of a file that is new all lines. */
const diffOf = ({ hunks, before, after }: RecordedEdit): string => {
  const shown = hunks.map(
    ({ oldStart, oldLines, newStart, newLines, lines }) =>
      `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@\n${lines.map((line) => `${line}\n`).join('')}`,
  );
  if (shown.length > 0 || before !== null || after === null) return shown.join('');
  return after.replace(/^/gm, '+');
};

/** A step for the page: its long texts begin, `textOfStep` gives the rest. */
export const shownStep = ({ recordedEdits = [], ...step }: Step): ShownStep => ({
  ...step,
  edits: recordedEdits.map((edit) => ({ path: edit.path, diff: long(diffOf(edit)) })),
  thought: long(step.thought),
  reasoning: step.reasoning && {
    text: step.reasoning.text === null ? null : long(step.reasoning.text),
    encrypted: step.reasoning.encrypted,
  },
  calls: step.calls.map(shownCall),
  observations: step.observations.map((seen) => ({ ...seen, text: long(seen.text) })),
  givenPatch: step.givenPatch === null ? null : long(step.givenPatch),
});

/** The whole text of a part of a step; null where the step has no such part. */
export const textOfStep = (step: Step, { kind, at, argument }: TextPart): string | null => {
  switch (kind) {
    case 'thought':
      return step.thought;
    case 'reasoning':
      return step.reasoning?.text ?? null;
    case 'patch':
      return step.givenPatch;
    case 'observation':
      return step.observations[at]?.text ?? null;
    case 'edit': {
      const edit = step.recordedEdits?.[at];
      return edit ? diffOf(edit) : null;
    }
    case 'argument': {
      const call = step.calls[at];
      return call ? (argumentsOf(call)[argument]?.text ?? null) : null;
    }
  }
};
