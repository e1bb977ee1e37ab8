import { EnvironmentFault } from '../../core/shared/problem';

const causes: Readonly<Record<string, string>> = {
  ENOSPC: 'disk full. Draft kept; free space, then press again.',
  EDQUOT: 'quota used up. Draft kept; free space, then press again.',
  EFBIG: 'the file may not grow any more (a limit of this machine). Draft kept; raise it, then press again.',
  EROFS: 'the folder is read-only. Draft kept; open the study where it can be written.',
  EACCES: 'no permission to write there. Draft kept; change the rights of .touchstone, then press again.',
  EPERM: 'no permission to write there. Draft kept; change the rights of .touchstone, then press again.',
};

/** A failed save in words: what happened, that the draft is kept, what to do. */
export const notSaved = (error: unknown, path: string): EnvironmentFault => {
  if (error instanceof EnvironmentFault) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  const cause = (code && causes[code]) ?? `${message}. Draft kept; press again.`;
  return new EnvironmentFault('disk', `Not saved: ${cause} (${path})`);
};

/** Words that were said to be erased and are still there. */
export const notErased = (error: unknown, path: string): EnvironmentFault =>
  new EnvironmentFault(
    'disk',
    `Not erased: ${(error as Error).message}. The event is written, the words are still in ${path}. Erase again.`,
  );
