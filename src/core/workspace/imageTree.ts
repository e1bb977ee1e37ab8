import type { ImageOrigin, TreeHistory } from './imageOrigin';
import type { OnProgress, TieOrigin } from './workspaces';

/** What the image's own git says of the testbed. These are its words: paths are checked before they are used. */
export interface TestbedFacts {
  /** Files that its git knows; null where there is no repository or no git to ask. */
  readonly tracked: readonly string[] | null;
  /** Whether its repository holds the row's base commit. */
  readonly hasBase: boolean;
  readonly isShallow: boolean;
  /** Files that differ from base, in the working tree or by a later commit. Null where the image can't say. */
  readonly changed: readonly { readonly path: string; readonly status: string }[] | null;
  /** Commits of HEAD after base. */
  readonly headLater: number;
  /** Branches and tags that show commits after base. */
  readonly refsLater: readonly string[];
  /** Commits in its object store that aren't base's ancestry, whether or not a branch shows them. */
  readonly commitsLater: number;
}

/** A testbed that is to become a workspace; the functions copy out of the image. */
export interface ImageTree {
  readonly instanceId: string;
  /** The row's; null where it has none. Lower-case hex. */
  readonly baseCommit: string | null;
  readonly origin: ImageOrigin;
  /** Applied to the files, uncommitted; null: left out. The data's own characters. */
  readonly testPatch: string | null;
  readonly facts: TestbedFacts;
  /** Copies the files, without the image's repository, into an empty folder; gives what was left out, a line each. */
  copyFiles(folder: string, signal?: AbortSignal): Promise<readonly string[]>;
  /** Writes `base.bundle` into an empty folder: base's ancestry alone, with the ref `refs/heads/base`. */
  copyHistory(folder: string, signal?: AbortSignal): Promise<void>;
}

/** How a tree came to stand in its folder. */
export interface MadeTree {
  /** HEAD of the workspace: our commit, or the row's base. */
  readonly commit: string;
  /** What was left out or put back, a sentence each. */
  readonly notes: readonly string[];
}

/** Workspaces out of images, as a port. Whatever fails or is cancelled leaves nothing half made. */
export interface ImageWorkspaces {
  /** Gives null, with nothing done, where something stands at the folder by now. */
  makeFromImage(
    tree: ImageTree,
    folder: string,
    origin: TieOrigin,
    onProgress?: OnProgress,
    signal?: AbortSignal,
  ): Promise<MadeTree | null>;
}

const mostNamed = 5;

const named = (paths: readonly string[]): string => {
  const shown = paths.slice(0, mostNamed).map((path) => JSON.stringify(path));
  const more = paths.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
};

const laterNote = ({ headLater, refsLater, commitsLater }: TestbedFacts): readonly string[] => {
  if (headLater + refsLater.length + commitsLater === 0) return [];
  const where = [
    ...(headLater > 0 ? [`HEAD is ${headLater} after it`] : []),
    ...(refsLater.length > 0 ? [`${named(refsLater)} show later ones`] : []),
  ];
  const count = Math.max(commitsLater, headLater);
  return [
    `The image's repository holds commits that aren't base's own history (${count}${where.length > 0 ? `: ${where.join('; ')}` : ', on no branch'}): ` +
      'whoever works in the image could read a fix there. None of them came along.',
  ];
};

/** What a person should know of the image's tree before working on it, a sentence each. */
export const testbedNotes = (facts: TestbedFacts, history: TreeHistory): readonly string[] => {
  if (facts.tracked === null)
    return [
      'The image has no git repository at the testbed, or no git: which files are sources and which were built is told by .gitignore alone.',
    ];
  if (!facts.hasBase) return ["The image's repository doesn't hold base_commit: its files are taken as they stand."];
  if (facts.changed === null)
    return [...laterNote(facts), "What differs from base in the image couldn't be told: its git failed."];
  const differ = facts.changed.map(({ path }) => path);
  const what =
    history === 'scrub'
      ? "as the image has them: a patch is applied to the image's files"
      : "as base has them; tests in the container see the image's";
  const changed =
    differ.length === 0 ? [] : [`In the image these differ from base: ${named(differ)}. They stand ${what}.`];
  return [...laterNote(facts), ...changed];
};
