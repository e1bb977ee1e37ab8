import { type ErrorType, errorTypes, errorTypeWords } from '../../src/core/evaluation/errorType';
import { share } from '../../src/core/study/comparisonText';
import type { ComparedFilter } from '../../src/core/study/runComparison';
import type { ShownComparison } from '../../src/protocol/matrix';

interface Props {
  readonly shown: ShownComparison;
  readonly filter: ComparedFilter;
  readonly change: (filter: ComparedFilter) => void;
}

/** Error types of A down, of B across; every number lists its instances. */
export const FlowTable = ({ shown: { a, b, comparison }, filter, change }: Props) => {
  const { flows, flowTotal } = comparison;
  const sum = (from: ErrorType | null, to: ErrorType | null): number =>
    flows
      .filter((flow) => (from === null || flow.from === from) && (to === null || flow.to === to))
      .reduce((total, { n }) => total + n, 0);
  const down = errorTypes.filter((type) => sum(type, null) > 0);
  const across = errorTypes.filter((type) => sum(null, type) > 0);
  const cell = (from: ErrorType | null, to: ErrorType | null) => {
    const n = sum(from, to);
    if (n === 0) return <td class="quiet">–</td>;
    const chosen = filter.set === null && filter.from === from && filter.to === to;
    const words = `${from ? errorTypeWords(from) : 'any type'} to ${to ? errorTypeWords(to) : 'any type'}: ${share(n, flowTotal)}`;
    return (
      <td>
        <button
          type="button"
          class={chosen ? 'flow chosen' : 'flow'}
          aria-pressed={chosen}
          aria-label={words}
          title={words}
          onClick={() => change({ set: null, from, to })}
        >
          {n.toLocaleString('en')}
        </button>
      </td>
    );
  };
  return (
    <div class="wide">
      <table class="flows">
        <caption class="quiet">
          {a.label} down, {b.label} across; n {flowTotal.toLocaleString('en')}
        </caption>
        <thead>
          <tr>
            <td />
            {across.map((type) => (
              <th key={type} scope="col">
                {errorTypeWords(type)}
              </th>
            ))}
            <th scope="col">all</th>
          </tr>
        </thead>
        <tbody>
          {down.map((from) => (
            <tr key={from}>
              <th scope="row">{errorTypeWords(from)}</th>
              {across.map((to) => cell(from, to))}
              {cell(from, null)}
            </tr>
          ))}
          <tr class="total">
            <th scope="row">all</th>
            {across.map((to) => cell(null, to))}
            <td>{flowTotal.toLocaleString('en')}</td>
          </tr>
        </tbody>
      </table>
    </div>
  );
};
