import type { ChangeClass, ComparedFile, ComparedHunk, SameBut } from './comparison';

/** A letter of the hunk map for each class. */
export const classLetter: Readonly<Record<ChangeClass, string>> = {
  same: '=',
  place: '≈',
  gold: 'G',
  model: 'P',
  tests: 'T',
  generated: 'N',
  binary: 'B',
  outside: 'X',
};

const className: Readonly<Record<ChangeClass, string>> = {
  same: 'same',
  place: 'same place',
  gold: 'only gold',
  model: 'only patch',
  tests: 'tests',
  generated: 'generated',
  binary: 'binary',
  outside: 'outside the task',
};

const butWords: Readonly<Record<NonNullable<SameBut>, string>> = {
  space: ' but for white space',
  order: ' but for order',
};

const butOf = (but: SameBut): string => (but ? butWords[but] : '');

/** Of a file, `place` says that both change it; which of its places meet, its hunks say. */
export const fileClassWords = ({ class: kind, but }: Pick<ComparedFile, 'class' | 'but'>): string =>
  (kind === 'place' ? 'same file' : className[kind]) + butOf(but);

/** A hunk's class in words; of tests, generated and binary files whether both sides make the same is said by `but` alone. */
export const hunkClassWords = ({ class: kind, but }: Pick<ComparedHunk, 'class' | 'but'>): string => {
  if (but === null) return className[kind];
  return kind === 'same' ? `same${butOf(but)}` : `${className[kind]}, same${butOf(but)}`;
};
