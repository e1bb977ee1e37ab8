import type { Observation, Step } from './step';
import { editDiffs } from './stepEdits';
import { argumentsOf } from './stepTexts';

const endOf = ({ exitCode, timedOut, isError }: Observation): string =>
  [exitCode === null ? '' : `exit ${exitCode}`, timedOut ? 'timed out' : '', isError ? 'an error' : '']
    .filter((words) => words !== '')
    .join(', ');

const section = (title: string, text: string): string => `\n## ${title}\n\n${text}${text.endsWith('\n') ? '' : '\n'}`;

const titled = (title: string, beside: string): string => (beside === '' ? title : `${title}: ${beside}`);

const callTexts = (step: Step): readonly string[] =>
  step.calls.flatMap((call) => {
    const args = argumentsOf(call);
    if (args.length === 0) return [section(titled('Call', call.name), '')];
    return args.map(({ name, text }) =>
      section(titled('Call', `${call.name} ${args.length > 1 ? name : ''}`.trim()), text),
    );
  });

/**
 * A step in full as one text, its sections under headings of their own: to be read, searched and noted on in an editor.
 * Texts stand as recorded; nothing of them is rendered.
 */
export const stepDocument = (step: Step, name: string): string => {
  const head = `# Step ${step.idx} of ${name}\n`;
  const notices = step.notices.map(({ kind, text }) => section(titled('Notice', kind), text));
  const reasoning = step.reasoning?.text ? [section('Reasoning', step.reasoning.text)] : [];
  const thought = step.thought === '' ? [] : [section(step.role === 'agent' ? 'Thought' : 'Message', step.thought)];
  const edits = editDiffs(step).map(({ path, diff }) => section(titled('Edit', path), diff));
  const seen = step.observations.map((one) => section(titled('Observation', endOf(one)), one.text));
  return [head, ...notices, ...reasoning, ...thought, ...callTexts(step), ...edits, ...seen].join('');
};
