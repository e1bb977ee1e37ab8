import type { TestStatus } from '../testResult';
import { flatText } from './flatText';
import type { LogPlace, ResultSink } from './lineParser';

/** Results that wait until it is known whether they count. */
export interface HeldResults {
  set(id: string, status: TestStatus, place: LogPlace): void;
  /** Hands everything that waits to the sink, in its order. */
  flush(): void;
}

/** Holds results back, for formats where one kind of result stands against another wherever either is. */
export const heldResults = (sink: ResultSink): HeldResults => {
  let held: (readonly [id: string, status: TestStatus, place: LogPlace])[] = [];
  return {
    set: (id, status, { line, start, end }) => {
      held.push([flatText(id), status, { line, start, end }]);
    },
    flush: () => {
      for (const [id, status, place] of held) sink.set(id, status, place);
      held = [];
    },
  };
};
