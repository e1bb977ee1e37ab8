/** Thrown where a person stopped the attempt while something was waited for. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

/** Waits for a work no longer than until the signal is aborted; the work itself goes on, its end unheard. */
export const untilStopped = async <T>(signal: AbortSignal, work: Promise<T>): Promise<T> => {
  if (signal.aborted) {
    work.catch(() => undefined);
    throw new Stopped();
  }
  let stop = (): void => undefined;
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(new Stopped());
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, stopped]);
  } finally {
    signal.removeEventListener('abort', stop);
    work.catch(() => undefined);
  }
};
