import { getLocation } from 'jsonc-parser';
import type { RowKindName } from './rowFacts';
import type { Span } from './text/rowSheet';

/** Where in a row a caret stands. */
export interface PlaceInRow {
  /** Names and places on the way, as `tests_status`, `FAIL_TO_PASS`, `success`, 2. */
  readonly path: readonly (string | number)[];
  readonly isKey: boolean;
  /** The key or value under the caret; null between them. */
  readonly node: { readonly span: Span; readonly value: unknown; readonly isText: boolean } | null;
}

/** The place of an offset, also in a row that is being written; null where it can't be told (nested without end). */
export const placeInRow = (text: string, offset: number): PlaceInRow | null => {
  try {
    const { path, isAtPropertyKey, previousNode } = getLocation(text, offset);
    const span = previousNode && { start: previousNode.offset, end: previousNode.offset + previousNode.length };
    const within = span !== undefined && offset >= span.start && offset <= span.end;
    const isText = previousNode?.type === 'string' || previousNode?.type === 'property';
    const node = within && span ? { span, value: previousNode?.value as unknown, isText } : null;
    return { path, isKey: isAtPropertyKey, node };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
};

const idFields: ReadonlySet<unknown> = new Set(['instance_id', 'task_id', 'question_id', 'number']);

/** Whether an id of an instance stands at the path: the row's own, or an entry of the lists of a run's summary. */
export const isIdPlace = (kind: RowKindName, path: readonly (string | number)[]): boolean => {
  const own = path.at(-1);
  if (kind !== 'summary') return idFields.has(own) && (path.length === 1 || (path.length === 2 && path[0] === 'row'));
  return path.length === 2 && typeof own === 'number' && /(_ids|^resolved)$/.test(String(path[0]));
};
