import type { Fields, RowFormat } from './formats/rowFormat';
import { isFolderName, isRepoName } from './validity';

/** What a list needs of a row. */
export interface RowSummary {
  readonly id: string;
  readonly repo: string;
  readonly title: string | null;
}

/** What a prompt of source text begins with and what says nothing of the task. */
const isImport = (line: string): boolean => /^(?:from\s+[\w.]+\s+)?import\s[\w.,*()\s]+$/.test(line);

/**
 * First line of the statement with text in it, uncut, imports aside where something follows them; null where there is
 * none. Markdown marks are left as they are.
 */
export const titleOf = (statement: string | null): string | null => {
  if (statement === null) return null;
  let first: string | null = null;
  for (let start = 0; start <= statement.length; ) {
    const found = statement.indexOf('\n', start);
    const end = found < 0 ? statement.length : found;
    const line = statement.slice(start, end).trim();
    if (line !== '' && !isImport(line)) return line;
    first ??= line === '' ? null : line;
    start = end + 1;
  }
  return first;
};

/**
 * The summary of a row in whose listed columns nothing is missing or odd; null for all others, which the format itself
 * reads and words. A shortcut for typed columns (Parquet), where the columns that aren't listed can't be of a wrong
 * type.
 */
export const quickSummary = (value: unknown, format: RowFormat): RowSummary | null => {
  const { id, repo, statement } = format.list(value as Fields);
  if (id === null || repo === null || statement === null) return null;
  if (!isFolderName(id) || !isRepoName(repo)) return null;
  return { id, repo, title: titleOf(statement) };
};
