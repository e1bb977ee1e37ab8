/** Characters that some file system leaves out of names when it compares them, so that `.g\u200cit` is `.git` there. */
const ignored = /[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;

/**
 * Whether some file system, or git on it, takes one part of a path for `.git`, whose settings and hooks git would run:
 * letters of another case or width, trailing dots and blanks, streams and short names of Windows.
 */
export const isGitFolder = (part: string): boolean =>
  /^(?:\.git|git~\d+)[. ]*(?::.*)?$/is.test(part.normalize('NFKC').replace(ignored, ''));
