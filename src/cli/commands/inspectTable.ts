import { relative } from 'node:path';
import type { Inspection } from '../../app/inspect';
import { counted } from '../../core/shared/counted';
import { groupBy } from '../../core/shared/groupBy';

/** Files of one format that are named each; the rest are counted, and `--json` names all. */
const maxNamed = 25;

const countsOf = (counts: Inspection['counts']): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');

const formatOf = ({ format, version }: Inspection): string =>
  format === null ? 'not recognised' : `${format}${version === null ? '' : ` (${version})`}`;

/** What was left out stands in full; notes of files below a folder are counted, since `inspect FILE` gives them. */
const detailsOf = (found: Inspection, isBrief: boolean, indent: string): readonly string[] => [
  ...found.skipped.map(({ where, reason }) => `${indent}left out: ${where}: ${reason}`),
  ...(isBrief && found.warnings.length > 1
    ? [`${indent}${counted(found.warnings.length, 'note')}, first: ${found.warnings[0]}`]
    : found.warnings.map((text) => `${indent}note: ${text}`)),
];

const oneOf = (found: Inspection): readonly string[] => [
  `${found.path}: ${formatOf(found)}`,
  ...(Object.keys(found.counts).length > 0 ? [`  ${countsOf(found.counts)}`] : []),
  ...detailsOf(found, false, '  '),
];

const groupOf = (root: string, title: string, group: readonly Inspection[]): readonly string[] => [
  `${title}: ${group.length}`,
  ...group
    .slice(0, maxNamed)
    .flatMap((one) => [
      `  ${relative(root, one.path) || '.'}  ${countsOf(one.counts)}`.trimEnd(),
      ...detailsOf(one, true, '    '),
    ]),
  ...(group.length > maxNamed ? [`  and ${group.length - maxNamed} more; --json names them all`] : []),
];

/** What one path gave, for people: itself, then what stands below it, by format; what was not recognised is last. */
export const inspectTable = (found: readonly Inspection[]): readonly string[] => {
  const [head, ...below] = found;
  if (!head) return [];
  const groups = [...groupBy(below, formatOf)].sort(
    ([, [a]], [, [b]]) => Number(a?.format === null) - Number(b?.format === null),
  );
  return [...oneOf(head), ...groups.flatMap(([title, group]) => groupOf(head.path, title, group))];
};
