import { eventVersion, noPrevious, sealEvent, type TouchstoneEvent } from '../../../../../src/core/review/events/event';
import { sha256 } from '../../../../../src/io/store/sha256';

const subject = 'a'.repeat(64);

/** A judging event's body, as little of it as folding needs. */
export const judged = (presentation: string, overall: unknown, more: object = {}) => ({
  subject,
  presentation,
  rubric: { id: 'patch-review', version: '1.0.0', hash: 'b'.repeat(64) },
  overall: { id: 'overall', value: overall, evidence: [] },
  of: {
    unit: 'prediction',
    benchmark: 'swe-bench',
    instance: 'i1',
    base: null,
    patch: 'c'.repeat(64),
    trajectory: null,
  },
  phase: 'main',
  ...more,
});

export interface Planned {
  readonly type?: string;
  readonly body?: object;
  readonly ts?: string;
  readonly id?: string;
}

/** Events one after the other in one file. */
export const chainOf = (planned: readonly Planned[], rater = 'r1', device = 'laptop-01') => {
  const events: TouchstoneEvent[] = [];
  const lines: string[] = [];
  for (const [index, { type = 'activity', body = {}, ts, id }] of planned.entries()) {
    const { event, line } = sealEvent(
      {
        ...{ v: eventVersion, id: id ?? `${rater}-${device}-${index}`, study: 's', rater, device, seq: index + 1 },
        ...{ prev: events.at(-1)?.hash ?? noPrevious, ts: ts ?? `2026-11-30T12:00:${String(index).padStart(2, '0')}Z` },
        ...{ tool: 'test', type, body: body as Record<string, unknown> },
      },
      sha256,
    );
    events.push(event);
    lines.push(line);
  }
  return { events, lines };
};
