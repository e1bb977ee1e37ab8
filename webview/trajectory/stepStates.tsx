import type { StepAction } from '../../src/protocol/trajectoryStates';
import type { States } from './useStates';

const actions: readonly (readonly [StepAction, string, string])[] = [
  ['diff', 'Diff so far', 'Base against the files after this step ( D )'],
  ['gold', 'Diff to gold', 'Gold against the files after this step'],
  ['file', 'Open file', 'A file as of this step'],
  ['workspace', 'Open workspace', 'A repository of its own with the files after this step'],
  ['tests', 'Run tests', "The instance's tests on the files after this step, in a container"],
  ['fork', 'Fork...', 'Another run from this step on: a hint, another reply, another model ( B )'],
];

/** What can be done with the files as they stood after a step, and what its tests came to. */
export const StepStates = ({ idx, states }: { idx: number; states: States }) => {
  const tested = states.testedOf(idx);
  return (
    <section class="states" aria-label={`Files as of step ${idx}`}>
      <div class="state-actions">
        <span class="quiet">As of step {idx}:</span>
        {actions.map(([action, words, title]) => (
          <button key={action} type="button" class="link" title={title} onClick={() => states.act(action)}>
            {words}
          </button>
        ))}
      </div>
      {tested !== null && (
        <p class="tested">
          <span class="quiet">Tests at step {idx}:</span> {tested}
        </p>
      )}
    </section>
  );
};
