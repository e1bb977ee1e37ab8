import type { Sha256 } from '../../shared/hash';
import type { JudgePane } from './judgeSees';

/** A text that is put before a judge, whole. */
export interface JudgeText {
  readonly pane: JudgePane;
  readonly title: string;
  readonly text: string;
  /** Characters that there are where `text` is a shortened form already (a trajectory's steps); absent: its own. */
  readonly of?: number;
  /** It was made to fit and is not cut; the others share what is left. Absent: it is cut where it must be. */
  readonly fits?: boolean;
}

/** A text as a judge saw it. */
export interface JudgePart extends JudgeText {
  /** Lower-case hex SHA-256 of what was shown, and of the whole. */
  readonly shownHash: string;
  readonly hash: string;
  /** Characters shown. */
  readonly shown: number;
  readonly of: number;
}

/** What is kept of what a judge saw: enough to see later that it was the same, and what it did not see. */
export interface JudgeSaw {
  readonly characters: number;
  readonly of: number;
  /** What it may see and there was none of. Absent: all was there. */
  readonly missing?: readonly JudgePane[];
  readonly parts: readonly {
    readonly pane: JudgePane;
    readonly sha256: string;
    readonly shownSha256: string;
    readonly shown: number;
    readonly of: number;
  }[];
}

const cutWords = (left: number): string => `\n[... ${left} characters are left out here ...]\n`;

/** Beginning and end, two to one, with words between them that say how much is left out; within `room` where that holds them. */
const cutTo = (text: string, room: number): string => {
  if (text.length <= room) return text;
  const words = cutWords(text.length).length;
  const kept = Math.max(0, room - words);
  const head = Math.ceil((kept * 2) / 3);
  const tail = kept - head;
  return `${text.slice(0, head)}${cutWords(text.length - kept)}${tail > 0 ? text.slice(-tail) : ''}`;
};

/** Room for each text: short ones get what they need, what is left is shared by the long ones. */
const shares = (lengths: readonly number[], room: number): readonly number[] => {
  const given = lengths.map(() => 0);
  const order = lengths.map((length, at) => ({ length, at })).sort((a, b) => a.length - b.length);
  let left = room;
  order.forEach(({ length, at }, nth) => {
    const share = Math.min(length, Math.floor(left / (order.length - nth)));
    given[at] = share;
    left -= share;
  });
  return given;
};

/** The texts within so many characters. What is cut says so in its own text and in its numbers. */
export const judgeParts = (texts: readonly JudgeText[], maxChars: number, sha256: Sha256): readonly JudgePart[] => {
  const fitting = texts.reduce((sum, { fits, text }) => sum + (fits ? text.length : 0), 0);
  const shared = shares(
    texts.map(({ fits, text }) => (fits ? 0 : text.length)),
    Math.max(0, maxChars - fitting),
  );
  const room = texts.map(({ fits, text }, at) => (fits ? text.length : (shared[at] ?? 0)));
  return texts.map((one, at) => {
    const shownText = cutTo(one.text, room[at] ?? 0);
    const shownOfText = Math.min(one.text.length, room[at] ?? 0);
    return {
      ...one,
      text: shownText,
      hash: sha256(one.text),
      shownHash: sha256(shownText),
      shown: shownOfText,
      of: one.of ?? one.text.length,
    };
  });
};

const missingOf = (parts: readonly JudgePart[], sees: readonly JudgePane[]): Pick<JudgeSaw, 'missing'> => {
  const missing = sees.filter((pane) => !parts.some((part) => part.pane === pane));
  return missing.length === 0 ? {} : { missing };
};

/** Sums are over texts as they were written, not over our words between them. */
export const sawOf = (parts: readonly JudgePart[], sees: readonly JudgePane[]): JudgeSaw => ({
  characters: parts.reduce((sum, { shown }) => sum + shown, 0),
  of: parts.reduce((sum, { of }) => sum + of, 0),
  ...missingOf(parts, sees),
  parts: parts.map(({ pane, hash, shownHash, shown, of }) => ({
    pane,
    sha256: hash,
    shownSha256: shownHash,
    shown,
    of,
  })),
});
