import { isGeneratedPath, isTestPath } from '../../patch/pathRules';
import { languageOfPath } from './languageOfPath';

/** Path of a header line `+++ b/…` or `--- a/…`, for its ending alone: quotes and a time after a tab are cut. */
const pathOfHeader = (line: string): string =>
  line
    .slice(4)
    .split('\t')[0]
    ?.replace(/^"?(?:[ab]\/)?|"?\r?$/g, '') ?? '';

interface Count {
  path: string;
  lines: number;
}

/**
 * Changed lines by file, in one pass without building the patch: lists of a hundred thousand rows need one word of
 * each. Lines are counted by the numbers of the hunk heads, so that a removed `-- x` is no file's head.
 */
const changedLines = (patch: string): readonly Count[] => {
  const counts: Count[] = [];
  let left = 0;
  let right = 0;
  for (let start = 0; start < patch.length; ) {
    const found = patch.indexOf('\n', start);
    const end = found < 0 ? patch.length : found;
    const first = patch.charCodeAt(start);
    const current = counts.at(-1);
    if (left > 0 || right > 0) {
      if (first === 43) right -= 1;
      else if (first === 45) left -= 1;
      else if (first !== 92) [left, right] = [left - 1, right - 1];
      if (current && (first === 43 || first === 45)) current.lines += 1;
    } else if (first === 45 || first === 43 || first === 64) {
      const line = patch.slice(start, Math.min(end, start + 4096));
      const hunk = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line);
      if (hunk) [left, right] = [Number(hunk[1] ?? 1), Number(hunk[2] ?? 1)];
      else if (line.startsWith('--- ')) counts.push({ path: pathOfHeader(line), lines: 0 });
      else if (line.startsWith('+++ ') && current && !line.startsWith('+++ /dev/null'))
        current.path = pathOfHeader(line);
    }
    start = end + 1;
  }
  return counts;
};

/**
 * The language of a patch: the one with most changed lines, over files whose ending is a programming language's, tests
 * and generated files aside; the first by name where two are level. Null where no file counts.
 */
export const goldLanguage = (patch: string): string | null => {
  const lines = new Map<string, number>();
  for (const file of changedLines(patch)) {
    const language = languageOfPath(file.path);
    if (language === null || isTestPath(file.path) || isGeneratedPath(file.path)) continue;
    lines.set(language, (lines.get(language) ?? 0) + file.lines);
  }
  const sorted = [...lines].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return sorted[0]?.[0] ?? null;
};
