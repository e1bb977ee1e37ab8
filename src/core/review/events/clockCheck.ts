import { counted } from '../../shared/counted';
import type { TouchstoneEvent } from './event';

/** Clocks of machines are set by less than this all the time. */
const unnoticed = 60_000;
const toldAtMost = 5;

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const lengthWords = (ms: number): string => {
  if (ms >= 2 * day) return counted(Math.floor(ms / day), 'day');
  return ms >= 2 * hour ? counted(Math.floor(ms / hour), 'hour') : counted(Math.floor(ms / minute), 'minute');
};

/** Where the clock of a chain's machine went back between two events: no fault of the chain, whose own order counts. */
export class ClockCheck {
  private latest = Number.NEGATIVE_INFINITY;
  private readonly told: string[] = [];
  private jumps = 0;

  constructor(private readonly file: string) {}

  add({ ts }: TouchstoneEvent, line: number): void {
    const at = Date.parse(ts);
    if (Number.isNaN(at)) return;
    const back = this.latest - at;
    if (back > unnoticed && ++this.jumps <= toldAtMost)
      this.told.push(
        `${this.file} event ${line}: the clock went back by ${lengthWords(back)}. The order of the chain counts.`,
      );
    this.latest = at;
  }

  notes(): readonly string[] {
    const more = this.jumps - this.told.length;
    return more > 0 ? [...this.told, `${this.file}: the clock went back ${counted(more, 'more time')}.`] : this.told;
  }
}
