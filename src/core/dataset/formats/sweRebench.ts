import { has, hasAny } from './fields';
import { listBy } from './listRow';
import type { Fields, ListFields, RowFormat } from './rowFormat';
import { rowLabels } from './rowLabels';
import { type RowReader, readWith } from './rowReader';
import { structured, structuredFields } from './structured';
import { sweBenchFields, sweBenchParts, sweBenchWanted } from './sweBenchParts';

const fields: ListFields = { ...sweBenchFields, labels: { ...sweBenchFields.labels, languages: 'language' } };

const isV2 = (row: Fields): boolean => hasAny(row, 'pr_description', 'language', 'interface');

/** V2 writes the time as milliseconds since 1970. The years from 1973 to 2286 have twelve or thirteen digits. */
const createdAt = (reader: RowReader): string | null => {
  const value = reader.row['created_at'];
  if (typeof value !== 'number' || !(value >= 1e11 && value < 1e13)) return reader.text('created_at');
  reader.use('created_at');
  return new Date(value).toISOString();
};

/** Name of the parser among `install_config`, which itself stays in `extra`. */
const logParser = (row: Fields): string | null => {
  const config = structured(row['install_config']);
  if (typeof config !== 'object' || config === null) return null;
  const name = (config as Fields)['log_parser'];
  return typeof name === 'string' ? name : null;
};

/** SWE-rebench v1 and V2 (`formats.md` A4). */
export const sweRebench: RowFormat = {
  benchmark: 'swe-rebench',
  name: 'swe-rebench',
  listFields: fields,
  list: listBy(fields),
  matches: (row) => has(row, 'instance_id', 'install_config'),
  read: (row, context) =>
    readWith(row, context, sweBenchWanted, (reader) =>
      sweBenchParts(reader, {
        createdAt: createdAt(reader),
        image: reader.text('image_name') ?? reader.text('docker_image') ?? reader.text('image'),
        logParser: reader.text('log_parser') ?? logParser(reader.row),
        labels: rowLabels(reader, fields.labels),
        extra: structuredFields(reader.row, ['install_config', 'meta']),
      }),
    ),
  versionOf: (row) => (isV2(row) ? 'v2' : 'v1'),
};
