const ownerAndName = /^[A-Za-z0-9][A-Za-z0-9._-]*\/(?!\.{1,2}$)[A-Za-z0-9._][A-Za-z0-9._-]*$/;

/** Whether `repo` has the shape `owner/name` and nothing else, so that it may become an address. */
export const isRepoName = (repo: string): boolean => ownerAndName.test(repo);

const isHexDigit = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 97 && code <= 102) || (code >= 65 && code <= 70);

/** Whether `commit` is 40 (SHA-1) or 64 (SHA-256) hex digits. A loop: lists check every row, and it beats a pattern. */
export const isCommit = (commit: string): boolean => {
  if (commit.length !== 40 && commit.length !== 64) return false;
  for (let i = 0; i < commit.length; i++) if (!isHexDigit(commit.charCodeAt(i))) return false;
  return true;
};

/** Whether an id may stand as one folder name: no separators, no control characters, not `.` or `..`, at most 200. */
export const isFolderName = (id: string): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
  id !== '' && id !== '.' && id !== '..' && id.length <= 200 && !/[/\\:*?"<>|\u0000-\u001f\u007f]/.test(id);
