import { parse, tokenize } from '@huggingface/jinja';

export type Program = ReturnType<typeof parse>;
export type TemplateNode = Program['body'][number];

/** A value that stands in the text, to be shown as Python shows it. */
export const printedType = 'Printed';

/** What the language may hold in blocks; every other node is an expression. */
const blocksOf: Readonly<Record<string, readonly string[]>> = {
  Program: ['body'],
  If: ['body', 'alternate'],
  For: ['body', 'defaultBlock'],
  Macro: ['body'],
  CallStatement: ['body'],
  FilterStatement: ['body'],
  Set: ['body'],
  Break: [],
  Continue: [],
  Comment: [],
};

/** Marks every expression of a block as printed, but plain text, which is a literal already. Blocks in place. */
const markPrinted = (node: TemplateNode): void => {
  for (const name of blocksOf[node.type] ?? []) {
    const statements: unknown = Reflect.get(node, name);
    if (!Array.isArray(statements)) continue;
    Reflect.set(node, name, statements.map(marked));
  }
};

const marked = (statement: TemplateNode): TemplateNode => {
  if (statement.type === 'StringLiteral') return statement;
  if (!Object.hasOwn(blocksOf, statement.type)) return { type: printedType, value: statement } as TemplateNode;
  markPrinted(statement);
  return statement;
};

/** `{% raw %}` blocks, which the package has not, as a literal that is printed. */
const withoutRaw = (source: string): string =>
  source.replace(
    /\{%([-+]?)\s*raw\s*([-+]?)%\}([\s\S]*?)\{%([-+]?)\s*endraw\s*([-+]?)%\}/g,
    (_, before: string, left: string, body: string, right: string, after: string) => {
      const start = left === '-' ? body.trimStart() : body;
      const text = right === '-' ? start.trimEnd() : start;
      return `{{${before === '-' ? '-' : ''} ${JSON.stringify(text)} ${after === '-' ? '-' : ''}}}`;
    },
  );

/** Blocks of the original's language that the package doesn't know; its own words for them would say nothing. */
const unknownBlock = /\{%[-+]?\s*(autoescape|block|do|extends|from|import|include|trans|with)\b/;

/**
 * Reads a template as jinja2's `Template(source)` does: no trimming but what `-` says, one line end at its end taken
 * off, `\r\n` read as `\n`. Throws Error with the reader's words.
 */
export const readTemplate = (source: string): Program => {
  const text = withoutRaw(source.replace(/\r\n?/g, '\n'));
  const block = unknownBlock.exec(text)?.[1];
  if (block !== undefined) throw new Error(`{% ${block} %} isn't known here.`);
  const program = parse(tokenize(text, {}));
  markPrinted(program);
  return program;
};
