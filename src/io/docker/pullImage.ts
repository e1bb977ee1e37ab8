import type Docker from 'dockerode';
import type { ImageHooks } from '../../core/run/container/engine';
import { EnvironmentFault } from '../../core/shared/problem';
import { engineWords } from './faults';
import type { ImageName } from './imageName';
import { type ProgressMessage, readProgress } from './progressStream';

const pullMs = 30 * 60_000;
const quietMs = 2 * 60_000;
/** Progress is said ten times a second at the most. */
const sayEveryMs = 100;

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;

/** Adds up what the layers say of themselves. */
class PullProgress {
  readonly #layers = new Map<string, { current: number; total: number }>();
  #saidAt = 0;

  constructor(private readonly say: (text: string) => void) {}

  take({ id, status, progressDetail }: ProgressMessage): void {
    if (id !== undefined && status === 'Downloading' && progressDetail?.total !== undefined)
      this.#layers.set(id, { current: progressDetail.current ?? 0, total: progressDetail.total });
    const now = Date.now();
    if (now - this.#saidAt < sayEveryMs) return;
    this.#saidAt = now;
    const layers = [...this.#layers.values()];
    const current = layers.reduce((sum, layer) => sum + layer.current, 0);
    const total = layers.reduce((sum, layer) => sum + layer.total, 0);
    this.say(total === 0 ? (status ?? '') : `${megabytes(current)} of ${megabytes(total)}`);
  }
}

const pullFault = (name: ImageName, words: string): EnvironmentFault =>
  new EnvironmentFault(
    'image',
    `The image ${name.reference} could not be pulled: ${words}. Name another in \`environments[].image\` of ` +
      'touchstone.yaml or in the setting touchstone.images, or build it.',
  );

/** Pulls one image. Ends it after 30 minutes, or after 2 without any progress. Throws EnvironmentFault('image'). */
export const pullImage = async (docker: Docker, name: ImageName, hooks: ImageHooks, signal?: AbortSignal) => {
  const quiet = new AbortController();
  let timer = setTimeout(() => quiet.abort(), quietMs);
  const limits = [quiet.signal, AbortSignal.timeout(pullMs), ...(signal ? [signal] : [])];
  const progress = new PullProgress((text) => hooks.onProgress(`Pulling ${name.reference}: ${text}`));
  try {
    const stream = await docker.pull(name.reference, { abortSignal: AbortSignal.any(limits) });
    const error = await readProgress(stream as AsyncIterable<Uint8Array>, (message) => {
      clearTimeout(timer);
      timer = setTimeout(() => quiet.abort(), quietMs);
      progress.take(message);
    });
    if (error !== null) throw pullFault(name, error);
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof EnvironmentFault) throw error;
    throw pullFault(name, quiet.signal.aborted ? 'nothing came for 2 minutes' : engineWords(error));
  } finally {
    clearTimeout(timer);
  }
};
