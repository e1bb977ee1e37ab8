import { BLANKS, isBlank, trimBlanks } from './blanks';
import { DIGIT } from './characterClasses';
import { cuesAt } from './lineParser';
import { softLineParser } from './softLines';

const TEST = new RegExp(`^\\*[${BLANKS}]+test(?=[${BLANKS}])`);
const FAILURE = new RegExp(`^[${DIGIT}]+\\)[${BLANKS}]+test(?=[${BLANKS}])`, 'u');
const PLACE = new RegExp(`^\\[L#[${DIGIT}]+\\]$`, 'u');
const SKIPPED = /^\(skipped\)$/;
const DURATION = /^\([0-9]+(?:\.[0-9]+)?ms\)$/;

const trimEnd = (text: string): string => {
  let end = text.length;
  while (end > 0 && isBlank(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(0, end);
};

/** What stands before the last part of a text, which has to fit and to come after a blank; null where it doesn't. */
const beforeLast = (text: string, mark: string, part: RegExp): string | null => {
  const end = trimEnd(text);
  const at = end.lastIndexOf(mark);
  return at > 0 && isBlank(text.charCodeAt(at - 1)) && part.test(end.slice(at)) ? text.slice(0, at) : null;
};

/** A headline without its module: the first bracket that no other closes before the end. */
const withoutModule = (text: string): string | null => {
  if (!text.endsWith(')')) return null;
  let at = text.indexOf('(', text.lastIndexOf(')', text.length - 2) + 1);
  while (at !== -1 && (at === 0 || !isBlank(text.charCodeAt(at - 1)))) at = text.indexOf('(', at + 1);
  return at === -1 || at === text.length - 2 ? null : text.slice(0, at);
};

/** A name that blanks stand around; an empty one needs one on each side. */
const nameOf = (text: string | null): string | null => {
  const name = trimBlanks(text ?? '');
  return text === null || (name === '' && text.length < 2) ? null : name;
};

/** ExUnit's traces as SWE-rebench V2 reads them: `* test name (1.2ms) [L#7]`, and the headlines of failures. */
export const exUnitParser = softLineParser('parse_log_elixir', cuesAt('anywhere', 'test'), () => (raw, sink) => {
  const text = trimBlanks(raw);
  const test = TEST.exec(text);
  const failure = test === null ? FAILURE.exec(text) : null;
  if (failure) {
    const failed = nameOf(withoutModule(text.slice(failure[0].length)));
    if (failed !== null) sink.last(failed, 'FAILED');
  }
  const rest = test === null ? null : beforeLast(text.slice(test[0].length), '[', PLACE);
  if (rest === null) return;
  const skipped = nameOf(beforeLast(rest, '(', SKIPPED));
  const passed = nameOf(beforeLast(rest, '(', DURATION)) ?? nameOf(rest);
  if (skipped !== null) sink.last(skipped, 'SKIPPED');
  else if (passed !== null) sink.first(passed, 'PASSED');
});
