import { type Fields, numberAt, textAt } from '../../fields';
import type { Observation } from '../../step';
import { messageText } from './miniMessage';

/** How many characters of an output the model was shown: all, or what the template leaves between its tags. */
const shownOf = (raw: string, content: string): number => {
  if (content.includes(raw)) return raw.length;
  const kept = ['output_head', 'output_tail'].map((tag) => {
    const start = content.indexOf(`<${tag}>`);
    const end = content.lastIndexOf(`</${tag}>`);
    return start < 0 || end < start ? 0 : end - start - tag.length - 2;
  });
  const shown = kept.reduce((sum, length) => sum + length, 0);
  // The template sets a line end before and after each part.
  return Math.min(raw.length, shown > 0 ? Math.max(0, shown - 4) : content.length);
};

const wasTimedOut = (message: Fields, exitCode: number | null, exception: string): boolean | null => {
  if (exitCode === null) return null;
  if (exitCode !== -1) return false;
  const type = textAt(message, 'extra', 'exception_type');
  return type === 'TimeoutExpired' || (type === null && (exception === '' || /timed out/i.test(exception)));
};

/**
 * What a command gave, by version 2: the output as it was, untruncated, and how much of it the model saw. An exception
 * that the agent met instead of an exit is an observation of its own where there is an output as well.
 */
export const recordedResult = (message: Fields, callId: string | null): readonly Observation[] => {
  const content = messageText(message).text;
  const raw = textAt(message, 'extra', 'raw_output');
  const exception = textAt(message, 'extra', 'exception_info') ?? '';
  const exitCode = numberAt(message, 'extra', 'returncode');
  const shared = { callId, exitCode, timedOut: wasTimedOut(message, exitCode, exception) };
  const isError = exception === '' ? null : true;
  const failed: Observation = { ...shared, text: exception, shownChars: null, totalChars: null, isError };
  if (raw === '' && exception !== '') return [failed];
  const output: Observation = {
    ...shared,
    text: raw ?? content,
    shownChars: raw === null ? null : shownOf(raw, content),
    totalChars: raw === null ? null : raw.length,
    isError,
  };
  return exception === '' ? [output] : [output, failed];
};

/** Whether a text is what a command gave, by the templates that the agent comes with. */
export const looksLikeResult = (text: string): boolean =>
  /^\s*(?:<returncode>|<exception>|Observation:|The last command <command>)/.test(text);

/** What a command gave, by version 1 and by bare lists: the text that the model saw is all that there is. */
export const shownResult = (text: string): Observation => {
  const code = /^\s*<returncode>\s*(-?\d{1,9})\s*<\/returncode>/.exec(text)?.[1];
  const timedOut = /^\s*The last command <command>/.test(text) && text.includes('timed out and has been killed');
  return {
    callId: null,
    text,
    shownChars: null,
    totalChars: null,
    exitCode: code === undefined ? null : Number(code),
    isError: timedOut ? true : null,
    timedOut: timedOut || code === '-1' ? true : code === undefined ? null : false,
  };
};
