import { err, ok, type Result } from '../shared/result';

const allText = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

/**
 * FAIL_TO_PASS or PASS_TO_PASS: a list of test ids, or such a list as JSON inside a string (formats.md A1). Ids keep
 * their bytes, trailing blanks included. Anything else is an error in words, never a guess.
 */
export const readTestList = (value: unknown): Result<readonly string[], string> => {
  if (allText(value)) return ok(value);
  if (Array.isArray(value)) return err('a list of texts expected, but an entry is no text. Quote every test id.');
  if (typeof value !== 'string') return err(`a list expected, ${value === null ? 'null' : typeof value} found.`);
  try {
    const parsed: unknown = JSON.parse(value);
    if (allText(parsed)) return ok(parsed);
  } catch {
    // Falls through to the words below: it is text, but not a list.
  }
  return err('a list (or a list as JSON in a string) expected, other text found. Write ["first test", "second test"].');
};
