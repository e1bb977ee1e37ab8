import { type LiteralList, NotLiteral, type Redirect } from './literalCommand';
import { type Draft, LiteralLists } from './literalLists';
import { expands, literalText } from './literalText';

interface OpenHere {
  readonly draft: Draft;
  readonly end: string;
  readonly isLiteral: boolean;
  readonly stripTabs: boolean;
}

/** Reads a script of simple commands; throws NotLiteral at anything that goes beyond. */
class LiteralReader {
  private at = 0;
  /** The word being read; null: none. */
  private word: string | null = null;
  private isKnown = true;
  private wasQuoted = false;
  private expects: 'word' | 'in' | 'here' | Omit<Redirect, 'path'> = 'word';
  private stripTabs = false;
  private open: OpenHere[] = [];
  private readonly made = new LiteralLists();

  constructor(private readonly script: string) {}

  read(): readonly LiteralList[] {
    while (this.at < this.script.length) this.step(this.script[this.at] ?? '');
    this.endOf(() => this.made.endList());
    if (this.open.length > 0) throw new NotLiteral();
    return this.made.lists;
  }

  private step(char: string): void {
    if (char === '\n') this.endLine();
    else if (char === ' ' || char === '\t') this.skip(1, () => this.endWord());
    else if (char === '#' && this.word === null) this.at = this.lineEnd(this.at);
    else if (char === '\\') this.escape();
    else if (char === "'") this.singleQuoted();
    else if (char === '"') this.doubleQuoted();
    else if (char === '$' || char === '`') this.dollar();
    else if (char === '>' || char === '<') this.redirect();
    else if (char === '&' || char === '|' || char === ';') this.operator();
    else if (char === '(' || char === ')') throw new NotLiteral();
    else this.plain(char);
  }

  private skip(count: number, then: () => void): void {
    this.at += count;
    then();
  }

  private take(text: string, length: number): void {
    this.word = (this.word ?? '') + text;
    this.at += length;
  }

  private plain(char: string): void {
    // What these stand for depends on files and on the person.
    if (char === '*' || char === '?' || char === '[' || char === '{') this.isKnown = false;
    if (char === '~' && (this.word === null || /[:=]$/.test(this.word))) this.isKnown = false;
    this.take(char, 1);
  }

  private escape(): void {
    const next = this.script[this.at + 1];
    if (next === undefined) throw new NotLiteral();
    if (next === '\n') {
      this.at += 2;
      return;
    }
    this.wasQuoted = true;
    this.take(next, 2);
  }

  private singleQuoted(): void {
    const end = this.script.indexOf("'", this.at + 1);
    if (end < 0) throw new NotLiteral();
    this.wasQuoted = true;
    this.take(this.script.slice(this.at + 1, end), end + 1 - this.at);
  }

  private doubleQuoted(): void {
    let to = this.at + 1;
    while (to < this.script.length && this.script[to] !== '"') to += this.script[to] === '\\' ? 2 : 1;
    if (to >= this.script.length) throw new NotLiteral();
    const text = this.script.slice(this.at + 1, to);
    const literal = literalText(text, '"');
    if (literal === null) this.refuseSubstitution(text);
    this.wasQuoted = true;
    this.isKnown &&= literal !== null;
    this.take(literal ?? '', to + 1 - this.at);
  }

