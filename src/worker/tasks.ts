/** Calls under way, by the names that their callers gave them, so that `cancel` finds them. */
export class Tasks {
  private readonly running = new Map<string, Set<AbortController>>();

  /** Runs the work with a signal that `cancel` of the same name aborts; without a name nothing can stop it. */
  async run<T>(name: string | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const stop = new AbortController();
    if (name === undefined) return work(stop.signal);
    const peers = this.running.get(name) ?? new Set();
    this.running.set(name, peers.add(stop));
    try {
      return await work(stop.signal);
    } catch (error) {
      throw stop.signal.aborted ? stop.signal.reason : error;
    } finally {
      peers.delete(stop);
      if (peers.size === 0) this.running.delete(name);
    }
  }

  cancel(name: string): void {
    for (const stop of this.running.get(name) ?? []) stop.abort(new Error('Cancelled'));
  }
}
