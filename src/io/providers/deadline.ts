import { type CallOptions, ModelFault } from '../../core/run/model/modelProvider';

/** A timer takes at most this many milliseconds. */
const longest = 2 ** 31 - 1;

/**
 * Runs a call under its options: `work` gets a signal that is aborted by the caller's or when the time is over. Throws
 * what the caller aborted with, or ModelFault (`time-out`), whatever `work` made of it, and doesn't wait for a `work`
 * that doesn't listen.
 */
export const withDeadline = async <T>(
  { signal, timeoutMs }: CallOptions,
  where: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const seconds = Math.round(timeoutMs / 1000);
  const fault = new ModelFault('time-out', `${where} did not answer to the end within ${seconds} s.`);
  const timer = setTimeout(() => controller.abort(fault), Math.min(timeoutMs, longest));
  const abort = (): void => controller.abort(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work(controller.signal), endOf(controller.signal)]);
  } catch (error) {
    throw controller.signal.aborted ? controller.signal.reason : error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
};

const endOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));
