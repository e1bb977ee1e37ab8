import type { Instance } from '../../core/instance/instance';
import type { ScheduledItem } from '../../core/run/schedule/schedule';
import type { BoardItem } from './itemBoard';

/** One instance's attempt of a run, as it is scheduled. */
export interface RunTask extends ScheduledItem {
  readonly instance: Instance;
  readonly board: BoardItem;
  /** What a person said to the model and it has not heard. */
  readonly said: string[];
}
