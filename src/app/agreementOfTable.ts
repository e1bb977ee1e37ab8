import type { FilePort } from '../core/shared/files';
import { InputFault } from '../core/shared/problem';
import { type Agreement, agreementOf } from '../core/study/agreement/agreement';
import type { Scale } from '../core/study/agreement/ratings';
import { ratingsOfTable, type TableOptions } from '../core/study/agreement/ratingsOfTable';

export interface TableAgreement extends Agreement {
  readonly categories: readonly string[];
  /** Whether the categories are those that occur in the table, nobody having named the scale's. */
  readonly categoriesFromData: boolean;
}

/** Agreement of the raters whose answers stand in a CSV file. Throws InputFault naming file, row and column. */
export const agreementOfTable = async (
  files: Pick<FilePort, 'openRows'>,
  path: string,
  options: TableOptions,
  scale: Scale | null,
): Promise<TableAgreement> => {
  const { rows, columns, shape } = await files.openRows(path);
  if (shape !== 'csv' && shape !== 'parquet')
    throw new InputFault(`${path} is no table; give a CSV file with a column per rater.`);
  const values: (readonly string[])[] = [];
  let names = columns;
  for await (const row of rows) {
    if (row.kind === 'broken') throw new InputFault(`${path} ${row.place}: ${row.reason}`);
    const cells = row.value as Readonly<Record<string, unknown>>;
    names ??= Object.keys(cells);
    values.push((names ?? []).map((name) => textOf(cells[name], options.missing)));
  }
  const table = { name: path, columns: names ?? [], rows: values };
  const { ratings, isFromData } = ratingsOfTable(table, options);
  return { ...agreementOf(ratings, scale), categories: ratings.categories, categoriesFromData: isFromData };
};

const textOf = (cell: unknown, missing: string): string =>
  cell === null || cell === undefined ? missing : String(cell);
