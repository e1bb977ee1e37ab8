import { share } from '../../src/core/study/comparisonText';
import { type ComparedFilter, comparedSets } from '../../src/core/study/runComparison';
import type { ShownComparison } from '../../src/protocol/matrix';
import { setWords } from './words';

interface Props {
  readonly shown: ShownComparison;
  readonly filter: ComparedFilter;
  readonly change: (filter: ComparedFilter) => void;
}

/** The sets with their counts, each a filter; below, why instances are not comparable. */
export const Sets = ({ shown: { a, b, comparison }, filter, change }: Props) => {
  const row = (set: ComparedFilter['set'], words: string, n: number) => {
    const chosen = filter.set === set && filter.from === null && filter.to === null;
    return (
      <li key={words}>
        <button
          type="button"
          class={chosen ? 'set chosen' : 'set'}
          aria-pressed={chosen}
          title={share(n, comparison.n)}
          onClick={() => change({ set, from: null, to: null })}
        >
          <span>{words}</span>
          <span class="number">{n.toLocaleString('en')}</span>
        </button>
      </li>
    );
  };
  return (
    <section class="sets" aria-labelledby="sets">
      <h2 id="sets">
        Resolved <span class="quiet">n {comparison.n.toLocaleString('en')}</span>
      </h2>
      <ul>
        {row(null, 'all instances', comparison.n)}
        {comparedSets.map((set) => row(set, setWords(set, a.label, b.label), comparison.sets[set]))}
      </ul>
      {comparison.reasons.length > 0 && (
        <ul class="reasons quiet" aria-label="Why instances are not comparable">
          {comparison.reasons.slice(0, 12).map(({ reason, n }) => (
            <li key={reason}>
              <span>{reason}</span>
              <span class="number">{n}</span>
            </li>
          ))}
          {comparison.reasons.length > 12 && <li>{comparison.reasons.length - 12} more reasons: see the CSV</li>}
        </ul>
      )}
    </section>
  );
};
