import { createContext, Script } from 'node:vm';
import {
  type FindPattern,
  isWholeWord,
  literalMatches,
  type TextMatch,
} from '../../core/run/trajectory/find/findPattern';
import type { MatchTexts } from '../../core/run/trajectory/find/stepHits';

/** Milliseconds that a person's own expression may take over the texts of one step. */
const patience = 400;

/** Starts and lengths in turn, a list for each text: the expression alone runs here, and is stopped when time is up. */
const script = new Script(`(() => {
  const sought = new RegExp(source, flags);
  let left = most;
  return texts.map((text) => {
    const found = [];
    sought.lastIndex = 0;
    while (left > 0) {
      const hit = sought.exec(text);
      if (hit === null) break;
      if (hit[0] === '') sought.lastIndex++;
      else { found.push(hit.index, hit[0].length); left--; }
    }
    return found;
  });
})()`);

const pairs = (flat: readonly number[]): readonly TextMatch[] => {
  const matches: TextMatch[] = [];
  for (let at = 0; at + 1 < flat.length; at += 2) matches.push({ start: flat[at] ?? 0, length: flat[at + 1] ?? 0 });
  return matches;
};

const ownMatcher = ({ source, flags, wholeWord }: FindPattern): MatchTexts => {
  const context = createContext(Object.assign(Object.create(null), { source, flags, texts: [], most: 0 }));
  return (texts, most) => {
    Object.assign(context, { texts, most });
    try {
      const found = script.runInContext(context, { timeout: patience }) as readonly (readonly number[])[];
      return texts.map((text, at) => pairs(found[at] ?? []).filter((one) => !wholeWord || isWholeWord(text, one)));
    } catch {
      // Out of time, or of what the expression may hold.
      return null;
    } finally {
      Object.assign(context, { texts: [] });
    }
  };
};

/** Looks for a pattern in texts; a person's own expression gets 0.4 s for each call and is then given up. */
export const patternMatcher = (pattern: FindPattern): MatchTexts => {
  if (pattern.isOwn) return ownMatcher(pattern);
  return (texts, most) => {
    let left = most;
    return texts.map((text) => {
      const found = literalMatches(pattern, text, left);
      left -= found.length;
      return found;
    });
  };
};
