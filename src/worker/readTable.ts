import type { TrajectoryRow } from '../core/run/trajectory/trajectoryRow';
import type { TrajectoryPlacing } from '../core/study/placeTrajectory';
import { tableRow } from '../core/study/trajectoryTable/tableRow';
import type { TableRows } from '../protocol/trajectoryTable';

const mostRows = 500;
/** Rows behind the first come together: the page draws once for all of them. */
const togetherMs = 100;

/** Rows that are read one by one and asked for in pieces, each piece as soon as there is one. */
export class ReadTable {
  private readonly rows: TrajectoryRow[] = [];
  private placing: TrajectoryPlacing | null = null;
  private age = 0;
  private isRead = false;
  private fault: string | null = null;
  private wake: () => void = () => {};
  private woken = new Promise<void>((resolve) => {
    this.wake = resolve;
  });
  readonly stop = new AbortController();

  /** `root`: the folder below which paths are shown. */
  constructor(private readonly root: string) {}

  /** What the study knows of all rows, those that were given before as well. */
  place(placing: TrajectoryPlacing): void {
    this.placing = placing;
    this.age += 1;
    this.tell();
  }

  async fill(source: AsyncIterable<TrajectoryRow>): Promise<void> {
    try {
      for await (const row of source) {
        this.rows.push(row);
        this.tell();
      }
      this.close(null);
    } catch (error) {
      this.fail(error);
    }
  }

  /** No row is coming any more, and why. */
  fail(error: unknown): void {
    this.close(error instanceof Error ? error.message : String(error));
  }

  private close(fault: string | null): void {
    this.fault = fault;
    this.isRead = true;
    this.tell();
  }

  async next(age: number, wanted: number): Promise<TableRows> {
    while (age === this.age && wanted >= this.rows.length && !this.isRead) await this.woken;
    if (wanted > 0 && !this.isRead) await new Promise((resolve) => setTimeout(resolve, togetherMs));
    const from = age === this.age ? wanted : 0;
    const rows = this.rows.slice(from, from + mostRows).map((row) => tableRow(this.root, this.placing, row));
    const isWhole = this.isRead && from + rows.length >= this.rows.length;
    return { age: this.age, from, rows, isWhole, fault: isWhole ? this.fault : null };
  }

  end(): void {
    this.stop.abort(new Error('Cancelled'));
    this.close(null);
  }

  private tell(): void {
    this.wake();
    this.woken = new Promise((resolve) => {
      this.wake = resolve;
    });
  }
}
