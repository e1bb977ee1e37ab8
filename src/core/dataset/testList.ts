import { parsePythonLiteral } from '../shared/pythonLiteral';
import { err, ok, type Result } from '../shared/result';

const allText = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

const expected = 'a list (or a list as JSON or as a Python literal in a string) expected';

/** A list in a string: JSON as in SWE-bench, else a Python literal as in SWE-bench Pro. Never evaluated. */
const listInText = (text: string): Result<unknown, string> => {
  try {
    return ok(JSON.parse(text));
  } catch {
    const read = parsePythonLiteral(text, { joinTexts: false });
    return read.ok || !/^\s*[[(]/.test(text) ? read : err(`${expected}: ${read.error}.`);
  }
};

/**
 * FAIL_TO_PASS or PASS_TO_PASS: a list of test ids, or such a list as JSON or as a Python literal inside a string
 * (formats.md A1, A4). Ids keep their bytes, trailing blanks included. Anything else is an error in words, never a guess.
 */
export const readTestList = (value: unknown): Result<readonly string[], string> => {
  if (allText(value)) return ok(value);
  if (Array.isArray(value)) return err('a list of texts expected, but an entry is no text. Quote every test id.');
  if (typeof value !== 'string') return err(`a list expected, ${value === null ? 'null' : typeof value} found.`);
  const read = listInText(value);
  if (read.ok && allText(read.value)) return ok(read.value);
  if (!read.ok && read.error.startsWith(expected)) return err(`${read.error} Write ["first test", "second test"].`);
  return err(`${expected}, other text found. Write ["first test", "second test"].`);
};
