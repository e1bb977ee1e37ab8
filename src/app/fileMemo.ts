/**
 * Gives what `read` gave for the file the last time, as long as the file has not changed since. Several openings may
 * wait for one reading, so nobody's signal stops it.
 */
export type FileMemo = <T>(kind: string, path: string, read: () => Promise<T>) => Promise<T>;
