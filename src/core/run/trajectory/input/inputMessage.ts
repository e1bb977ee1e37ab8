import type { Step } from '../step';

/** One message of what a model was given. */
export interface InputMessage {
  /** As the file has it: system, user, assistant, tool, ... */
  readonly role: string;
  readonly text: string;
  /** What is known to differ from what the model saw; null where nothing is. */
  readonly note: string | null;
}

const cutNote = (shown: number | null, total: number): string | null =>
  shown !== null && shown < total
    ? `The model saw ${shown} of its ${total} characters; which ones is not recorded.`
    : null;

const callText = ({ name, rawArgs }: Step['calls'][number]): string => (rawArgs === '' ? name : `${name} ${rawArgs}`);

/** What a step added to the conversation, told again from the step: its reply with its calls, then what came back. */
export const messagesOfStep = (step: Step): readonly InputMessage[] => {
  if (step.role !== 'agent') return [{ role: step.role, text: step.thought, note: null }];
  const said = [step.thought, ...step.calls.map(callText)].filter((text) => text !== '').join('\n\n');
  const reply = said === '' ? [] : [{ role: 'assistant', text: said, note: null }];
  const seen = step.observations.map(({ text, shownChars, totalChars }) => ({
    role: 'tool',
    text,
    note: cutNote(shownChars, totalChars ?? text.length),
  }));
  return [...reply, ...seen];
};
