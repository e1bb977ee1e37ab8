import type { ParsedLog } from '../../core/evaluation/grade/parserAlone';
import { counted } from '../../core/shared/counted';
import { printable } from '../printable';
import { table } from './textTable';

/** A parser's results alone, for people: counts, a row per result, then warnings and signs. No score: nothing is required. */
export const parsedTable = ({ parser, results, counts, signs, warnings }: ParsedLog): string => {
  const byStatus = Object.entries(counts).map(([status, count]) => `${count} ${status}`);
  const rows = results.map(({ id, status, line, start, end }) => [
    status,
    String(line),
    `${start}-${end}`,
    printable(id),
  ]);
  const lines = [
    `${parser}: ${counted(results.length, 'result')}${byStatus.length > 0 ? ` (${byStatus.join(', ')})` : ''}`,
    ...(rows.length > 0 ? [table([['status', 'line', 'bytes', 'test'], ...rows])] : []),
    ...warnings.map((warning) => `Warning: ${printable(warning)}`),
    ...(signs.length > 0 ? ['Signs of the environment:'] : []),
    ...signs.map(({ kind, line, text }) => `  ${kind}, line ${line}: ${printable(text.trim())}`),
  ];
  return `${lines.join('\n')}\n`;
};
