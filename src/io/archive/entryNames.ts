/** What the file system that a tree is written to can't tell apart or keep. */
export interface NameRules {
  /** Names that differ in case or in the form of their accents are one. */
  readonly foldsCase: boolean;
  /** Names of devices, trailing dots and some characters are taken. */
  readonly windows: boolean;
}

const longestName = 4096;

const windowsFault = (part: string): string | null => {
  if (/^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\..*)?$/i.test(part)) return 'a name that Windows keeps for a device';
  if (/[<>:"|?*]/.test(part) || [...part].some((letter) => letter < ' '))
    return 'a character that Windows has no names with';
  return /[. ]$/.test(part) ? 'a name that ends in a dot or blank' : null;
};

/**
 * The parts of an entry's name below the archive's root, or why it is refused. An empty list is the root itself. The
 * sandbox wrote the name.
 */
export const entryParts = (name: string, rules: NameRules): readonly string[] | string => {
  if (name === '') return 'an empty name';
  if (name.length > longestName) return 'a name that is too long';
  if (name.startsWith('/')) return 'an absolute name';
  if (name.includes('\0') || name.includes('\\')) return 'a NUL or backslash in its name';
  const parts = name.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.includes('..')) return 'a path that leaves the folder';
  return (rules.windows ? parts.map(windowsFault).find((fault) => fault !== null) : null) ?? parts;
};

/** By which two names are known to be the same file there. */
export const nameKey = (name: string, rules: NameRules): string =>
  rules.foldsCase ? name.normalize('NFKC').toLowerCase() : name;
