import { changesOfStep } from '../../core/run/trajectory/patchSoFar/stepChanges';
import { hasFreshShell } from './filesAtStep';
import type { OpenedTrajectory } from './openTrajectory';
import { readStep } from './readStep';

/** Edits that are looked at; beyond them the answer is not worth the wait. */
const mostRead = 500;

/**
 * The first step that changed files in a way that its record alone does not say, and how; null where every edit is
 * recorded exactly, the file gives its own diffs, or nothing of it is found among the first 500 edits. Whether an
 * exact edit fits is for `FilesAtSteps` to find.
 */
export const firstInexact = async (
  opened: OpenedTrajectory,
): Promise<{ readonly idx: number; readonly why: string } | null> => {
  const edits = opened.entries.filter(({ kind }) => kind === 'edit' || kind === 'submit');
  for (const entry of edits.slice(0, mostRead)) {
    const step = await readStep(opened, entry);
    if (step.givenPatch !== null) return null;
    const change = changesOfStep(step, hasFreshShell(opened)).find(({ kind }) => kind === 'inexact');
    if (change?.kind === 'inexact') return { idx: entry.idx, why: change.cause };
  }
  return null;
};
