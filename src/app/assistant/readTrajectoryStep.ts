import * as z from 'zod/mini';
import { stepDocument } from '../../core/run/trajectory/stepDocument';
import { InputFault } from '../../core/shared/problem';
import { nameOf } from '../../core/study/studyPath';
import { readStep } from '../trajectory/readStep';
import type { AssistantDesk } from './assistantDesk';
import { assistantTool } from './assistantTool';
import { outsideNote, outsideText } from './outsideText';
import { choiceWords, openChosen, trajectoryFields } from './summariseTrajectory';

const schema = z.strictObject({
  ...trajectoryFields,
  step: z.int().check(z.gte(1), z.describe('Number of the step, from 1')),
  from: z._default(z.int().check(z.gte(0), z.describe('First character told, for steps longer than one answer')), 0),
});

const mostChars = 16_000;

const read = async (desk: AssistantDesk, input: z.infer<typeof schema>): Promise<string> => {
  const { opened } = await openChosen(desk, input);
  const entry = opened.entries[input.step - 1];
  if (entry === undefined)
    throw new InputFault(`There is no step ${input.step}; the trajectory has ${opened.entries.length}.`);
  const text = stepDocument(await readStep(opened, entry), nameOf(opened.path));
  const rest = text.length - input.from - mostChars;
  return [
    outsideNote,
    outsideText(`step ${input.step} of ${opened.entries.length}`, text, mostChars, input.from),
    ...(rest > 0 ? [`More follows: ask again with from ${input.from + mostChars}.`] : []),
  ].join('\n');
};

/** One step in full. */
export const readStepTool = assistantTool({
  name: 'read_step',
  title: 'Read a step',
  description:
    "Tells one step of a trajectory in full: the agent's thought, its calls with their arguments, what came back, edits as diffs.",
  schema,
  reads: (input) => `Step ${input.step} of ${choiceWords(input)} in full.`,
  call: read,
});
