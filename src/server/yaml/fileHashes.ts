import type { FilePort } from '../../core/shared/files';

/** Files whose hashes are kept. */
const mostKept = 100;

/** SHA-256 of files, each taken once while the file stays as it is. */
export const rememberedHash = (files: FilePort): ((path: string) => Promise<string>) => {
  const kept = new Map<string, { readonly stamp: string; readonly hash: string }>();
  return async (path) => {
    const found = await files.stat(path);
    const stamp = `${found?.bytes} ${found?.modifiedMs}`;
    const known = kept.get(path);
    if (known?.stamp === stamp) return known.hash;
    const hash = await files.hash(path);
    kept.delete(path);
    kept.set(path, { stamp, hash });
    const oldest = kept.keys().next().value;
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
    return hash;
  };
};
