import type { ProgressMessage } from './progressStream';

/** Progress is said ten times a second at the most. */
const sayEveryMs = 100;

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;

/** Adds up what the layers of a pull say of themselves. */
export class PullProgress {
  readonly #layers = new Map<string, { current: number; total: number }>();
  #saidAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly say: (text: string) => void) {}

  take({ id, status, progressDetail }: ProgressMessage): void {
    if (id !== undefined && status === 'Downloading' && progressDetail?.total !== undefined)
      this.#layers.set(id, { current: progressDetail.current ?? 0, total: progressDetail.total });
    const layer = id === undefined ? undefined : this.#layers.get(id);
    // The last part of a layer isn't said by itself.
    if (layer !== undefined && status === 'Download complete') layer.current = layer.total;
    const now = performance.now();
    if (now - this.#saidAt < sayEveryMs) return;
    this.#saidAt = now;
    const layers = [...this.#layers.values()];
    const current = layers.reduce((sum, part) => sum + part.current, 0);
    const total = layers.reduce((sum, part) => sum + part.total, 0);
    this.say(total === 0 ? (status ?? '') : `${megabytes(current)} of ${megabytes(total)}`);
  }
}
