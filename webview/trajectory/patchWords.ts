import { count } from './words';

const place = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;

/** Files and changed lines of a patch in words, `1 file, +8 −1`; only lines inside of hunks count. */
export const patchWords = (text: string): string => {
  if (text.trim() === '') return 'empty';
  let [files, added, removed, oldLeft, newLeft] = [0, 0, 0, 0, 0];
  for (const line of text.split('\n')) {
    const hunk = oldLeft > 0 || newLeft > 0 ? null : place.exec(line);
    if (hunk !== null) [oldLeft, newLeft] = [Number(hunk[1] ?? 1), Number(hunk[2] ?? 1)];
    else if (oldLeft <= 0 && newLeft <= 0) files += line.startsWith('+++ ') ? 1 : 0;
    else if (line.startsWith('+')) [added, newLeft] = [added + 1, newLeft - 1];
    else if (line.startsWith('-')) [removed, oldLeft] = [removed + 1, oldLeft - 1];
    else if (!line.startsWith('\\')) [oldLeft, newLeft] = [oldLeft - 1, newLeft - 1];
  }
  if (files === 0) return `${count(text.length)} characters`;
  return `${count(files)} ${files === 1 ? 'file' : 'files'}, +${count(added)} −${count(removed)}`;
};
