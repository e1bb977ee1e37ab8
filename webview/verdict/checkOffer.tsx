import type { PlaceEvidence } from '../../src/core/review/form/answers';
import type { Desk } from './desk';
import { withEvidence } from './textEvidence';

const isSame = (a: PlaceEvidence, b: { readonly label?: string }): boolean => a.label === b.label;

/**
 * What the dataset check found, below the question on the task: to be looked at, and added to the verdict's evidence by
 * the person. It ticks nothing.
 */
export const CheckOffer = ({ desk, offered }: { desk: Desk; offered: readonly PlaceEvidence[] }) => {
  if (offered.length === 0) return null;
  const { answers, mode } = desk.state;
  const add = (evidence: PlaceEvidence) => desk.change(withEvidence(desk.state.answers, 'overall', evidence));
  return (
    <ul class="offer" aria-label="Dataset check">
      {offered.map((evidence) => (
        <li key={evidence.label}>
          <button type="button" class="link" onClick={() => desk.openEvidence(evidence)}>
            {evidence.label}
          </button>{' '}
          {mode !== 'saved' &&
            !answers.overall.evidence.some((one) => one.kind !== 'text' && isSame(evidence, one)) && (
              <button type="button" class="link" onClick={() => add(evidence)}>
                add as evidence
              </button>
            )}
        </li>
      ))}
    </ul>
  );
};
