/** One simple command of a shell script: what stands between two of `;`, `&&`, `|`, line ends and brackets. */
export interface ShellCommand {
  /** Without quotes, redirections and comments; substitutions as they stand. */
  readonly words: readonly string[];
  /** Files that its output is written to, devices left out. */
  readonly writesTo: readonly string[];
  /** The text of its here-documents; '' where it has none. */
  readonly input: string;
}

interface Draft {
  readonly words: string[];
  readonly writesTo: string[];
  input: string;
}

const openers = new Set(['if', 'then', 'else', 'elif', 'do', 'while', 'until', '!', '{']);
const closers = new Set([
  'fi',
  'done',
  'esac',
  '}',
  'for',
  'case',
  'select',
  'function',
  '[',
  '[[',
  'break',
  'continue',
]);

class ShellReader {
  private at = 0;
  private word: string | null = null;
  private next: 'word' | 'in' | 'out' | 'here' = 'word';
  private stripTabs = false;
  private draft: Draft = { words: [], writesTo: [], input: '' };
  private open: { readonly draft: Draft; readonly end: string; readonly stripTabs: boolean }[] = [];
  private readonly found: Draft[] = [];

  constructor(private readonly script: string) {}

  read(): readonly ShellCommand[] {
    while (this.at < this.script.length) this.step(this.script[this.at] ?? '');
    this.endCommand();
    return this.found;
  }

  private step(char: string): void {
    if (char === '\n') this.endLine();
    else if (char === ' ' || char === '\t' || char === '\r') this.skip(1, () => this.endWord());
    else if (char === '#' && this.word === null) this.at = this.lineEnd(this.at);
    else if (char === '\\') this.escape();
    else if (char === "'") this.quoted(this.script.indexOf("'", this.at + 1));
    else if (char === '"') this.doubleQuoted();
    else if (char === '$' && this.script[this.at + 1] === '(') this.substitution();
    else if (char === '>' || (char === '&' && this.script[this.at + 1] === '>')) this.redirectOut();
    else if (char === '<') this.redirectIn();
    else if (';&|()'.includes(char)) this.skip(1, () => this.endCommand());
    else this.take(char);
  }

  private skip(count: number, then: () => void): void {
    this.at += count;
    then();
  }

  private take(text: string, length = text.length): void {
    this.word = (this.word ?? '') + text;
    this.at += length;
  }

  private escape(): void {
    const char = this.script[this.at + 1] ?? '';
    if (char === '\n') this.at += 2;
    else this.take(char, 2);
  }

  private quoted(end: number): void {
    const to = end < 0 ? this.script.length : end;
    this.take(this.script.slice(this.at + 1, to), to + 1 - this.at);
  }

  private doubleQuoted(): void {
    let to = this.at + 1;
    while (to < this.script.length && this.script[to] !== '"') to += this.script[to] === '\\' ? 2 : 1;
    const text = this.script.slice(this.at + 1, to).replace(/\\(["\\$`])/g, '$1');
    this.take(text, to + 1 - this.at);
  }

  private substitution(): void {
    let [to, depth] = [this.at + 2, 1];
    for (; to < this.script.length && depth > 0; to++) {
      if (this.script[to] === '(') depth++;
      else if (this.script[to] === ')') depth--;
    }
    this.take(this.script.slice(this.at, to));
  }

  private redirectOut(): void {
    if (this.word !== null && /^\d+$/.test(this.word)) this.word = null;
    this.endWord();
    const operator = /^&?>>?[|&]?/.exec(this.script.slice(this.at, this.at + 4))?.[0] ?? '>';
    this.at += operator.length;
    this.next = 'out';
  }

  private redirectIn(): void {
    this.endWord();
    const operator = /^(?:<<<|<<-?|<&|<>|<)/.exec(this.script.slice(this.at, this.at + 3))?.[0] ?? '<';
    this.at += operator.length;
    this.stripTabs = operator === '<<-';
    this.next = operator === '<<' || operator === '<<-' ? 'here' : 'in';
  }

  private endWord(): void {
    const word = this.word;
    if (word === null) return;
    this.word = null;
    if (this.next === 'word') this.addWord(word);
    if (this.next === 'out' && !/^(?:\d+|-|\/dev\/.*)$/.test(word)) this.draft.writesTo.push(word);
    if (this.next === 'here') this.open.push({ draft: this.draft, end: word, stripTabs: this.stripTabs });
    this.next = 'word';
  }

  private addWord(word: string): void {
    if (this.draft.words.length > 0 || !openers.has(word)) this.draft.words.push(word);
  }

  private endCommand(): void {
    this.endWord();
    this.next = 'word';
    const { words, writesTo } = this.draft;
    if ((words.length > 0 && !closers.has(words[0] ?? '')) || writesTo.length > 0) this.found.push(this.draft);
    this.draft = { words: [], writesTo: [], input: '' };
  }

  private endLine(): void {
    this.endCommand();
    this.at++;
    for (const here of this.open) this.readHere(here.draft, here.end, here.stripTabs);
    this.open = [];
  }

  private readHere(draft: Draft, end: string, stripTabs: boolean): void {
    const from = this.at;
    let to = from;
    while (this.at < this.script.length) {
      to = this.at;
      const lineEnd = this.lineEnd(this.at);
      const line = this.script.slice(this.at, lineEnd);
      this.at = lineEnd + 1;
      if ((stripTabs ? line.replace(/^\t+/, '') : line) === end) break;
      to = this.at;
    }
    draft.input += this.script.slice(from, to);
  }

  private lineEnd(from: number): number {
    const end = this.script.indexOf('\n', from);
    return end < 0 ? this.script.length : end;
  }
}

/**
 * Splits a shell script into its simple commands, as far as telling what they do needs it: quotes, redirections,
 * here-documents, comments and separators are understood; nothing is expanded. Linear, never throws.
 */
export const shellCommands = (script: string): readonly ShellCommand[] => new ShellReader(script).read();