  /** A program inside of a word could do anything. */
  private refuseSubstitution(text: string): void {
    if (/\$\(|`/.test(text)) throw new NotLiteral();
  }

  private dollar(): void {
    const rest = this.script.slice(this.at + 1, this.at + 2);
    if (this.script[this.at] === '`' || rest === '(' || rest === '{') throw new NotLiteral();
    if (expands.test(rest)) this.isKnown = false;
    // `$'...'` has escapes of its own.
    if (rest === "'") throw new NotLiteral();
    this.take('$', 1);
  }

  private redirect(): void {
    const found = /^(?:<<<|<<-|<<|<|>>|>\||>&|>)/.exec(this.script.slice(this.at, this.at + 3))?.[0] ?? '';
    const number = this.word !== null && !this.wasQuoted && /^\d+$/.test(this.word) ? this.word : null;
    if (number !== null) this.word = null;
    this.endWord();
    this.at += found.length;
    if (found.startsWith('<')) this.redirectIn(found, number);
    else this.redirectOut(found, number);
  }

  private redirectIn(operator: string, number: string | null): void {
    if (number !== null || operator === '<<<') throw new NotLiteral();
    this.stripTabs = operator === '<<-';
    this.expects = operator === '<' ? 'in' : 'here';
  }

  private redirectOut(operator: string, number: string | null): void {
    if (operator === '>&') {
      // What was to go to a file and what wasn't would depend on the order.
      if (number !== '2') throw new NotLiteral();
      const target = /^[12](?=[\s;|&]|$)/.exec(this.script.slice(this.at))?.[0];
      if (target === undefined) throw new NotLiteral();
      this.at += 1;
      return;
    }
    if (number !== null && number !== '1' && number !== '2') throw new NotLiteral();
    this.expects = { stream: number === '2' ? 'err' : 'out', append: operator === '>>' };
  }

  private operator(): void {
    const two = this.script.slice(this.at, this.at + 2);
    if (two === '&>') {
      this.endWord();
      const append = this.script[this.at + 2] === '>';
      this.at += append ? 3 : 2;
      this.expects = { stream: 'both', append };
      return;
    }
    if (two === '|&' || two === ';;') throw new NotLiteral();
    if (two === '&&') this.skip(2, () => this.endOf(() => this.made.endPipeline('succeeded')));
    else if (two === '||') this.skip(2, () => this.endOf(() => this.made.endPipeline('failed')));
    else if (two.startsWith('|')) this.skip(1, () => this.endOf(() => this.made.endCommand(true)));
    else if (two.startsWith(';')) this.skip(1, () => this.endOf(() => this.made.endList()));
    else throw new NotLiteral();
  }

  private endWord(): void {
    const { word, isKnown, wasQuoted, expects } = this;
    [this.word, this.isKnown, this.wasQuoted] = [null, true, false];
    if (word === null) return;
    const text = isKnown ? word : null;
    this.expects = 'word';
    if (expects === 'word') this.made.addWord(text, wasQuoted);
    else if (expects === 'in') this.made.draft.readsFile = true;
    else if (expects !== 'here') this.made.draft.redirects.push({ ...expects, path: text });
    else {
      if (text === null) throw new NotLiteral();
      this.open.push({ draft: this.made.draft, end: text, isLiteral: wasQuoted, stripTabs: this.stripTabs });
    }
  }

  /** Ends the word, and then what ends with it. */
  private endOf(end: () => void): void {
    this.endWord();
    if (this.expects !== 'word') throw new NotLiteral();
    end();
  }

  private endLine(): void {
    this.endWord();
    if (!this.made.goesOn) this.endOf(() => this.made.endList());
    this.at++;
    const open = this.open;
    this.open = [];
    for (const here of open) this.readHere(here);
  }

  private readHere({ draft, end, isLiteral, stripTabs }: OpenHere): void {
    const lines: string[] = [];
    while (this.at < this.script.length) {
      const lineEnd = this.lineEnd(this.at);
      const whole = this.script.slice(this.at, lineEnd);
      const line = stripTabs ? whole.replace(/^\t+/, '') : whole;
      this.at = lineEnd + 1;
      if (line === end) {
        const text = lines.map((each) => `${each}\n`).join('');
        const literal = isLiteral ? text : literalText(text, '');
        if (literal === null) this.refuseSubstitution(text);
        draft.input = literal;
        return;
      }
      lines.push(line);
    }
    throw new NotLiteral();
  }

  private lineEnd(from: number): number {
    const end = this.script.indexOf('\n', from);
    return end < 0 ? this.script.length : end;
  }
}

/**
 * The lists of a script that is simple commands alone, joined by `;`, line ends, `&&`, `||` and `|`; null where there is
 * more (loops, conditions, functions, subshells, substitutions, jobs in the background), so that what it does isn't
 * plain to see. Linear, never throws.
 */
export const literalShell = (script: string): readonly LiteralList[] | null => {
  try {
    return new LiteralReader(script).read();
  } catch (error) {
    if (error instanceof NotLiteral) return null;
    throw error;
  }
};
