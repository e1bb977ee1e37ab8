import { isBlank, trimBlanks } from './blanks';
import { flatText } from './flatText';

/** Longest path of suites that goes into an id; no instance's id comes near it. */
const LONGEST = 16_384;

/** How many blanks a line begins with; all of it where it has nothing else. */
export const indentOf = (text: string): number => {
  let at = 0;
  while (at < text.length && isBlank(text.charCodeAt(at))) at += 1;
  return at;
};

/** The suites that a test stands in, by indentation. */
export interface SuiteStack {
  /** An indented line is the headline of a suite; it closes those that are indented as far or farther. */
  enter(text: string): void;
  /** The names of the open suites, joined. */
  path(): string;
  isEmpty(): boolean;
  copy(): SuiteStack;
}

interface Level {
  readonly indent: number;
  readonly path: string;
}

/**
 * Suites by indentation, joined by ` - `, as the harness keeps them for runners that print a tree. A path is cut at
 * 16,384 characters: else a hostile log of long headlines would cost the square of its size.
 */
export const suiteStack = (levels: Level[] = []): SuiteStack => ({
  enter(text) {
    const indent = indentOf(text);
    if (indent === 0) return;
    while ((levels.at(-1)?.indent ?? -1) >= indent) levels.pop();
    const above = levels.at(-1);
    const name = trimBlanks(text);
    const path = above === undefined ? name : `${above.path} - ${name}`;
    levels.push({ indent, path: flatText(path.slice(0, LONGEST)) });
  },
  path: () => levels.at(-1)?.path ?? '',
  isEmpty: () => levels.length === 0,
  copy: () => suiteStack([...levels]),
});
