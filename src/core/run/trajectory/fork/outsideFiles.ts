import { applyFileEdit } from '../patchSoFar/fileEdit';
import { repositoryPath } from '../patchSoFar/repositoryPath';
import { changesOfStep } from '../patchSoFar/stepChanges';
import type { Step } from '../step';

/** Where scripts and notes of agents stand; elsewhere an absolute path may be anything of the machine. */
const passing = /^\/(?:tmp|var\/tmp|dev\/shm)\/[^\0]+$/;

const mostFiles = 200;
const mostChars = 1024 * 1024;

/**
 * Files in folders for what passes (`/tmp`) as the steps wrote them, as far as their record says it exactly: a patch of
 * the repository doesn't bring them, and later commands may run them. What is not known whole is left out.
 */
export const outsideFiles = (
  steps: readonly Step[],
  options: { readonly root: string | null; readonly freshShell: boolean },
): ReadonlyMap<string, string> => {
  const files = new Map<string, string>();
  for (const step of steps)
    for (const change of changesOfStep(step, options.freshShell)) {
      if (change.kind !== 'edits') continue;
      for (const edit of change.edits) {
        const path = repositoryPath(edit.path, options.root);
        if (path === null || !passing.test(path)) continue;
        const known = files.get(path) ?? null;
        const next = edit.kind === 'write' || known !== null ? applyFileEdit(known, edit) : null;
        const text = next?.ok && edit.kind !== 'move' ? next.value : null;
        if (text !== null && text.length <= mostChars && files.size < mostFiles) files.set(path, text);
        else files.delete(path);
      }
    }
  return files;
};
