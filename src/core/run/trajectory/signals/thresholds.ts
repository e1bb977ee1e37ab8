/** From how many on in a row, or in all, something is a signal; with the source of the figure. */
export const thresholds = {
  /** Same action and observation in a row: OpenHands' stuck detector. */
  sameActionAndObservation: 4,
  /** Same action with an error each time, in a row: OpenHands' stuck detector. */
  sameActionAndError: 3,
  /** The same message without a call, in a row: OpenHands' stuck detector. */
  monologue: 3,
  /** Steps to and fro between two actions and their observations: OpenHands' stuck detector. */
  alternation: 6,
  /** Identical calls in a row, whatever came back: Gemini CLI's loop detection. */
  identicalCalls: 5,
  /** Replies that could not be read: mini-swe-agent gives up after 3 in a row; here counted in all. */
  formatErrors: 3,
  /** Refused edits: as measured (edits with syntax errors). */
  refusedEdits: 3,
  /** Commands that are not there: as refused edits; not measured. */
  missingCommands: 3,
  /** Errors of the kind that using a library wrongly gives: as the measured error observations. */
  knowledgeErrors: 5,
  /** Changed lines of the patch for each one of the reference solution, and so many more at the least; not measured. */
  timesGoldLines: 3,
  linesBeyondGold: 20,
  /** Identifiers that a statement must name before their absence says anything; not measured. */
  identifiers: 2,
} as const;
