import { languageOfPath } from '../../core/dataset/labels/languageOfPath';
import { parsePatch } from '../../core/patch/parsePatch';
import { patchFigures } from '../../core/patch/patchFigures';
import type { Recognised } from './inspection';
import { linesOf, logKindOf } from './logKinds';

const shell = /^\ufeff?#!.{0,200}sh\b/;

const scriptOf = (text: string): Recognised | null => {
  if (!shell.test(text)) return null;
  const isEval = text.includes('>>>>> Start Test Output');
  const exit = text.includes('>>>>> Test Exit Code');
  return {
    format: isEval ? 'eval-script' : 'shell-script',
    version: isEval ? (exit ? 'v5' : 'classic') : null,
    counts: { lines: linesOf(text) },
  };
};

const patchStart = /^\s*(?:From [0-9a-f]{40} |diff --git |Index: |--- \S.{0,4096}\r?\n\+\+\+ )/;

const patchOf = (text: string): Recognised | null => {
  if (!patchStart.test(text) || !/^(?:diff --git |@@ -\d)/m.test(text)) return null;
  const { files, added, removed, hunks } = patchFigures(parsePatch(text));
  return files === 0 ? null : { format: 'unified-diff', counts: { files, hunks, added, removed } };
};

/** Tab-separated rows under a head: every one of the first lines has as many tabs. */
const tableOf = (text: string): Recognised | null => {
  const lines = text.slice(0, 256 * 1024).split('\n');
  if (text.length <= 256 * 1024 && lines.at(-1) === '') lines.pop();
  else if (text.length > 256 * 1024) lines.pop();
  const tabs = lines.slice(0, 50).map((line) => line.split('\t').length);
  const columns = tabs[0] ?? 0;
  if (tabs.length < 2 || columns < 2 || tabs.some((count) => count !== columns)) return null;
  return { format: 'tsv-table', counts: { rows: linesOf(text) - 1, columns } };
};

const labelFile = /^\ufeff?"?instance_id"?,"?field"?,"?value"?(?:,|\r?\n)/;

const plainOf = (text: string): Recognised | null => {
  if (/^# v[23] git bundle\n/.test(text)) return { format: 'git-bundle', counts: { bundles: 1 } };
  if (labelFile.test(text)) return { format: 'touchstone-labels', counts: { lines: linesOf(text) } };
  if (/^[0-9a-f]{40}(?:[0-9a-f]{24})?\s*$/.test(text)) return { format: 'commit-id', counts: { commits: 1 } };
  if (/^(?:#.{0,500}\r?\n|\s)*FROM \S+/.test(text.slice(0, 16_384)) && /^(?:RUN|COPY|WORKDIR|CMD|ENV) /m.test(text))
    return { format: 'dockerfile', counts: { lines: linesOf(text) } };
  return null;
};

/** Texts that look like nothing in particular: their names are all that tells, and that is said. */
const byName: readonly (readonly [RegExp, string])[] = [
  [/^problem_statement\.(?:md|txt)$/, 'problem-statement'],
  [/^exception\.txt$/, 'harbor-exception'],
  [/^reward\.txt$/, 'harbor-reward'],
  [/^hints\.md$/, 'hints'],
  [/^(?:instruction|instructions(?:\.append)?|introduction)\.md$/, 'task-instruction'],
  [/\.(?:md|markdown)$/i, 'markdown'],
  [/\.csv$/i, 'csv-table'],
  [/\.tsv$/i, 'tsv-table'],
  [/\.log$|(?:^|[.-])(?:test_output|stdout|stderr)\.txt$/i, 'log'],
];

const namedOf = (text: string, name: string): Recognised | null => {
  const format = byName.find(([pattern]) => pattern.test(name))?.[1] ?? (languageOfPath(name) ? 'source-code' : null);
  if (format === null) return null;
  return {
    format,
    counts: { lines: linesOf(text) },
    warnings: ['Told by its name: the content shows no known format.'],
  };
};

/** Logs of tests, unless the name says that it is a program: one that writes or reads logs holds their lines too. */
const logOf = (text: string, name: string): Recognised | null =>
  languageOfPath(name) === null ? logKindOf(text) : null;

/** What a text is, by its content; by its name where the content says nothing, with a word on that. Null: unknown. */
export const textKindOf = (text: string, name: string): Recognised | null =>
  scriptOf(text) ?? patchOf(text) ?? logOf(text, name) ?? plainOf(text) ?? tableOf(text) ?? namedOf(text, name);
