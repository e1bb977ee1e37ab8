import { InputFault } from '../core/shared/problem';
import type { TieOrigin, Workspaces, WorkspaceTie } from '../core/workspace/workspaces';

/**
 * `changed`: files that differ from what was opened. Uncommitted work is never overwritten, whatever is asked. `notes`:
 * what a person should know of what was made, a sentence each.
 */
export type OpenInstanceResult =
  | {
      readonly kind: 'opened';
      readonly folder: string;
      readonly reused: boolean;
      readonly dirty: boolean;
      readonly changed: readonly string[];
      readonly notes: readonly string[];
    }
  | { readonly kind: 'dirty'; readonly folder: string; readonly changed: readonly string[] };

/** Where a workspace is to stand, and how it is made there. */
export interface Opening {
  readonly workspaces: Workspaces;
  /** Absolute. */
  readonly folder: string;
  /** Whether a person named that folder: then it must be free or the same, else one beside it will do. */
  readonly isNamed: boolean;
  readonly origin: TieOrigin;
  /** Where one with uncommitted work stands: tell and do nothing, open it as it is, or make another beside. */
  readonly onExisting: 'tell' | 'open' | 'second';
  isSame(tie: WorkspaceTie): boolean;
  /** Gives the notes; null, with nothing done, where something stands there by now. */
  make(folder: string): Promise<readonly string[] | null>;
}

const mostFolders = 100;

/** Makes the workspace, or gives the one that was made before. Throws InputFault where every folder is taken. */
export const openFolder = async (opening: Opening, signal?: AbortSignal): Promise<OpenInstanceResult> => {
  const { folder: first } = opening;
  for (let count = 1; count <= mostFolders; count += 1) {
    const result = await openAt(count === 1 ? first : `${first}-${count}`, opening, signal);
    if (result !== 'next') return result;
  }
  throw new InputFault(`${first} and ${mostFolders - 1} beside it are taken; remove some or choose another folder.`);
};

const openAt = async (folder: string, opening: Opening, signal?: AbortSignal): Promise<OpenInstanceResult | 'next'> => {
  const { workspaces, onExisting, origin } = opening;
  const found = await workspaces.find(folder, signal);
  if (found.kind === 'absent') {
    const notes = await opening.make(folder);
    if (notes === null) return openAt(folder, opening, signal);
    return { kind: 'opened', folder, reused: false, dirty: false, changed: [], notes };
  }
  if (found.kind === 'foreign' || !opening.isSame(found.tie)) return taken(folder, opening, found);
  const dirty = found.changed.length > 0;
  if (dirty && onExisting === 'tell') return { kind: 'dirty', folder, changed: found.changed };
  if (dirty && onExisting === 'second') return 'next';
  await workspaces.tieAgain(folder, found.tie, origin);
  return { kind: 'opened', folder, reused: true, dirty, changed: found.changed, notes: [] };
};

/** A folder that someone named must be free or the same; a folder of ours may stand aside. */
const taken = (
  folder: string,
  opening: Opening,
  found: { readonly kind: 'foreign' } | { readonly kind: 'workspace'; readonly tie: WorkspaceTie },
): 'next' => {
  if (!opening.isNamed || folder !== opening.folder) return 'next';
  const what =
    found.kind === 'foreign' ? "isn't empty and isn't a workspace of Touchstone" : `holds ${held(found.tie)}`;
  throw new InputFault(`${folder} ${what}. Nothing was changed; choose another folder.`);
};

const held = ({ instanceId, baseCommit, withTestPatch, image }: WorkspaceTie): string => {
  const where = image === undefined ? `at ${baseCommit.slice(0, 12)}` : `out of ${image.image}`;
  return `${instanceId} ${where}, ${withTestPatch ? 'with' : 'without'} the test patch`;
};
