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

const leftOut = (found: Inspection, indent: string): readonly string[] =>
  found.skipped.map(({ where, reason }) => `${indent}left out: ${where}: ${reason}`);

/** One note of a file below a folder stands on its line; several are counted, since `inspect FILE` gives them. */
const noteOf = ({ warnings }: Inspection): string => {
  if (warnings.length === 0) return '';
  return warnings.length === 1 ? `  ${warnings[0]}` : `  ${counted(warnings.length, 'note')}, first: ${warnings[0]}`;
};

const ownerOf = (root: string, { belongsTo }: Inspection): string =>
  belongsTo === undefined ? '' : `, of ${relative(root, belongsTo) || 'this folder'}`;

const oneOf = (found: Inspection): readonly string[] => [
  `${found.path}: ${formatOf(found)}`,
  ...(Object.keys(found.counts).length > 0 ? [`  ${countsOf(found.counts)}`] : []),
  ...leftOut(found, '  '),
  ...found.warnings.map((text) => `  note: ${text}`),
];

const groupOf = (root: string, title: string, group: readonly Inspection[]): readonly string[] => [
  `${title}: ${group.length}`,
  ...group
    .slice(0, maxNamed)
    .flatMap((one) => [
      `  ${relative(root, one.path) || '.'}  ${countsOf(one.counts)}${ownerOf(root, one)}${noteOf(one)}`.trimEnd(),
      ...leftOut(one, '    '),
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
