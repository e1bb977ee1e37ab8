import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import type { Fault } from './faultList';

const words: Readonly<Record<string, string>> = {
  InvalidSymbol: 'no value of JSON',
  InvalidNumberFormat: 'no number',
  PropertyNameExpected: 'a field name in quotes expected',
  ValueExpected: 'a value expected',
  ColonExpected: 'a colon expected',
  CommaExpected: 'a comma expected',
  CloseBraceExpected: '"}" expected: the row may be cut',
  CloseBracketExpected: '"]" expected: the row may be cut',
  EndOfFileExpected: 'the end of the row expected: one row a line',
  UnexpectedEndOfString: 'a text without its closing quote: the row may be cut',
  InvalidUnicode: 'no four hex digits behind \\u',
  InvalidEscapeCharacter: 'no escape of JSON',
  InvalidCharacter: 'a control character that must be escaped',
  InvalidCommentToken: 'a comment, which JSON has not',
};

const firstError = (text: string): ParseError | undefined => {
  const errors: ParseError[] = [];
  try {
    parse(text, errors, { disallowComments: true });
  } catch (error) {
    // Nested too deeply for a parser that calls itself.
    if (!(error instanceof RangeError)) throw error;
  }
  return errors[0];
};

/** A row that is no JSON, at the first place where it is none. */
export const brokenFault = (text: string): Fault => {
  const first = firstError(text);
  const end = Math.max(text.trimEnd().length, 1);
  const start = Math.min(first?.offset ?? 0, end - 1);
  const name = first ? printParseErrorCode(first.error) : '';
  return {
    code: 'no-json',
    severity: 'error',
    span: { start, end: Math.min(start + Math.max(first?.length ?? 1, 1), end) },
    message: `No JSON: ${words[name] ?? 'it can not be read'}. The other rows still open.`,
  };
};
