import type { TestStatus } from '../testResult';
import { flatText } from './flatText';
import type { LogPlace, ResultSink } from './lineParser';

/** Results that wait until it is known whether they count. */
export interface HeldResults {
  set(id: string, status: TestStatus, place: LogPlace): void;
  /** Forgets what waits. */
  drop(): void;
  /** Hands everything that waits to the sink, in its order. */
  flush(): void;
}

/**
 * Holds results back, for formats where a later line decides whether earlier ones count at all. Where the harness's own
 * parser breaks off with an error, there is no report; results read so far are dropped then, so that no score is made of
 * them.
 */
export const heldResults = (sink: ResultSink): HeldResults => {
  let held: (readonly [id: string, status: TestStatus, place: LogPlace])[] = [];
  return {
    set: (id, status, { line, start, end }) => {
      held.push([flatText(id), status, { line, start, end }]);
    },
    drop: () => {
      held = [];
    },
    flush: () => {
      for (const [id, status, place] of held) sink.set(id, status, place);
      held = [];
    },
  };
};
