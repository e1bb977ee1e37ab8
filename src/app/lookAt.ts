import { detectRow, type RowKind } from '../core/dataset/detectRow';
import { isSampleResults } from '../core/evaluation/foundReports/sampleResults';
import { isPositionalRow, isSampleRow, isSamplesById } from '../core/run/prediction/readSamples';
import type { FilePort, Row } from '../core/shared/files';
import { InputFault } from '../core/shared/problem';

const firstRows = 5;

const kindOfRow = ({ value, key }: Row & { readonly kind: 'row' }): RowKind => {
  if (isSampleResults([value])) return { kind: 'report' };
  const samples = isSampleRow(value, key) || isPositionalRow(value, key) || (key === null && isSamplesById(value));
  return samples ? { kind: 'prediction' } : detectRow(value);
};

/**
 * What the first rows of a file say; null where none of them is known. Throws InputFault where none can be read; but
 * a `.json` may be anything (a configuration with comments), so that is no fault there.
 */
export const lookAt = async (files: FilePort, path: string, signal?: AbortSignal): Promise<RowKind | null> => {
  const file = await files.openRows(path, { count: firstRows }, signal);
  const broken: string[] = [];
  let count = 0;
  for await (const row of file.rows) {
    const kind = row.kind === 'row' ? kindOfRow(row) : null;
    if (kind && kind.kind !== 'unknown') return kind;
    if (row.kind === 'broken') broken.push(`${row.place}: ${row.reason}`);
    count += 1;
    if (count >= firstRows) break;
  }
  if (count > 0 && broken.length === count && !path.endsWith('.json')) throw new InputFault(`${path}: ${broken[0]}`);
  return null;
};
