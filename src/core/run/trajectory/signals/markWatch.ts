import { parsePatch } from '../../../patch/parsePatch';
import { pathOf } from '../../../patch/patch';
import { isTestPath } from '../../../patch/pathRules';
import { counted } from '../../../shared/counted';
import { scriptOf } from '../callScript';
import { comparable, isScratch } from '../comparablePath';
import { changesOfStep } from '../patchSoFar/stepChanges';
import { shellCommands } from '../shellCommands';
import type { Step } from '../step';
import type { Trajectory } from '../trajectory';
import { gitCommand } from './gitCommand';
import { namedPaths } from './patchSignals';
import { Evidence, type Mark } from './signal';

const mostPaths = 500;
const shells = new Set(['shell', 'test', 'read', 'search', 'edit', 'submit', 'other']);
const everywhere = /^--(?:all|remotes|branches|tags|reflog|walk-reflogs)\b|^-g$/;
const otherCommit = /^(?:[0-9a-f]{7,64}|origin\/\S+|upstream\/\S+|ORIG_HEAD|FETCH_HEAD|stash@\S+)(?:[:^~].*)?$/;

/** Whether a git command looks at more than what led to the commit that is checked out. */
const looksAtHistory = (words: readonly string[]): boolean => {
  const [command, ...rest] = gitCommand(words);
  if (command === 'reflog' || (command === 'fsck' && rest.includes('--lost-found'))) return true;
  if (command === 'log' || command === 'rev-list' || command === 'shortlog' || command === 'grep')
    return rest.some((word) => everywhere.test(word) || otherCommit.test(word));
  return command === 'show' && rest.some((word) => otherCommit.test(word));
};

const editedPaths = (step: Step): readonly string[] => {
  const told = changesOfStep(step, true).flatMap((change) => (change.kind === 'edits' ? change.edits : []));
  const paths = [...(step.recordedEdits ?? []), ...told].map(({ path }) => path);
  return [...new Set(paths.filter((path) => !isScratch(path)).map(comparable))];
};

/** What people may want to look at in a trajectory and what speaks for no failure. */
export class MarkWatch {
  private readonly history = new Evidence();
  private readonly tests = new Evidence();
  private readonly testPaths = new Set<string>();
  private readonly firstEdit = new Map<string, number>();

  take(step: Step): void {
    const scripts = step.calls.filter(({ kind }) => shells.has(kind)).map(scriptOf);
    if (
      scripts.some(
        (script) => script.includes('git') && shellCommands(script).some(({ words }) => looksAtHistory(words)),
      )
    )
      this.history.add(step.idx);
    const paths = editedPaths(step);
    for (const path of paths)
      if (!this.firstEdit.has(path) && this.firstEdit.size < mostPaths) this.firstEdit.set(path, step.idx);
    const tests = paths.filter(isTestPath);
    if (tests.length === 0) return;
    this.tests.add(step.idx);
    for (const path of tests) if (this.testPaths.size < mostPaths) this.testPaths.add(path);
  }

  marks({ finalPatch }: Trajectory): readonly Mark[] {
    const { tests, history } = this;
    const added = parsePatch(finalPatch?.text ?? '')
      .files.filter(({ kind }) => kind === 'added')
      .map(pathOf);
    const made = [...new Set(added.flatMap((path) => this.firstEdit.get(path) ?? []))].sort((a, b) => a - b);
    const rows: readonly (Mark & { readonly count: number })[] = [
      { name: 'test-edits', text: `Edits of test files: ${namedPaths([...this.testPaths])}.`, ...tests },
      { name: 'history', text: 'Looks at history beyond the commit that is checked out.', ...history },
      {
        name: 'added-files',
        text: `${counted(added.length, 'new file')} in the patch: ${namedPaths(added)}.`,
        steps: made.slice(0, 20),
        count: added.length,
      },
    ];
    return rows.filter(({ count }) => count > 0).map(({ name, text, steps }) => ({ name, text, steps }));
  }
}
