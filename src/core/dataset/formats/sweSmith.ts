import { reversePatch } from '../../patch/reversePatch';
import { listBy } from './listRow';
import type { RowFormat } from './rowFormat';
import { type RowReader, readWith } from './rowReader';
import { sweBenchFields, sweBenchParts } from './sweBenchParts';

const wanted = ['repo', 'patch', 'FAIL_TO_PASS', 'PASS_TO_PASS'];

/** The row's patch puts the bug in, so gold is its exact reverse. The patch itself stays in `extra`. */
const gold = (reader: RowReader): string | null => {
  const injected = reader.row['patch'];
  if (typeof injected !== 'string') return reader.diff('patch');
  const reversed = reversePatch(injected);
  if (reversed.ok) return reversed.value;
  reader.note('patch', `patch can't be reversed: ${reversed.error}. The row opens without a gold patch.`);
  return null;
};

/** SWE-smith (`formats.md` A4). */
export const sweSmith: RowFormat = {
  benchmark: 'swe-smith',
  name: 'swe-smith',
  listFields: sweBenchFields,
  list: listBy(sweBenchFields),
  matches: (row) =>
    Object.hasOwn(row, 'instance_id') && typeof row['repo'] === 'string' && row['repo'].startsWith('swesmith/'),
  read: (row, context) =>
    readWith(row, context, wanted, (reader) =>
      sweBenchParts(reader, {
        goldPatch: gold(reader),
        image: reader.text('image_name') ?? reader.text('image'),
      }),
    ),
};
