import { fieldsAt, numberAt, valueAt } from '../../fields';
import type { Usage } from '../../step';
import { noUsage, sumKnown } from '../usageSum';

/** Tokens as Codex writes them; `input_tokens` includes cached ones. Null where the value holds no count. */
export const codexUsage = (value: unknown): Usage | null => {
  const usage: Usage = {
    prompt: numberAt(value, 'input_tokens') ?? numberAt(value, 'prompt'),
    cached: numberAt(value, 'cached_input_tokens'),
    cacheWrite: numberAt(value, 'cache_write_input_tokens'),
    completion: numberAt(value, 'output_tokens') ?? numberAt(value, 'completion'),
    reasoning: numberAt(value, 'reasoning_output_tokens'),
  };
  return Object.values(usage).every((count) => count === null) ? null : usage;
};

const fields = ['prompt', 'cached', 'cacheWrite', 'completion', 'reasoning'] as const;
type Write<T> = { -readonly [K in keyof T]: T[K] };

const addUsage = (left: Usage, right: Usage): Usage => {
  const sum: Write<Usage> = { ...noUsage };
  for (const field of fields) sum[field] = sumKnown(left[field], right[field]);
  return sum;
};

const grew = (before: Usage, after: Usage): boolean =>
  fields.every((field) => (after[field] ?? 0) >= (before[field] ?? 0));

/**
 * Usage that each turn states, of which Codex's versions disagree whether it counts the turn or all turns so far. A
 * running total never falls in any field: where one does, turns are counted and summed; where none does, in two turns
 * or more, the last one stands for all.
 */
export class TurnUsages {
  private turns = 0;
  private sum: Usage = noUsage;
  private last: Usage = noUsage;
  private rising = true;

  add(usage: Usage): void {
    if (this.turns > 0 && !grew(this.last, usage)) this.rising = false;
    this.turns += 1;
    this.sum = addUsage(this.sum, usage);
    this.last = usage;
  }

  get total(): Usage | null {
    if (this.turns === 0) return null;
    return this.turns > 1 && this.rising ? this.last : this.sum;
  }

  warnings(): readonly string[] {
    if (this.turns < 2) return [];
    return this.rising
      ? [`Usage of the ${this.turns} turns never falls: read as a running total, of which the last counts.`]
      : [`Usage of the ${this.turns} turns falls in between: read as each turn's own, and summed.`];
  }
}

/** What one `token_count` says, and whether a call of the model stands behind it. */
export interface TokenCount {
  readonly usage: Usage;
  readonly isCall: boolean;
}

/**
 * The `token_count` lines of a rollout. `total_token_usage` runs over the session, copied context of a fork included;
 * a line whose total did not move repeats an earlier one (a change of rate limits, an estimate after compaction).
 *
 * Two figures come of it, and neither replaces the other. The running total is what the calls took: releases of 2026
 * say every count again with each change of a limit, so that sums of `last_token_usage` came out at up to three times it
 * (ccusage/ccusage#876, #1288). The sum of `last_token_usage` over all lines is what trackers of usage print, and by
 * which forks are checked: a child holds the lines of its parent, so the child's sum is that of both sessions, counted
 * once, and the two sums added up are the naive figure.
 */
export class TokenCounts {
  calls = 0;
  private repeats = 0;
  private before: Usage = noUsage;
  private total: Usage | null = null;
  private lastSum = 0;
  private readonly perCall = new TurnUsages();

  /** Null where the line holds no count. */
  add(info: unknown): TokenCount | null {
    this.lastSum += numberAt(info, 'last_token_usage', 'total_tokens') ?? 0;
    const running = codexUsage(valueAt(info, 'total_token_usage'));
    const last = codexUsage(valueAt(info, 'last_token_usage')) ?? (running === null ? codexUsage(info) : null);
    if (running === null) return last === null ? null : this.alone(last);
    const moved = this.total === null || fields.some((field) => this.total?.[field] !== running[field]);
    if (moved) this.move(running);
    else this.repeats += 1;
    return { usage: last ?? running, isCall: moved };
  }

  /** All calls; null where no line counts. */
  get usage(): Usage | null {
    if (this.total === null) return this.perCall.total;
    return addUsage(this.before, this.total);
  }

  /** The sum of every line's own figure; null where lines have none, or no running total stands beside it. */
  get byLine(): number | null {
    return this.total === null || this.lastSum === 0 ? null : this.lastSum;
  }

  warnings(): readonly string[] {
    if (this.total === null) return this.perCall.warnings();
    const running = (this.usage?.prompt ?? 0) + (this.usage?.completion ?? 0);
    if (this.lastSum === 0 || this.lastSum === running) return [];
    const of = `${this.repeats} token_count ${this.repeats === 1 ? 'line' : 'lines'} did not move it`;
    return [`Tokens by the running total: ${running}; the calls' own figures add up to ${this.lastSum} (${of}).`];
  }

  private alone(usage: Usage): TokenCount {
    this.calls += 1;
    this.perCall.add(usage);
    return { usage, isCall: true };
  }

  /** A total that falls was begun anew: what it had counted is kept. */
  private move(running: Usage): void {
    if (this.total !== null && !grew(this.total, running)) this.before = addUsage(this.before, this.total);
    this.total = running;
    this.calls += 1;
  }
}

/** Seconds and nanoseconds of a `duration` as milliseconds; null where it is written otherwise. */
export const codexDurationMs = (value: unknown): number | null => {
  const duration = fieldsAt(value, 'duration');
  const secs = numberAt(duration, 'secs');
  return secs === null ? null : secs * 1000 + (numberAt(duration, 'nanos') ?? 0) / 1e6;
};
