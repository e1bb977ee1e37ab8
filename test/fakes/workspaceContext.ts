import type { GitContext } from '../../src/io/git/mirror';
import { runGit } from '../../src/io/git/runGit';
import { throwAway } from './throwAway';

/** A cache of its own in a folder whose path holds a space and letters beyond ASCII, and the real git. */
export const makeContext = async (): Promise<GitContext> => ({
  cache: await throwAway('touchstone cache ü '),
  run: runGit,
});

/** A folder that is empty. */
export const makeFolder = (): Promise<string> => throwAway('touchstone folder ß ');
