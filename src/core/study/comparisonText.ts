import { type ErrorType, errorTypeWords } from '../evaluation/errorType';
import { outcomeWords } from '../evaluation/outcomeWords';
import { type FlowKind, flowLayout } from './flowLayout';
import { type ComparedInstance, type ComparedSide, type RunComparison, setOf, whyNotComparable } from './runComparison';

/** `12 of 40 (30.0%)`: a percentage never without the n that it is of; alone where there is nothing to divide by. */
export const share = (n: number, of: number): string =>
  of === 0 ? `${n} of 0` : `${n} of ${of} (${((100 * n) / of).toFixed(1)}%)`;

/**
 * One field of a CSV (RFC 4180). A text that a spreadsheet would run as a formula gets an apostrophe before it; ids
 * and log lines come from outside.
 */
const field = (value: string): string => {
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

const sideFields = ({ outcome, error }: ComparedSide): readonly string[] => [
  outcomeWords(outcome),
  error ? errorTypeWords(error.type) : '',
  error?.rule ?? '',
  error?.line == null ? '' : String(error.line),
];

/** Every compared instance as one row: set, reason, and outcome, error type, rule and log line of each side. */
export const comparisonCsv = (instances: readonly ComparedInstance[]): string => {
  const names = ['outcome', 'error_type', 'error_rule', 'log_line'];
  const head = ['instance', 'set', 'reason', ...names.map((name) => `a_${name}`), ...names.map((name) => `b_${name}`)];
  const rows = instances.map((one) => [
    one.instanceId,
    setOf(one),
    whyNotComparable(one),
    ...sideFields(one.a),
    ...sideFields(one.b),
  ]);
  return [head, ...rows].map((row) => `${row.map(field).join(',')}\r\n`).join('');
};

/** Colours of the printed picture, for white paper; on screen the theme's are taken. */
const printed: Readonly<Record<FlowKind, string>> = {
  same: '#b9b9b9',
  lost: '#c0392b',
  gained: '#2e7d32',
  moved: '#8a8a8a',
  small: '#d5d5d5',
};

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`).replace(/\p{Cc}/gu, '\u{fffd}');

const side = 150;
const head = 34;

const label = (node: { readonly type: ErrorType; readonly n: number }, total: number): string =>
  `${errorTypeWords(node.type)} ${node.n} (${((100 * node.n) / Math.max(total, 1)).toFixed(1)}%)`;

/** The flow picture as a file of its own: SVG 1.1, no script, no reference to anything outside. */
export const flowSvg = ({ flows, flowTotal }: RunComparison, a: string, b: string): string => {
  const { width, height, barWidth, nodes, ribbons } = flowLayout(flows, { width: 420, height: 420 });
  const paths = ribbons.map(({ kind, path, from, to, n }) => {
    const words = escaped(`${errorTypeWords(from)} to ${errorTypeWords(to)}: ${n}`);
    return `<path d="${path}" fill="${printed[kind]}" fill-opacity="0.6"><title>${words}</title></path>`;
  });
  const bars = nodes.map((node) => {
    const left = node.side === 'a';
    const bar = `<rect x="${left ? 0 : width - barWidth}" y="${node.y.toFixed(2)}" width="${barWidth}" height="${node.height.toFixed(2)}" fill="#444"/>`;
    const x = left ? -6 : width + 6;
    return `${bar}<text x="${x}" y="${(node.labelY + 4).toFixed(2)}" text-anchor="${left ? 'end' : 'start'}">${escaped(label(node, flowTotal))}</text>`;
  });
  const title = escaped(`Error types of ${flowTotal} instances, ${a} to ${b}`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width + 2 * side} ${height + head + 8}" font-family="sans-serif" font-size="12" role="img">`,
    `<title>${title}</title><rect width="100%" height="100%" fill="#fff"/>`,
    `<text x="${side}" y="20" text-anchor="end">${escaped(a)}</text><text x="${side + width}" y="20">${escaped(b)}</text>`,
    `<g transform="translate(${side} ${head})">`,
    ...paths,
    ...bars,
    '</g></svg>\n',
  ].join('\n');
};
