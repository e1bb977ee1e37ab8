/**
 * The read-only document of one row ("Open Row"), as the editor's own file system reads it: for rows of files that no
 * editor opens at a place (Parquet, CSV, gzip, JSON documents, above 50 MB).
 */
export const rowUri = (path: string, id: string): string => {
  const name = `${id.replace(/[/\\]/g, '__')}.json`;
  const query = new URLSearchParams({ dataset: path, id }).toString();
  return `touchstone:/row/${encodeURIComponent(name)}?${encodeURIComponent(query)}`;
};
