import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InputFault } from '../../core/shared/problem';
import type { WorkspaceTie } from '../../core/workspace/workspaces';
import { defaultContext, type GitContext } from './mirror';
import { restored, type Snapshot, withSnapshot } from './snapshot';
import { readTie } from './tie';

/**
 * The work in an opened checkout as a patch against base, such as git applies (`--binary`, whole object ids): files
 * not yet added included, ignored ones and the marker left out. Files of the test patch are left out too where the
 * checkout was opened with it, since an evaluation puts its own in their place; `tie.testFiles` names them. Text that
 * isn't UTF-8 stands as git's binary form, so that a string holds the patch byte for byte. "" where nothing changed.
 * `withTests` keeps those in: the folder's files as they stand. Throws InputFault where the folder is no opened
 * checkout.
 */
export const diffWorkspace = async (
  folder: string,
  signal?: AbortSignal,
  context: GitContext = defaultContext(),
  { withTests = false }: { readonly withTests?: boolean } = {},
): Promise<string> => {
  const tie = await readTie(folder, context);
  if (tie === null) throw new InputFault(`${folder} isn't an instance's workspace; open it with Touchstone first.`);
  return withSnapshot(
    folder,
    tie,
    (snapshot) => writePatch(snapshot, withTests ? { ...tie, testFiles: {} } : tie),
    context,
    signal,
  );
};

const writePatch = async (snapshot: Snapshot, tie: WorkspaceTie): Promise<string> => {
  const tests = (await snapshot.changes()).filter((change) => Object.hasOwn(tie.testFiles, change.path));
  if (tests.length > 0) await snapshot.git(['update-index', '-z', '--index-info'], restored(tests));
  const whole = decoded((await snapshot.git(patchArgs(tie.baseCommit))).stdout);
  if (whole !== null) return whole;
  await markBinary(snapshot, tie.baseCommit);
  const again = await snapshot.git(patchArgs(tie.baseCommit));
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(again.stdout);
};

const patchArgs = (commit: string, ...paths: readonly string[]): readonly string[] => {
  const options = ['--binary', '--full-index', '--no-renames', '--no-color', '--no-ext-diff', '--no-textconv'];
  return ['diff-index', '--cached', '-p', ...options, commit, '--', ...paths];
};

const decoded = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
};

/** Marks the files whose patch is no UTF-8 as binary, by attributes that stand above those of the tree. */
const markBinary = async (snapshot: Snapshot, commit: string): Promise<void> => {
  const lines: string[] = [];
  for (const { path } of await snapshot.changes()) {
    const patch = await snapshot.git(patchArgs(commit, path));
    if (decoded(patch.stdout) === null) lines.push(`${attributePattern(path)} -diff\n`);
  }
  await writeFile(join(snapshot.gitDir, 'info', 'attributes'), lines.join(''));
};

/** The path alone as a pattern of gitattributes, quoted as git reads it. */
const attributePattern = (path: string): string => JSON.stringify(`/${path.replace(/[\\*?[\]]/g, '\\$&')}`);
