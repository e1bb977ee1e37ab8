import { useEffect, useState } from 'preact/hooks';
import type { RowSays } from '../../src/protocol/instancePage';

/**
 * What is said of the selected row, asked for after the page is there, and anew when it changes. What was said of another
 * row is never shown for it.
 */
export const useSaid = (
  page: unknown,
  runKey: string | null,
  ask: (runKey: string) => Promise<RowSays | null>,
): RowSays | null => {
  const [said, setSaid] = useState<RowSays | null>(null);
  useEffect(() => {
    let isWanted = runKey !== null;
    if (runKey !== null)
      void ask(runKey).then(
        (found) => isWanted && setSaid(found),
        () => isWanted && setSaid(null),
      );
    return () => {
      isWanted = false;
    };
  }, [page, runKey]);
  return said?.runKey === runKey ? said : null;
};
