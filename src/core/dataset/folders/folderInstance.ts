import { emptyInstance } from '../../instance/emptyInstance';
import type { Instance } from '../../instance/instance';
import type { RowReading } from '../readRow';
import type { FolderTexts } from './folderTexts';

type Known = Pick<Instance, 'id' | 'benchmark' | 'format'> & Partial<Instance>;

/** An instance of which only these fields are known; everything else is null or empty. */
export const folderInstance = ({ id, benchmark, format, ...known }: Known): Instance => ({
  id,
  benchmark,
  format,
  ...emptyInstance,
  extra: {},
  ...known,
});

/** The instance with every note of its folder. */
export const opened = (texts: FolderTexts, instance: Instance): RowReading => ({
  kind: 'instance',
  instance,
  notes: texts.notes,
});

/** A text field of a document; null where it is something else or not there. */
export const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
