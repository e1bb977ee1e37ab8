import type { LineParser, LogLine, LogReading } from '../lineParser';
import { type KeptPlan, KeptResults } from './keptResults';

/** A parser at work on one view of a log, and what it found. */
export class ParserReading {
  readonly results: KeptResults;
  private readonly reading: LogReading | null;

  /** `next` is the bit by which it asks for the next line. */
  constructor(
    parser: LineParser | null,
    plan: KeptPlan,
    private readonly next: number,
  ) {
    this.results = new KeptResults(plan);
    this.reading = parser?.read(this.results) ?? null;
  }

  /** Shows it a line; its bit where it wants the next one. */
  line(line: LogLine): number {
    this.reading?.line(line);
    if (!this.results.wantsNext) return 0;
    this.results.wantsNext = false;
    return this.next;
  }

  end(): void {
    this.reading?.end?.();
  }
}
