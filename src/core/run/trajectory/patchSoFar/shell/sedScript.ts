/** Which lines: one by its number, the last, those that a pattern finds; a range by numbers. */
type Address =
  | { readonly kind: 'lines'; readonly from: number; readonly to: number }
  | { readonly kind: 'last' }
  | { readonly kind: 'found'; readonly pattern: RegExp };

type SedCommand =
  | {
      readonly kind: 'substitute';
      readonly at: Address | null;
      readonly pattern: RegExp;
      readonly all: boolean;
      readonly replacement: readonly (string | null)[];
    }
  | { readonly kind: 'delete'; readonly at: Address | null }
  | { readonly kind: 'before' | 'after' | 'change'; readonly at: Address; readonly text: string };

/** Commands of `sed` that mean the same whatever the machine's language and release. */
export type SedScript = readonly SedCommand[];

const onlyAscii = (text: string): boolean => !/[^\t\n -~]/.test(text);

class NotKnown extends Error {}

/** Delimiters that mean nothing in a pattern, so that one with a backslash before it is the delimiter itself. */
const plainDelimiter = /[/,#@~:!%;_="]/;

class SedReader {
  private at = 0;
  private stars = 0;

  constructor(
    private readonly script: string,
    private readonly isExtended: boolean,
  ) {}

  read(): SedScript {
    const commands: SedCommand[] = [];
    for (;;) {
      this.skip(/[\s;]*/y);
      if (this.at >= this.script.length) return commands;
      commands.push(this.command());
    }
  }

  private skip(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.script)?.[0] ?? '';
    this.at += found.length;
    return found;
  }

  private command(): SedCommand {
    const at = this.address();
    this.skip(/ */y);
    const name = this.script[this.at++];
    if (name === 's') return this.substitute(at);
    if (name === 'd') {
      this.end();
      return { kind: 'delete', at };
    }
    if (at === null || (name !== 'i' && name !== 'a' && name !== 'c')) throw new NotKnown();
    if (at.kind === 'lines' && at.to !== at.from && name === 'c') throw new NotKnown();
    return { kind: name === 'i' ? 'before' : name === 'a' ? 'after' : 'change', at, text: this.text() };
  }

  /** Behind a command that takes nothing more. */
  private end(): void {
    const rest = this.skip(/ *(?:;|\n|$)/y);
    if (rest === '' && this.at < this.script.length) throw new NotKnown();
  }

  private address(): Address | null {
    const number = this.skip(/\d{1,9}/y);
    if (number !== '') return this.range(Number(number));
    if (this.script[this.at] === '$') {
      this.at++;
      return { kind: 'last' };
    }
    if (this.script[this.at] !== '/') return null;
    const found: Address = { kind: 'found', pattern: this.pattern('/') };
    if (/[,!I]/.test(this.script[this.at] ?? '')) throw new NotKnown();
    return found;
  }

  private range(from: number): Address {
    if (from === 0) throw new NotKnown();
    if (this.skip(/ *, */y) === '') return { kind: 'lines', from, to: from };
    if (this.script[this.at] === '$') {
      this.at++;
      return { kind: 'lines', from, to: Number.POSITIVE_INFINITY };
    }
    const to = this.skip(/\d{1,9}/y);
    // A range whose end stands before its beginning is one line.
    if (to === '') throw new NotKnown();
    return { kind: 'lines', from, to: Math.max(from, Number(to)) };
  }

  /** One line, whitespace in front of it only where a backslash keeps it. */
  private text(): string {
    const lead = this.skip(/[ \t]*(?:\\\n?)?/y);
    const rest = this.script.slice(this.at);
    // What a backslash before a letter means here differs between releases.
    if (lead === '' || rest.includes('\\') || rest.includes('\n') || rest === '') throw new NotKnown();
    if (lead.endsWith('\\') && /^[^\s]/.test(rest)) throw new NotKnown();
    if (lead.endsWith('\n') && /^\s/.test(rest)) throw new NotKnown();
    this.at = this.script.length;
    return rest;
  }

  private substitute(at: Address | null): SedCommand {
    const delimiter = this.script[this.at] ?? '';
    if (!/[!-~]/.test(delimiter) || delimiter === '\\') throw new NotKnown();
    const pattern = this.pattern(delimiter);
    const replacement = this.replacement(delimiter);
    const flags = this.skip(/[a-zA-Z0-9]*/y);
    this.end();
    if (flags !== '' && flags !== 'g') throw new NotKnown();
    // How often nothing is found differs between engines.
    if (flags === 'g' && pattern.test('')) throw new NotKnown();
    return { kind: 'substitute', at, pattern, all: flags === 'g', replacement };
  }

  /** From its delimiter up to and with the next one, as an expression of ours. */
  private pattern(delimiter: string): RegExp {
    this.at++;
    const from = this.at;
    let source = '';
    this.stars = 0;
    for (;;) {
      const char = this.script[this.at];
      if (char === undefined || char === '\n') throw new NotKnown();
      if (char === delimiter) break;
      source += char === '\\' ? this.escaped(delimiter) : this.plain(char, this.at === from, delimiter);
    }
    this.at++;
    if (source === '' || !onlyAscii(this.script)) throw new NotKnown();
    return new RegExp(source);
  }

  private escaped(delimiter: string): string {
    const next = this.script[this.at + 1] ?? '';
    this.at += 2;
    if (next === delimiter && !plainDelimiter.test(next)) throw new NotKnown();
    if (next === 't') return '\\t';
    if (next === '-' || next === '"' || (next === delimiter && plainDelimiter.test(next))) return escapeText(next);
    if ('.[]*^$/\\'.includes(next) && next !== '') return escapeText(next);
    if (this.isExtended && '+?(){}|'.includes(next) && next !== '') return escapeText(next);
    throw new NotKnown();
  }

  private plain(char: string, isFirst: boolean, delimiter: string): string {
    this.at++;
    if (char === '[') throw new NotKnown();
    if (this.isExtended && '+?(){}|'.includes(char)) throw new NotKnown();
    if (char === '^') {
      if (!isFirst) throw new NotKnown();
      return '^';
    }
    if (char === '$') {
      if (this.script[this.at] !== delimiter) throw new NotKnown();
      return '$';
    }
    if (char === '*') return this.star(isFirst);
    return char === '.' ? '.' : escapeText(char);
  }

  /** With one of them the longest match is the greedy one; with several it need not be. */
  private star(isFirst: boolean): string {
    this.stars++;
    if (isFirst || this.stars > 1 || this.script[this.at - 2] === '^') throw new NotKnown();
    return '*';
  }

  /** Its pieces; null stands for what was found. */
  private replacement(delimiter: string): readonly (string | null)[] {
    const pieces: (string | null)[] = [''];
    const add = (text: string) => pieces.push(`${pieces.pop() ?? ''}${text}`);
    for (;;) {
      const char = this.script[this.at++];
      if (char === undefined || char === '\n') throw new NotKnown();
      if (char === delimiter) return pieces;
      if (char === '&') pieces.push(null, '');
      else if (char !== '\\') add(char);
      else add(this.escapedReplacement(delimiter));
    }
  }

  private escapedReplacement(delimiter: string): string {
    const next = this.script[this.at++] ?? '';
    if (next === 'n' || next === '\n') return '\n';
    if (next === 't') return '\t';
    if (next === delimiter && !plainDelimiter.test(next)) throw new NotKnown();
    if (next === delimiter || next === '\\' || next === '/' || next === '"' || next === "'") return next;
    if (next === '&' && delimiter !== '&') return '&';
    throw new NotKnown();
  }
}

