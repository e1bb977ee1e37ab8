import { type ErrorType, errorTypes } from '../evaluation/errorType';
import type { ErrorFlow } from './runComparison';

/** A bar of the flow picture: one error type on one side. Pixels from the top left. */
export interface FlowNode {
  readonly side: 'a' | 'b';
  readonly type: ErrorType;
  readonly n: number;
  readonly y: number;
  readonly height: number;
  /** Middle of its label: labels are moved apart where bars are thin. */
  readonly labelY: number;
}

/** `lost`: from OK to an error; `gained`: from an error to OK; `small`: fewer than 3, drawn together as one. */
export type FlowKind = 'same' | 'lost' | 'gained' | 'moved' | 'small';

export interface FlowRibbon extends ErrorFlow {
  readonly kind: FlowKind;
  /** SVG path of the ribbon between the two bars. */
  readonly path: string;
}

export interface FlowLayout {
  readonly width: number;
  readonly height: number;
  readonly barWidth: number;
  readonly nodes: readonly FlowNode[];
  readonly ribbons: readonly FlowRibbon[];
}

export interface FlowSize {
  /** Of the drawing between the outer edges of the bars, labels not counted. */
  readonly width: number;
  readonly height: number;
}

/** Under this many instances a table says more than a picture (FIGURES.md P07). */
export const fewestForPicture = 20;

/** Flows under this many are drawn as one "other" (FIGURES.md P07). */
const smallFlow = 3;
const gap = 6;
const barWidth = 8;
const labelHeight = 15;

const kindOf = ({ from, to, n }: ErrorFlow): FlowKind => {
  if (n < smallFlow) return 'small';
  if (from === to) return 'same';
  if (from === 'ok') return 'lost';
  return to === 'ok' ? 'gained' : 'moved';
};

/** Labels in order, at least a line apart, none below the picture. */
const spread = (middles: readonly number[], height: number): readonly number[] => {
  const placed: number[] = [];
  for (const middle of middles) placed.push(Math.max(middle, (placed.at(-1) ?? -Infinity) + labelHeight));
  for (let at = placed.length - 1, limit = height - labelHeight / 2; at >= 0; at--, limit -= labelHeight)
    placed[at] = Math.min(placed[at] ?? 0, limit);
  return placed;
};

interface Bar {
  readonly type: ErrorType;
  readonly n: number;
}

const barsOf = (flows: readonly ErrorFlow[], side: 'a' | 'b'): readonly Bar[] =>
  errorTypes
    .map((type) => {
      const own = flows.filter(({ from, to }) => (side === 'a' ? from : to) === type);
      return { type, n: own.reduce((sum, { n }) => sum + n, 0) };
    })
    .filter(({ n }) => n > 0);

const placed = (bars: readonly Bar[], side: 'a' | 'b', scale: number, height: number): readonly FlowNode[] => {
  let y = 0;
  const nodes = bars.map(({ type, n }) => {
    const node = { side, type, n, y, height: n * scale };
    y += node.height + gap;
    return node;
  });
  const labels = spread(
    nodes.map((node) => node.y + node.height / 2),
    height,
  );
  return nodes.map((node, at) => ({ ...node, labelY: labels[at] ?? 0 }));
};

const round = (value: number): number => Math.round(value * 100) / 100;

const ribbonPath = (top: number, bottom: number, thick: number, width: number): string => {
  const [left, right, middle] = [barWidth, width - barWidth, width / 2];
  const [a, b, c, d] = [top, bottom, bottom + thick, top + thick].map(round);
  return `M${left} ${a}C${middle} ${a} ${middle} ${b} ${right} ${b}L${right} ${c}C${middle} ${c} ${middle} ${d} ${left} ${d}Z`;
};

/**
 * The flow picture (P07): a bar for each type on both sides, a ribbon for each flow, both as high as its n. The scale
 * is the same on both sides, since both hold the same instances.
 */
export const flowLayout = (flows: readonly ErrorFlow[], { width, height }: FlowSize): FlowLayout => {
  const [barsA, barsB] = [barsOf(flows, 'a'), barsOf(flows, 'b')];
  const total = flows.reduce((sum, { n }) => sum + n, 0);
  const gaps = gap * Math.max(barsA.length - 1, barsB.length - 1, 0);
  const scale = (height - gaps) / Math.max(total, 1);
  const [left, right] = [placed(barsA, 'a', scale, height), placed(barsB, 'b', scale, height)];
  const taken = new Map([...left, ...right].map((node) => [`${node.side} ${node.type}`, node.y]));
  const take = (key: string, thick: number): number => {
    const y = taken.get(key) ?? 0;
    taken.set(key, y + thick);
    return y;
  };
  const ribbons = flows.map((flow): FlowRibbon => {
    const thick = flow.n * scale;
    const path = ribbonPath(take(`a ${flow.from}`, thick), take(`b ${flow.to}`, thick), thick, width);
    return { ...flow, kind: kindOf(flow), path };
  });
  return { width, height, barWidth, nodes: [...left, ...right], ribbons };
};
