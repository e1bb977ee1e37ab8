export interface ShellWord {
  readonly text: string;
  /** Whether any of it stood in quotes: then it is no option. */
  readonly quoted: boolean;
}

const word = /(?:[^\s'"\\]+|\\[\s\S]|'[^']*'|"[^"\\]*(?:\\[\s\S][^"\\]*)*")+/y;
const piece = /'([^']*)'|"([^"\\]*(?:\\[\s\S][^"\\]*)*)"|\\([\s\S])|([^'"\\]+)/g;

const wordOf = (raw: string): ShellWord => {
  let text = '';
  let quoted = false;
  for (const [, single, double, escaped, plain] of raw.matchAll(piece)) {
    quoted ||= single !== undefined || double !== undefined;
    text += single ?? double?.replace(/\\([\\"$`])/g, '$1') ?? escaped ?? plain ?? '';
  }
  return { text, quoted };
};

/** The words of a command as POSIX quoting divides it, nothing expanded; null where a quote is left open. */
export const shellWords = (command: string): readonly ShellWord[] | null => {
  const words: ShellWord[] = [];
  for (let at = 0; at < command.length; ) {
    if (/\s/.test(command.charAt(at))) at += 1;
    else {
      word.lastIndex = at;
      const found = word.exec(command);
      if (found === null) return null;
      words.push(wordOf(found[0]));
      at = word.lastIndex;
      if (at < command.length && !/\s/.test(command.charAt(at))) return null;
    }
  }
  return words;
};
