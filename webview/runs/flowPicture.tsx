import { errorTypeWords } from '../../src/core/evaluation/errorType';
import { share } from '../../src/core/study/comparisonText';
import { type FlowNode, type FlowRibbon, flowLayout } from '../../src/core/study/flowLayout';
import type { ComparedFilter } from '../../src/core/study/runComparison';
import type { ShownComparison } from '../../src/protocol/matrix';

interface Props {
  readonly shown: ShownComparison;
  readonly filter: ComparedFilter;
  readonly change: (filter: ComparedFilter) => void;
}

const size = { width: 300, height: 320 };
const side = 128;

const summary = ({ a, b, comparison: { flows, flowTotal } }: ShownComparison): string => {
  const sum = (wanted: (from: string, to: string) => boolean) =>
    flows.filter(({ from, to }) => wanted(from, to)).reduce((total, { n }) => total + n, 0);
  const lost = sum((from, to) => from === 'ok' && to !== 'ok');
  const gained = sum((from, to) => from !== 'ok' && to === 'ok');
  return `Error types of ${flowTotal} instances from ${a.label} to ${b.label}: ${lost} lost, ${gained} gained. The table beside has every number.`;
};

/** Bars and ribbons; a click lists the instances. The table beside says the same by keyboard. */
export const FlowPicture = ({ shown, filter, change }: Props) => {
  const { flows, flowTotal } = shown.comparison;
  const { width, height, barWidth, nodes, ribbons } = flowLayout(flows, size);
  const isChosen = ({ from, to }: FlowRibbon): boolean => filter.from === from && filter.to === to;
  const bar = (node: FlowNode) => {
    const left = node.side === 'a';
    const pick = left ? { set: null, from: node.type, to: null } : { set: null, from: null, to: node.type };
    return (
      <g key={`${node.side}${node.type}`} class="bar-of" onClick={() => change(pick)}>
        <title>{`${errorTypeWords(node.type)}: ${share(node.n, flowTotal)}`}</title>
        <rect x={left ? 0 : width - barWidth} y={node.y} width={barWidth} height={Math.max(1, node.height)} />
        <text x={left ? -6 : width + 6} y={node.labelY + 4} text-anchor={left ? 'end' : 'start'}>
          {errorTypeWords(node.type)} <tspan class="quiet">{node.n.toLocaleString('en')}</tspan>
        </text>
      </g>
    );
  };
  const small = ribbons.filter(({ kind }) => kind === 'small');
  return (
    <figure>
      <svg viewBox={`${-side} -4 ${width + 2 * side} ${height + 8}`} role="img" aria-label={summary(shown)}>
        {ribbons.map((ribbon) => (
          <path
            key={`${ribbon.from} ${ribbon.to}`}
            class={`ribbon ${ribbon.kind}${isChosen(ribbon) ? ' chosen' : ''}`}
            d={ribbon.path}
            onClick={() => change({ set: null, from: ribbon.from, to: ribbon.to })}
          >
            <title>{`${errorTypeWords(ribbon.from)} to ${errorTypeWords(ribbon.to)}: ${share(ribbon.n, flowTotal)}`}</title>
          </path>
        ))}
        {nodes.map(bar)}
      </svg>
      <figcaption class="quiet">
        A type is the first error seen, not its cause; single runs also differ by chance.
        {small.length > 0 &&
          ` ${small.length} flows under 3 (${small.reduce((sum, { n }) => sum + n, 0)} instances) are drawn faintly, as one.`}
      </figcaption>
    </figure>
  );
};
