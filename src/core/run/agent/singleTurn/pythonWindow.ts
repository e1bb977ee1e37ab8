import { type Extraction, type Extractor, failed, nothingSaid, type ReplySpan, taken } from './extraction';
import { fencedBlocks } from './fencedBlocks';
import { pythonShape } from './pythonShape';

/** A statement of the outermost level with all that is indented below it. */
interface Statement extends ReplySpan {
  readonly name: string | null;
  readonly imports: boolean;
}

/** Lines of the outermost level that read as Python; prose does not. */
const begins =
  /^(?:@|(?:async\s+)?def\s+\w|class\s+\w|import\s+\w|from\s+[\w.]+\s+import\b|if\s.*:|for\s.*:|while\s.*:|with\s.*:|try:|except\b.*:|else:|elif\s.*:|finally:|return\b|pass$|raise\b|assert\s|del\s|global\s|print\(|"""|'''|#|\)|\]|\}|[A-Za-z_][\w.]*(?:\[[^\]]*\])?(?:\s*:\s*[\w[\], .|]+)?\s*(?:[-+*/%&|^@]|\/\/|\*\*|>>|<<)?=(?!=)|[A-Za-z_][\w.]*\()/;

interface Window {
  readonly statements: readonly Statement[];
  readonly lines: number;
}

const nameOf = (line: string): string | null => /^(?:(?:async\s+)?def|class)\s+(\w+)/.exec(line)?.[1] ?? null;

/** Cuts a text at its lines without indentation; what does not read as Python ends a window. */
const windowsOf = (text: string): readonly Window[] => {
  const windows: { statements: Statement[]; lines: number }[] = [];
  let current: { statements: Statement[]; lines: number } | null = null;
  let decorated = false;
  for (let start = 0; start < text.length; ) {
    const at = text.indexOf('\n', start);
    const next = at < 0 ? text.length : at + 1;
    const line = text.slice(start, at < 0 ? text.length : at).slice(0, 400);
    const inner = /^\s/.test(line) || line.trim() === '';
    const last: Statement | undefined = current?.statements.at(-1);
    if (inner || decorated) {
      if (current && last)
        current.statements[current.statements.length - 1] = { ...last, end: next, name: last.name ?? nameOf(line) };
      if (!line.startsWith('@')) decorated = inner && decorated;
    } else if (begins.test(line)) {
      current ??= { statements: [], lines: 0 };
      if (current.statements.length === 0) windows.push(current);
      current.statements.push({ start, end: next, name: nameOf(line), imports: /^(?:import|from)\s/.test(line) });
      decorated = line.startsWith('@');
    } else current = null;
    if (current && line.trim() !== '') current.lines += 1;
    start = next;
  }
  return windows;
};

const textOf = (reply: string, spans: readonly ReplySpan[]): string =>
  spans.map(({ start, end }) => reply.slice(start, end)).join('');

/** Statements that the entry point uses, by the names in their texts, and all imports; all where it isn't defined. */
const reached = (reply: string, statements: readonly Statement[], entry: string | null): readonly Statement[] => {
  if (entry === null || !statements.some(({ name }) => name === entry)) return statements;
  const wanted = new Set([entry]);
  for (let before = 0; before !== wanted.size; ) {
    before = wanted.size;
    for (const { name, start, end } of statements)
      if (name !== null && wanted.has(name))
        for (const word of reply.slice(start, end).matchAll(/\b[A-Za-z_]\w*\b/g)) wanted.add(word[0]);
  }
  const assigned = (one: Statement): boolean => {
    const target = /^([A-Za-z_]\w*)/.exec(reply.slice(one.start, one.end))?.[1];
    return one.name === null && target !== undefined && wanted.has(target);
  };
  return statements.filter((one) => one.imports || assigned(one) || (one.name !== null && wanted.has(one.name)));
};

/** Replies are looked into only so far; a window over more lines is none. */
const mostLines = 4000;

const isSound = (text: string): boolean => {
  const { indentation, unbalanced } = pythonShape(text);
  return indentation === null && unbalanced === null;
};

/** Fences are no Python and end a window by themselves, as does prose. */
const longest = (reply: string): Window | null => {
  const sound = windowsOf(reply).filter(
    ({ statements, lines }) => lines <= mostLines && isSound(textOf(reply, statements)),
  );
  return sound.reduce<Window | null>((best, one) => (best === null || one.lines > best.lines ? one : best), null);
};

const extractWindow = (reply: string, cut: boolean, entry: string | null): Extraction => {
  const found = longest(reply);
  if (found === null) {
    const say = 'No part of the reply reads as whole Python.';
    return cut || fencedBlocks(reply).at(-1)?.closed === false
      ? failed('cut', `${say} It ends in the middle.`)
      : failed('no-block', say);
  }
  const kept = reached(reply, found.statements, entry);
  const rule = `the longest part that reads as Python${kept.length < found.statements.length ? `, without what ${entry} doesn't use` : ''}`;
  const missing = entry !== null && !kept.some(({ name }) => name === entry);
  return taken(reply, kept, rule, missing ? [`It defines no ${entry}.`] : []);
};

/**
 * After EvalPlus and BigCodeBench: the longest part of the reply that reads as Python, without what the entry point does not
 * use. They ask Python's own parser; this one looks at brackets, strings and indentation, and so is named differently.
 */
export const pythonWindow = (entryPoint: string | null): Extractor => ({
  name: 'python-window',
  version: 1,
  extract: (reply, facts) => nothingSaid(reply, facts) ?? extractWindow(reply, facts.cut, entryPoint),
});