const escapeText = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/**
 * The commands of a `sed` script as far as they are lines, plain patterns and plain texts; null where there is more,
 * which may differ between releases and languages. `isExtended`: `-E` or `-r`.
 */
export const readSedScript = (script: string, isExtended: boolean): SedScript | null => {
  try {
    return new SedReader(script, isExtended).read();
  } catch (error) {
    if (error instanceof NotKnown) return null;
    throw error;
  }
};

const isAt = (address: Address | null, line: string, number: number, isLast: boolean): boolean => {
  if (address === null) return true;
  if (address.kind === 'last') return isLast;
  return address.kind === 'lines' ? number >= address.from && number <= address.to : address.pattern.test(line);
};

const substituted = (line: string, command: SedCommand & { kind: 'substitute' }): string => {
  const pattern = new RegExp(command.pattern.source, command.all ? 'g' : '');
  return line.replace(pattern, (found) => command.replacement.map((piece) => piece ?? found).join(''));
};

/** One line with its commands in turn; `before` and `after`: texts put around it. Null: it is gone. */
const editLine = (script: SedScript, first: string, number: number, isLast: boolean) => {
  let line: string | null = first;
  const [before, after]: [string[], string[]] = [[], []];
  for (const command of script) {
    if (line === null) break;
    if (!isAt(command.at, line, number, isLast)) continue;
    if (command.kind === 'substitute') line = substituted(line, command);
    else if (command.kind === 'delete') line = null;
    else if (command.kind === 'before') before.push(command.text);
    else if (command.kind === 'after') after.push(command.text);
    else {
      before.push(command.text);
      line = null;
    }
  }
  return { before, line, after };
};

/**
 * A file's text after `sed -i`; null where that can't be said: the text is not plain ASCII, a line would change into
 * several and be looked at again, or a line is added to a file without a last line end.
 */
export const applySed = (text: string, script: SedScript): string | null => {
  if (!onlyAscii(text)) return null;
  const ended = text.endsWith('\n') || text === '';
  const adds = script.some(({ kind }) => kind === 'before' || kind === 'after' || kind === 'change');
  const makesLines = script.some((each) => each.kind === 'substitute' && each.replacement.join('').includes('\n'));
  if ((adds && !ended) || (makesLines && script.length > 1)) return null;
  const lines = text === '' ? [] : (ended ? text.slice(0, -1) : text).split('\n');
  const result: string[] = [];
  let lastStays = true;
  for (const [index, first] of lines.entries()) {
    const isLast = index === lines.length - 1;
    const { before, line, after } = editLine(script, first, index + 1, isLast);
    if (isLast) lastStays = line !== null;
    result.push(...before, ...(line === null ? [] : [line]), ...after);
  }
  return result.length === 0 ? '' : `${result.join('\n')}${ended || !lastStays ? '\n' : ''}`;
};
