import type { Call, Step } from '../core/run/trajectory/step';
import { editDiffs } from '../core/run/trajectory/stepEdits';
import { argumentsOf } from '../core/run/trajectory/stepTexts';
import type { LongText, ShownCall, ShownStep } from '../protocol/trajectory';

/** Characters of a text that come with its step; the rest is asked for. */
const atFirst = 65_536;

/** A text for the page: its beginning, and how long it is. */
export const long = (text: string): LongText => ({ text: text.slice(0, atFirst), total: text.length });

const shownCall = (call: Call): ShownCall => ({
  id: call.id,
  name: call.name,
  kind: call.kind,
  args: argumentsOf(call).map(({ name, text }) => ({ name, value: long(text) })),
  parseError: call.parseError,
});

/** A step for the page: its long texts begin, `trajectoryText` gives the rest. */
export const shownStep = (whole: Step): ShownStep => {
  const { recordedEdits: _, ...step } = whole;
  return {
    ...step,
    edits: editDiffs(whole).map((edit) => ({ ...edit, diff: long(edit.diff) })),
    thought: long(step.thought),
    reasoning: step.reasoning && {
      text: step.reasoning.text === null ? null : long(step.reasoning.text),
      encrypted: step.reasoning.encrypted,
    },
    calls: step.calls.map(shownCall),
    observations: step.observations.map((seen) => ({ ...seen, text: long(seen.text) })),
    givenPatch: step.givenPatch === null ? null : long(step.givenPatch),
  };
};
