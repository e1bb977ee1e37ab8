/** First and last of the times that a file names. */
export class TimeSpan {
  startedAt: number | null = null;
  endedAt: number | null = null;

  add(time: number | null): void {
    if (time === null) return;
    if (this.startedAt === null || time < this.startedAt) this.startedAt = time;
    if (this.endedAt === null || time > this.endedAt) this.endedAt = time;
  }
}
