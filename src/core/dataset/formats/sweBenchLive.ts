import { hasAny } from './fields';
import { listBy } from './listRow';
import type { RowFormat } from './rowFormat';
import { rowLabels } from './rowLabels';
import { type RowReader, readWith } from './rowReader';
import { structuredFields } from './structured';
import { sweBenchFields, sweBenchParts, sweBenchWanted } from './sweBenchParts';

/** Live's `log_parser` is a parser's name or its Python source. Source is never run: it stays in `extra` to be read. */
const parserName = (reader: RowReader): string | null => {
  const value = reader.row['log_parser'];
  return typeof value === 'string' && !/^[\w.-]*$/.test(value) ? null : reader.text('log_parser');
};

/** Live's `difficulty` counts files and lines of the patch; only a text is a label. */
const labelFields = (reader: RowReader) =>
  typeof reader.row['difficulty'] === 'object' && reader.row['difficulty'] !== null ? {} : sweBenchFields.labels;

const listColumns = ['issue_numbers', 'commit_urls', 'rebuild_cmds', 'test_cmds', 'print_cmds'] as const;

/** SWE-bench-Live (`formats.md` A4). */
export const sweBenchLive: RowFormat = {
  benchmark: 'swe-bench-live',
  name: 'swebench-live',
  listFields: sweBenchFields,
  list: listBy(sweBenchFields),
  matches: (row) => Object.hasOwn(row, 'instance_id') && hasAny(row, 'test_cmds', 'rebuild_cmds', 'print_cmds'),
  read: (row, context) =>
    readWith(row, context, sweBenchWanted, (reader) =>
      sweBenchParts(reader, {
        image: reader.text('docker_image') ?? reader.text('image'),
        logParser: parserName(reader),
        labels: rowLabels(reader, labelFields(reader)),
        extra: structuredFields(reader.row, listColumns),
      }),
    ),
};
