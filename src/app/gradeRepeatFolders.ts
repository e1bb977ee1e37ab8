import type { Grade } from '../core/evaluation/grade/grade';
import { overRepeats, type Repeats } from '../core/evaluation/grade/repeats';
import type { RuleSetName } from '../core/evaluation/report';
import type { Instance } from '../core/instance/instance';
import type { FilePort } from '../core/shared/files';
import { runAndRepeat } from '../core/study/evaluationOutcome';
import { joinPath } from '../core/study/studyPath';
import { gradeEvaluation } from './gradeEvaluation';

/** More repeats than these are not graded for a page. */
const mostRepeats = 20;

/**
 * Folders of all repeats of one evaluation in the layout `<run>[.r<n>]/<model>/<instance>`, first repeat first; the
 * folder alone where it stands in no such layout or has no other.
 */
export const repeatFolders = async (files: FilePort, folder: string): Promise<readonly string[]> => {
  const parts = folder.split('/');
  const [run, ...inside] = [parts.at(-3) ?? '', parts.at(-2) ?? '', parts.at(-1) ?? ''];
  const root = parts.slice(0, -3).join('/');
  if (root === '' || run === '') return [folder];
  const { runId } = runAndRepeat(run);
  const beside = (await files.list(root).catch(() => []))
    .filter(({ kind, name }) => kind === 'folder' && runAndRepeat(name).runId === runId)
    .sort((a, b) => runAndRepeat(a.name).repeat - runAndRepeat(b.name).repeat)
    .map(({ name }) => joinPath(root, `${name}/${inside.join('/')}`));
  const there: string[] = [];
  for (const path of beside) if ((await files.stat(path))?.kind === 'folder') there.push(path);
  return there.includes(folder) ? there : [folder];
};

/**
 * What the repeats of an evaluation say of each required test; null where fewer than two were graded. `graded` is what
 * was graded already, by its folder.
 */
export const gradeRepeats = async (
  files: FilePort,
  instance: Instance,
  folders: readonly string[],
  rules: RuleSetName,
  graded: ReadonlyMap<string, Grade | null> = new Map(),
): Promise<Repeats | null> => {
  if (folders.length < 2) return null;
  const grades: Grade[] = [];
  for (const folder of folders.slice(0, mostRepeats)) {
    const known = graded.get(folder);
    const grade = known === undefined ? await gradeEvaluation(files, instance, folder, rules).catch(() => null) : known;
    if (grade) grades.push(grade);
  }
  return grades.length < 2 ? null : overRepeats(grades);
};
