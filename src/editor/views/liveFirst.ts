/** Rows of runs: those that go on, what was found unfinished, then what has ended, the last one first. */
export const liveFirst = <Run extends { readonly end: unknown }, Row>(
  runs: readonly Run[],
  unfinished: readonly Row[],
  row: (run: Run) => Row,
): readonly Row[] => [
  ...runs.filter(({ end }) => end === null).map(row),
  ...unfinished,
  ...runs
    .filter(({ end }) => end !== null)
    .map(row)
    .reverse(),
];
