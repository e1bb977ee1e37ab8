/**
 * A path of a study file as parts below the study's folder; null where it leaves it (`..`, absolute, a drive).
 * Purely by its text: links are looked at where files are opened.
 */
const partsInside = (path: string): readonly string[] | null => {
  if (/^(?:[/\\]|[A-Za-z]:)/.test(path) || path.includes('\0')) return null;
  const parts: string[] = [];
  for (const part of path.split(/[/\\]/)) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts;
};

/** Whether the path stays in the study's folder. */
export const staysInside = (path: string): boolean => partsInside(path) !== null;

/** Name of the last part without its endings: `predictions/a.pred.jsonl.gz` gives `a`. */
export const stemOf = (path: string): string => {
  const name = path.split(/[/\\]/).findLast((part) => part !== '') ?? path;
  return name.replace(/\.(?:gz|jsonl|json|parquet|pred|yaml|yml|csv)$/i, '').replace(/\.(?:jsonl|json)$/i, '') || name;
};

/** `path` as written in a file of `folder`, as an absolute path with `/`; `..` is taken away by its text. */
export const joinPath = (folder: string, path: string): string => {
  if (/^(?:[/\\]|[A-Za-z]:[/\\])/.test(path)) return path;
  const parts = folder.split(/[/\\]/);
  for (const part of path.split(/[/\\]/)) {
    if (part === '' || part === '.') continue;
    if (part === '..' && parts.length > 1) parts.pop();
    else parts.push(part);
  }
  return parts.join('/');
};

/** An absolute path as it stands below a folder, with `/`; '' for the folder itself, null where it isn't below it. */
export const pathBelow = (folder: string, path: string): string | null => {
  const [from, to] = [folder, path].map((each) => each.replaceAll('\\', '/').replace(/\/+$/, ''));
  if (from === to) return '';
  return to?.startsWith(`${from}/`) ? to.slice((from?.length ?? 0) + 1) : null;
};

/** Last part of a path. */
export const nameOf = (path: string): string => path.split(/[/\\]/).findLast((part) => part !== '') ?? path;

/** The folder that holds the path; `/` at the top. */
export const folderOf = (path: string): string => path.replace(/[/\\]+$/, '').replace(/[/\\][^/\\]*$/, '') || '/';
