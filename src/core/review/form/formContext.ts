import type { Point } from '../rubric/rubric';

/** What the form needs to know of the item. */
export interface FormContext {
  /** What is on screen: names of panes, and `model_name`, `judge`, `peers` where these are shown. */
  readonly visible: readonly string[];
  /** Labels of the item, for example `{ taskType: ['BF'] }`; a missing name is unknown and meets no condition. */
  readonly unit: Readonly<Record<string, readonly string[]>>;
  /** The instance's own checklist, for criteria whose points come from it. */
  readonly points: readonly Point[];
}
