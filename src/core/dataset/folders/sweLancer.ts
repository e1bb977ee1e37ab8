import { reversePatch } from '../../patch/reversePatch';
import type { FolderFormat } from './folderFormat';
import { folderInstance, opened, textOf } from './folderInstance';
import { FolderTexts } from './folderTexts';
import type { Fields } from './settingsText';

const bugPatch = 'bug_reintroduce.patch';

const wanted: ReadonlySet<string> = new Set([
  'issue_data.json',
  'manager_data.json',
  'commit_id.txt',
  bugPatch,
  'test.py',
  'revert_command.txt',
]);

/** Title and steps as the issue has them; the page's HTML stays in `extra`, where nothing renders it. */
const statementOf = (issue: Fields): string | null => {
  const parts = [issue['title'], issue['issue_repro_steps']].flatMap((part) => textOf(part) ?? []);
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

const sayMissing = (reader: FolderTexts, isCoding: boolean): void => {
  const files = isCoding ? ['issue_data.json', bugPatch, 'test.py'] : ['issue_data.json'];
  for (const path of files) if (!reader.has(path)) reader.note(path, `${path} is missing. The task opens without it.`);
};

/** The reverse of the patch that puts the bug back in. */
const goldOf = (reader: FolderTexts): string | null => {
  const injected = reader.text(bugPatch);
  if (injected === null) return null;
  const reversed = reversePatch(injected);
  if (reversed.ok) return reversed.value;
  reader.note(bugPatch, `${bugPatch} can't be reversed: ${reversed.error} The task opens without a gold patch.`);
  return null;
};

/**
 * A task of SWE-Lancer (formats.md A4), all of one repository. `bug_reintroduce.patch` puts the bug back in, so gold
 * is its exact reverse; the patch itself stands in `extra`.
 */
export const sweLancer: FolderFormat = {
  benchmark: 'swe-lancer',
  title: 'SWE-Lancer',
  name: 'swe-lancer',
  matches: (names) => ['issue_data.json', bugPatch, 'manager_data.json'].some((name) => names.has(name)),
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
