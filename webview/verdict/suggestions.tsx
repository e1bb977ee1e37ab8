import { shownText } from '../../src/core/shared/shownText';
import type { SuggestedMode } from '../../src/protocol/verdict';
import type { Desk } from './desk';

const One = ({ desk, of }: { desk: Desk; of: SuggestedMode }) => (
  <li>
    {of.mode} <span class="quiet">({of.strength})</span>: {shownText(of.text)}
    {desk.state.mode !== 'saved' &&
      of.steps.map((idx) => (
        <button key={idx} type="button" class="link" onClick={() => void desk.addStep(idx)}>
          add step {idx}
        </button>
      ))}
  </li>
);

/** What rules guess of the run, with its steps. Nothing is ticked by it; a step becomes evidence when the person says so. */
export const Suggestions = ({ desk }: { desk: Desk }) => {
  const { suggestions } = desk.state;
  if (suggestions === null) return null;
  return (
    <section class="suggestions" aria-label="Suggestions">
      <h3>
        <span>
          Suggestions <small>guesses by rules; look at their steps, then decide yourself</small>
        </span>
      </h3>
      {suggestions.length === 0 ? (
        <p class="quiet">No sign of a failure.</p>
      ) : (
        <ul class="offer">
          {suggestions.map((one) => (
            <One key={one.mode} desk={desk} of={one} />
          ))}
        </ul>
      )}
    </section>
  );
};
