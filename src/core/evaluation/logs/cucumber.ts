import { trimBlanks } from './blanks';
import { parserByLine } from './byLine';
import { cuesAt } from './lineParser';

const dotsFrom = (text: string, from: number): number => {
  let at = from;
  while (text[at] === '.') at += 1;
  return at - from;
};

/**
 * Cucumber's `--format progress` as `parse_log_cucumber` reads it: `features/a.feature ....F`. The last row of dots
 * in the line decides: failed where an `F` ends it, passed where it has at least two.
 */
export const cucumberParser = parserByLine('parse_log_cucumber', cuesAt('anywhere', ' .'), (raw) => {
  const text = trimBlanks(raw);
  for (let at = text.lastIndexOf(' .'); at > 0; at = text.lastIndexOf(' .', at - 1)) {
    const dots = dotsFrom(text, at + 1);
    if (text[at + 1 + dots] === 'F') return [text.slice(0, at), 'FAILED'];
    if (dots > 1) return [text.slice(0, at), 'PASSED'];
  }
  return null;
});
