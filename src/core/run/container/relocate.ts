const heredocStart = /<<-?\s*(['"]?)([A-Za-z_][A-Za-z0-9_]*)\1/;

/**
 * Puts another folder where a script says `/testbed`, as a whole word alone: `/testbed/src` is meant, `/opt/testbed`
 * and `/testbed2` are not. Text of heredocs is data (the test patch) and stays as it is.
 */
export const relocateTestbed = (
  script: string,
  testbed: string,
  folder: string,
): { readonly script: string; readonly replaced: number } => {
  const escaped = testbed.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const word = new RegExp(`(?<![\\w./-])${escaped}(?![\\w.-])`, 'g');
  let end: string | null = null;
  let replaced = 0;
  const lines = script.split('\n').map((line) => {
    if (end !== null) {
      if (line.trim() === end) end = null;
      return line;
    }
    end = heredocStart.exec(line)?.[2] ?? null;
    return line.replace(word, () => {
      replaced += 1;
      return folder;
    });
  });
  return { script: lines.join('\n'), replaced };
};
