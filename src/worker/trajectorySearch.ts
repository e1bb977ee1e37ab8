import type { FindNews } from '../app/trajectory/findInTrajectory';
import type { FindProgress, FoundIn } from '../protocol/trajectoryFind';

/** Matches that are counted in all; a search that found them ends. */
const mostHits = 100_000;
/** A page that goes on asks at least this often, in milliseconds. */
const mostSilence = 5000;
const longestWait = 200;

const foundIn = (news: FindNews): FoundIn | null => {
  if (news.kind === 'step') return { place: { kind: 'step', idx: news.idx }, hits: news.hits };
  return news.kind === 'raw' ? { place: { kind: 'raw', ...news.place }, hits: news.hits } : null;
};

/** One search that goes on by itself while it is asked; its news are kept for whoever asks again. */
export class TrajectorySearch {
  private readonly stop = new AbortController();
  private readonly found: FoundIn[] = [];
  private state: FindProgress['state'] = 'going';
  private hits = 0;
  private rawParts = 0;
  private readonly missed = { slow: 0, fault: 0 };
  private failure: string | null = null;
  private asked = performance.now();
  private wake = (): void => {};

  constructor(
    private readonly steps: number,
    news: (signal: AbortSignal) => AsyncIterable<FindNews>,
  ) {
    void this.run(news(this.stop.signal));
  }

  get hasStopped(): boolean {
    return this.stop.signal.aborted;
  }

  end(): void {
    this.stop.abort();
  }

  async progress(since: number): Promise<FindProgress> {
    this.asked = performance.now();
    if (this.found.length <= since && this.state === 'going') await this.news();
    if (this.failure !== null) throw new Error(this.failure);
    const { slow, fault: unread } = this.missed;
    const { state, steps, rawParts } = this;
    return { found: this.found.slice(since), state, steps, rawParts, slow, unread, fault: null };
  }

  private news(): Promise<void> {
    return new Promise((resolve) => {
      const late = setTimeout(resolve, longestWait);
      this.wake = () => {
        clearTimeout(late);
        resolve();
      };
    });
  }

  private async run(all: AsyncIterable<FindNews>): Promise<void> {
    try {
      let rested = performance.now();
      for await (const one of all) {
        this.take(one);
        if (performance.now() - rested > 20) rested = await this.rest();
        if (this.hits >= mostHits) break;
      }
      this.state = this.hits >= mostHits ? 'full' : 'done';
    } catch (error) {
      if (!this.hasStopped) this.failure = error instanceof Error ? error.message : String(error);
      this.state = 'done';
    }
    this.wake();
  }

  /** Lets the worker answer others; nobody asks any more: it ends. */
  private async rest(): Promise<number> {
    await new Promise((resolve) => setImmediate(resolve));
    const now = performance.now();
    if (now - this.asked > mostSilence) this.end();
    return now;
  }

  private take(news: FindNews): void {
    const place = foundIn(news);
    if (place !== null) {
      this.found.push(place);
      this.hits += place.hits;
      this.wake();
    } else if (news.kind === 'unread') this.missed[news.reason] += 1;
    else this.rawParts += 1;
  }
}
