import { reversePatch } from '../../patch/reversePatch';
import type { FolderFormat } from './folderFormat';
import { folderInstance, opened, textOf } from './folderInstance';
import { FolderTexts } from './folderTexts';
import type { Fields } from './settingsText';

/** The patch that puts the bug back in, by the names that releases of the benchmark gave it. */
const bugPatches = ['bug_reintroduce.patch', 'issue_introduction.patch'] as const;

const wanted: ReadonlySet<string> = new Set([
  'issue_data.json',
  'manager_data.json',
  'commit_id.txt',
  ...bugPatches,
  'test.py',
  'revert_command.txt',
]);

/** Title and steps (spelt in two ways) as the issue has them; the page's HTML stays in `extra`, where nothing renders it. */
const statementOf = (issue: Fields): string | null => {
  const steps = issue['issue_repro_steps'] ?? issue['issue_repo_steps'];
  const parts = [issue['title'], steps].flatMap((part) => textOf(part) ?? []);
  return parts.length === 0 ? null : parts.join('\n\n');
};

/** `swe_manager` chooses among proposals, `ic_swe` writes the patch. */
const variantOf = (reader: FolderTexts): 'ic_swe' | 'swe_manager' =>
  reader.has('manager_data.json') || /(?:^|[-_])manager(?:[-_]|$)/.test(reader.folder.name) ? 'swe_manager' : 'ic_swe';

const commitOf = (reader: FolderTexts, isCoding: boolean): string | null => {
  const without = 'The task opens for reading; it has no workspace and no evaluation.';
  const text = isCoding ? reader.wanted('commit_id.txt', without) : reader.text('commit_id.txt');
  return text === null ? null : text.trim();
};

const bugPatchOf = (reader: FolderTexts): string => bugPatches.find((path) => reader.has(path)) ?? bugPatches[0];

const sayMissing = (reader: FolderTexts, isCoding: boolean): void => {
  const files = isCoding ? ['issue_data.json', bugPatchOf(reader), 'test.py'] : ['issue_data.json'];
  for (const path of files) if (!reader.has(path)) reader.note(path, `${path} is missing. The task opens without it.`);
};

/** The reverse of the patch that puts the bug back in; null where that is empty, since a revert makes the bug then. */
const goldOf = (reader: FolderTexts): string | null => {
  const bugPatch = bugPatchOf(reader);
  const injected = reader.text(bugPatch);
  if (injected === null) return null;
  if (injected === '') {
    const reason = 'the bug comes by revert_command.txt. The task opens without a gold patch.';
    reader.note(bugPatch, `${bugPatch} is empty: ${reason}`);
    return null;
  }
  const reversed = reversePatch(injected);
  if (reversed.ok) return reversed.value;
  reader.note(bugPatch, `${bugPatch} can't be reversed: ${reversed.error} The task opens without a gold patch.`);
  return null;
};

/**
 * A task of SWE-Lancer (formats.md A4; its public repository writes `issue_introduction.patch` and `issue_repo_steps`),
 * all of one repository. The patch puts the bug back in, so gold is its exact reverse; itself it stands in `extra`.
 */
export const sweLancer: FolderFormat = {
  benchmark: 'swe-lancer',
  title: 'SWE-Lancer',
  name: 'swe-lancer',
  matches: (names) => ['issue_data.json', ...bugPatches, 'manager_data.json'].some((name) => names.has(name)),
  wants: (path) => wanted.has(path),
  read: (folder) => {
    const reader = new FolderTexts(folder);
    const variant = variantOf(reader);
    const issue = reader.json('issue_data.json');
    const manager = reader.json('manager_data.json');
    sayMissing(reader, variant === 'ic_swe');
    const texts = [...wanted].filter((path) => !/\.json$|^commit_id/.test(path));
    const instance = folderInstance({
      id: folder.name,
      benchmark: sweLancer.benchmark,
      format: sweLancer.name,
      repo: 'Expensify/App',
      baseCommit: commitOf(reader, variant === 'ic_swe'),
      statement: statementOf(issue),
      goldPatch: goldOf(reader),
      extra: { variant, ...issue, ...manager, ...reader.byPath(texts), files: folder.paths },
    });
    return opened(reader, instance);
  },
};
