/** The command of a call of git with its arguments, git's own options left out; empty where another program is called. */
export const gitCommand = (words: readonly string[]): readonly string[] => {
  if (words[0] !== 'git') return [];
  let at = 1;
  while (words[at]?.startsWith('-')) at += words[at] === '-C' || words[at] === '-c' ? 2 : 1;
  return words.slice(at);
};
