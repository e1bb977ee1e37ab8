import { hasFailed } from '../../src/core/run/trajectory/callAnswer';
import type { ShownObservation } from '../../src/protocol/trajectory';
import { Part, type StepActions, Text } from './part';
import { count } from './words';

/** What is known of an observation beside its text: how it ended, and how much of it the model saw. */
const observationWords = ({ exitCode, timedOut, isError, shownChars, totalChars, text }: ShownObservation): string => {
  const total = totalChars ?? text.total;
  return [
    exitCode === null ? '' : `exit ${exitCode}`,
    timedOut ? 'timed out' : '',
    isError ? 'an error, as the file says' : '',
    `${count(text.total)} characters`,
    shownChars !== null && shownChars < total ? `the model saw ${count(shownChars)} of ${count(total)}` : '',
  ]
    .filter((words) => words !== '')
    .join(' · ');
};

/** Whether it says that it failed; of a text that is only begun here the rest says nothing. */
export const saysFailed = ({ text, ...seen }: ShownObservation): boolean =>
  hasFailed({ ...seen, text: text.total === text.text.length ? text.text : '' });

/** What a command printed that is a patch, without the colours of a terminal. */
const isPatch = ({ text }: ShownObservation['text']): boolean =>
  /^\s{0,8}diff --git /.test(text) && !text.includes('\u001b');

/** What came back from a call. */
export const Observation = ({ seen, at, does }: { seen: ShownObservation; at: number; does: StepActions }) => (
  <Part
    title={saysFailed(seen) ? 'Observation, failed' : 'Observation'}
    beside={observationWords(seen)}
    failed={saysFailed(seen)}
    actions={[
      { words: 'Unfold all', act: does.unfoldAll },
      { words: 'Open as document', act: does.openDocument },
    ]}
  >
    {seen.text.total === 0 ? (
      <p class="quiet">Empty.</p>
    ) : (
      <Text {...{ at, does }} value={seen.text} kind="observation" as={isPatch(seen.text) ? 'diff' : 'code'} />
    )}
  </Part>
);
