import type { KeyHint } from '../kit/help';

/** Every key of the page, for its list. */
export const allKeys: readonly KeyHint[] = [
  ['Tab', 'sets, flows, instances'],
  ['↑ ↓', 'instances; Home, End, PageUp, PageDown, Ctrl+Home, Ctrl+End as in every list'],
  ['← →', 'the instance, A, B'],
  ['Enter', 'at A or B: review that run; at the instance: open it'],
  ['O', 'open the instance'],
  ['L', 'open the log at the line that decided the error type'],
  ['S', 'swap A and B'],
  ['T', 'flow as a table alone, or with its picture'],
  ['E', 'read the logs again for error types'],
  ['X', 'save the table as CSV'],
  ['?', 'this list'],
];

/** The keys that its foot names. */
export const hints: readonly KeyHint[] = [
  ['↑ ↓', 'instances'],
  ['← →', 'side'],
  ['Enter', 'review'],
  ['O', 'open'],
  ['L', 'log line'],
  ['S', 'swap'],
  ['T', 'table'],
  ['X', 'save CSV'],
];
