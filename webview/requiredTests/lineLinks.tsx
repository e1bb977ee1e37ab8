/** What can be done with a line of the log; null: not here. */
export interface Lines {
  readonly open: ((line: number) => void) | null;
  readonly add: ((line: number) => void) | null;
}

/** Opens a line of the log, and adds it to the form while the item is judged. */
export const LineLinks = ({ line, what, lines }: { line: number | null; what: string; lines: Lines }) => {
  const { open, add } = lines;
  if (line === null || open === null) return <span class="quiet">none</span>;
  return (
    <>
      <button type="button" class="link" aria-label={`Line ${line} of the log: ${what}`} onClick={() => open(line)}>
        L{line.toLocaleString('en')}
      </button>
      {add && (
        <button
          type="button"
          class="link add"
          aria-label={`Add line ${line} as evidence: ${what}`}
          title="Add this line as evidence"
          onClick={() => add(line)}
        >
          + evidence
        </button>
      )}
    </>
  );
};
