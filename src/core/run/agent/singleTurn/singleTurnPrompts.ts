import type { Instance } from '../../../instance/instance';
import type { AttemptSandbox } from '../attempt';
import { likelyFiles, type PromptFile, rowPrompt, type SingleTurnPrompt } from './promptParts';
import { filesThatFit, repositoryPaths } from './repositoryFiles';

/** Characters of a prompt of our own; some 30,000 tokens. */
export const mostPromptCharacters = 120_000;
const mostListed = 2000;

const patchTask = `Answer with one patch that solves the issue, in the form that \`git diff\` writes and \`git apply\` takes: for each
file a line \`diff --git a/PATH b/PATH\`, \`--- a/PATH\`, \`+++ b/PATH\`, then hunks with \`@@\` lines and three lines of
context. Put it between <patch> and </patch>. Change no tests.`;

const editTask = `Answer with edits of files in this form, one block for each place, the file's path on the line before it:

src/example.js
<<<<<<< SEARCH
the lines as they stand in the file, exactly and whole, enough of them to stand there only once
=======
the lines that shall stand there
>>>>>>> REPLACE

An empty SEARCH part makes a new file. Change no tests.`;

const fileText = ({ path, text }: PromptFile): string =>
  `[file ${path}]\n${text}${text.endsWith('\n') ? '' : '\n'}[end of ${path}]`;

interface Repository {
  readonly paths: readonly string[];
  readonly files: readonly PromptFile[];
  readonly by: 'row' | 'the statement' | 'all that fit';
}

const repositoryOf = async (instance: Instance, sandbox: AttemptSandbox): Promise<Repository> => {
  const paths = await repositoryPaths(sandbox);
  const likely = likelyFiles(instance, paths);
  const used = (instance.statement?.length ?? 0) + paths.slice(0, mostListed).join('\n').length + 2000;
  const files = await filesThatFit(sandbox, likely.paths, mostPromptCharacters - used);
  return { paths, files, by: likely.by };
};

const ownPrompt = (instance: Instance, task: string, { paths, files, by }: Repository): SingleTurnPrompt => {
  const shown = paths.slice(0, mostListed);
  const rest = paths.length - shown.length;
  const list = `${shown.join('\n')}${rest > 0 ? `\n(and ${rest} more)` : ''}`;
  const parts = [
    'You are given an issue of a repository, and what of the repository is shown below it.',
    `<issue>\n${instance.statement ?? ''}\n</issue>`,
    ...(paths.length > 0 ? [`<paths>\n${list}\n</paths>`] : []),
    ...(files.length > 0 ? [`<files>\n${files.map(fileText).join('\n')}\n</files>`] : []),
    task,
  ];
  const text = parts.join('\n\n');
  const listed = paths.length > 0 ? { shown: shown.length, of: paths.length } : null;
  const names = files.map(({ path }) => path);
  const chosenBy = names.length > 0 ? by : null;
  return { text, contents: { from: 'statement', characters: text.length, listed, files: names, chosenBy } };
};

const asRow = (text: string): SingleTurnPrompt => ({
  text,
  contents: { from: 'row', characters: text.length, listed: null, files: [], chosenBy: null },
});

/** The row's own text where the dataset has one; else statement, paths and files of the repository, never gold. */
export const patchPrompt = async (instance: Instance, sandbox: AttemptSandbox): Promise<SingleTurnPrompt> => {
  const row = rowPrompt(instance);
  return row === null ? ownPrompt(instance, patchTask, await repositoryOf(instance, sandbox)) : asRow(row);
};

/** Statement, paths and files of the repository, and how edits are to be written. */
export const editPrompt = async (instance: Instance, sandbox: AttemptSandbox): Promise<SingleTurnPrompt> =>
  ownPrompt(instance, editTask, await repositoryOf(instance, sandbox));

/** The task as the benchmark puts it, and that the code is to stand in one fenced block. */
export const codePrompt = (instance: Instance): SingleTurnPrompt => {
  const task = 'Answer with the whole solution in one fenced block: what is given above with it, all imports included.';
  return asStatement(`${instance.statement ?? ''}\n\n${task}`);
};

const asStatement = (text: string): SingleTurnPrompt => ({
  text,
  contents: { from: 'statement', characters: text.length, listed: null, files: [], chosenBy: null },
});
