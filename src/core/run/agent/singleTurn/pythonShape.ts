/** What is wrong with the indentation of Python code, at a line from 1. */
export interface IndentationFault {
  readonly line: number;
  readonly say: string;
}

/** What a look at the shape of Python code shows; no parser: it knows strings, brackets and indentation alone. */
export interface PythonShape {
  readonly indentation: IndentationFault | null;
  /** An open bracket or string at the end, or a bracket that closes none, with its line; null: none. */
  readonly unbalanced: number | null;
}

interface State {
  /** Delimiter of the string that is open over the line's end; null: none. */
  quote: string | null;
  readonly brackets: string[];
  /** The line before ended with a backslash. */
  joined: boolean;
  unbalanced: number | null;
}

const closers: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

const width = (line: string): number => {
  let columns = 0;
  for (const char of line) {
    if (char === ' ') columns += 1;
    else if (char === '\t') columns += 8 - (columns % 8);
    else break;
  }
  return columns;
};

/** Takes one line in; gives its code without strings and comments. */
const scan = (line: string, number: number, state: State): string => {
  let code = '';
  for (let at = 0; at < line.length; ) {
    const { quote } = state;
    const char = line[at] ?? '';
    if (quote !== null) {
      if (char === '\\') at += 2;
      else if (line.startsWith(quote, at)) {
        state.quote = null;
        at += quote.length;
      } else at += 1;
      continue;
    }
    if (char === '#') break;
    if (char === '"' || char === "'") {
      const long = char.repeat(3);
      state.quote = line.startsWith(long, at) ? long : char;
      at += state.quote.length;
      code += '""';
      continue;
    }
    if ('([{'.includes(char)) state.brackets.push(char);
    else if (char in closers && state.brackets.pop() !== closers[char]) state.unbalanced ??= number;
    code += char;
    at += 1;
  }
  if (state.quote?.length === 1) {
    if (!line.endsWith('\\')) {
      state.unbalanced ??= number;
      state.quote = null;
    }
  }
  return code.trimEnd();
};

const indentationAt = (line: string, number: number, levels: number[], opened: boolean): IndentationFault | null => {
  const here = width(line);
  const level = levels.at(-1) ?? 0;
  if (opened) {
    if (here <= level) return { line: number, say: 'expected an indented block' };
    levels.push(here);
    return null;
  }
  if (here > level) return { line: number, say: 'unexpected indent' };
  while ((levels.at(-1) ?? 0) > here) levels.pop();
  return (levels.at(-1) ?? 0) === here
    ? null
    : { line: number, say: 'unindent does not match any outer indentation level' };
};

/** Looks at the shape of Python code, line by line. Linear, never throws. */
export const pythonShape = (text: string): PythonShape => {
  const state: State = { quote: null, brackets: [], joined: false, unbalanced: null };
  const levels = [0];
  let opened = false;
  let indentation: IndentationFault | null = null;
  const lines = text.split(/\r\n|\n|\r/);
  lines.forEach((line, at) => {
    const begins = state.quote === null && state.brackets.length === 0 && !state.joined;
    const blank = begins && /^\s*(?:#.*)?$/.test(line);
    if (begins && !blank) indentation ??= indentationAt(line, at + 1, levels, opened);
    const code = scan(line, at + 1, state);
    state.joined = state.quote === null && code.endsWith('\\');
    if (!blank && state.quote === null && state.brackets.length === 0 && !state.joined) opened = code.endsWith(':');
  });
  if (opened) indentation ??= { line: lines.length, say: 'expected an indented block' };
  const left = state.quote !== null || state.brackets.length > 0;
  return { indentation, unbalanced: state.unbalanced ?? (left ? lines.length : null) };
};
